import CCore

/// A value within the payloads of the enums around it, as the action of a child in that of a
/// parent: `.child(.presented(action))`, `.rows(.element(id: id, action: action))`.
struct NestedPayload {
  /// Its address.
  let address: UnsafeMutableRawPointer
  /// The boxes of the indirect cases on the way, from the outermost.
  let boxes: [UnsafeMutableRawPointer]

  /// Looks for the only value of a type in the payload of an enum, or in the payloads of the enums
  /// within it.
  ///
  /// - Returns: `nil` if the runtime's metadata does not lead to it, and where an enum has the
  ///   number of its case among the bits of the payload: other bytes would change the case there.
  init?(of type: Any.Type, in enumType: Any.Type, at address: UnsafeMutableRawPointer) {
    guard let metadata = EnumMetadata(enumType),
      let payload = metadata.payload(ofCase: metadata.tag(of: address))
    else { return nil }
    let size =
      payload.boxOffset == nil
      ? TypeMetadata.size(of: payload.type) : MemoryLayout<UnsafeRawPointer>.size
    let isVerbatim = metadata.withPayload(ofValueAt: address, boxOffset: nil) {
      composable_are_same_bytes($0, address, size)
    }
    guard isVerbatim else { return nil }
    guard let offset = payload.boxOffset else {
      self.init(of: type, inPayload: payload.type, at: address)
      return
    }
    let box = address.load(as: UnsafeMutableRawPointer.self)
    guard let inner = Self(of: type, inPayload: payload.type, at: box + offset) else { return nil }
    self = Self(address: box + offset, boxes: [box]).appending(inner)
  }

  private init(address: UnsafeMutableRawPointer, boxes: [UnsafeMutableRawPointer]) {
    self.address = address
    self.boxes = boxes
  }

  /// A value within this one, with the boxes around both.
  func appending(_ inner: Self) -> Self {
    Self(address: inner.address, boxes: boxes + inner.boxes)
  }

  private init?(
    of type: Any.Type, inPayload payload: Any.Type, at address: UnsafeMutableRawPointer
  ) {
    if TypeMetadata.isPayload(payload, type) {
      guard TypeMetadata.isStoredAsIs(type) else { return nil }
      self.init(address: address, boxes: [])
    } else if let tuple = TupleMetadata(payload) {
      let places = tuple.elements.compactMap {
        Self(of: type, inPayload: $0.type, at: address + $0.offset)
      }
      guard places.count == 1 else { return nil }
      self = places[0]
    } else {
      self.init(of: type, in: payload, at: address)
    }
  }
}
