// As much of a case path as `CaseProjection` uses.

struct AnyCasePath<Root, Value> {
  let embedding: (_ payload: UnsafeRawPointer, _ root: UnsafeMutableRawPointer) -> Void
  let extraction: (_ root: UnsafeRawPointer, _ payload: UnsafeMutableRawPointer) -> Bool

  init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    embedding = { value, root in
      root.assumingMemoryBound(to: Root.self)
        .initialize(to: embed(value.assumingMemoryBound(to: Value.self).pointee))
    }
    extraction = { root, value in
      guard let payload = extract(root.assumingMemoryBound(to: Root.self).pointee) else {
        return false
      }
      value.assumingMemoryBound(to: Value.self).initialize(to: payload)
      return true
    }
  }

  func matches(_ root: UnsafeRawPointer) -> Bool {
    extract(from: root.assumingMemoryBound(to: Root.self).pointee) != nil
  }

  func extract(from root: Root) -> Value? {
    withTemporary(Value.self) { value in
      withUnsafePointer(to: root) { extraction($0, value) } ? value.move() : nil
    }
  }
}
