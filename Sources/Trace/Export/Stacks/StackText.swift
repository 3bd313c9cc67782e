import ByteBuffers

/// Stacks with weights, in formats of flame graphs.
struct StackText {
  /// A line for each stack, or JSON with a profile for each root.
  enum Format {
    /// A line for each stack: frames separated by semicolons, a space, nanoseconds.
    case folded
    /// JSON with a profile for each thread.
    case speedscope
  }

  /// The names of frames.
  var texts: [String]
  var nodes: [ActionStacks.Node]
  /// The nodes of the roots, by number.
  var roots: [Int]

  func write(_ format: Format, to output: OutputFile) {
    switch format {
    case .folded: writeFolded(to: output)
    case .speedscope: writeSpeedscope(to: output)
    }
  }

  /// The frames of a stack, the root first.
  private func frames(of node: Int) -> [Int] {
    var found: [Int] = []
    var next: Int? = node
    while let node = next {
      found.append(nodes[node].frame)
      next = nodes[node].parent
    }
    return found.reversed()
  }

  private func writeFolded(to output: OutputFile) {
    // The format has no escapes.
    let texts = texts.map { text in
      // Of scalars: a semicolon with a mark above it is another character, and separates all the
      // same.
      var plain = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        plain.append(scalar == ";" || Character(scalar).isNewline ? "_" : scalar)
      }
      return String(plain)
    }
    for (number, node) in nodes.enumerated() where node.selfTime > 0 {
      let frames = frames(of: number).map { texts[$0] }
      output.write("\(frames.joined(separator: ";")) \(node.selfTime)\n")
    }
  }

  private func writeSpeedscope(to output: OutputFile) {
    let text = ByteBuffer()
    text.append(
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"," as StaticString)
    text.append("\"exporter\":\"signpost\",\n\"shared\":{\"frames\":[" as StaticString)
    for (number, name) in texts.enumerated() {
      text.append((number == 0 ? "\n{\"name\":" : ",\n{\"name\":") as StaticString)
      text.append(json: name)
      text.append("}" as StaticString)
    }
    text.append("]},\n\"profiles\":[" as StaticString)
    for (number, root) in roots.enumerated() {
      text.append((number == 0 ? "\n" : ",\n") as StaticString)
      let weighed = nodes.indices.filter {
        nodes[$0].root == number && nodes[$0].selfTime > 0
      }
      let total = weighed.reduce(Int64(0)) { $0 + nodes[$1].selfTime }
      text.append("{\"type\":\"sampled\",\"name\":" as StaticString)
      text.append(json: texts[nodes[root].frame])
      text.append(",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":" as StaticString)
      text.append(decimal: total)
      text.append(",\n\"samples\":[" as StaticString)
      for (position, node) in weighed.enumerated() {
        text.append((position == 0 ? "[" : ",[") as StaticString)
        for (depth, frame) in frames(of: node).enumerated() {
          if depth > 0 { text.append("," as StaticString) }
          text.append(decimal: Int64(frame))
        }
        text.append("]" as StaticString)
      }
      text.append("],\n\"weights\":[" as StaticString)
      for (position, node) in weighed.enumerated() {
        if position > 0 { text.append("," as StaticString) }
        text.append(decimal: nodes[node].selfTime)
      }
      text.append("]}" as StaticString)
    }
    text.append("]}\n" as StaticString)
    output.write(text.bytes)
  }
}
