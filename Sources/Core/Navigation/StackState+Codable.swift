extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements, without their ids, as an array.
  public func encode(to encoder: any Encoder) throws {
    guard let kept = StackElementIDCoding(encoder.userInfo) else {
      var container = encoder.singleValueContainer()
      try container.encode(storage.elements)
      return
    }
    var container = encoder.container(keyedBy: IdentifiedElementsKey.self)
    try container.encode(storage.elements, forKey: .elements)
    try container.encode(Array(ids), forKey: .ids)
    if kept == .idsAndNext {
      try container.encode(StackElementIDGenerator.current.peek(), forKey: .next)
    }
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes an array, whose elements get new ids.
  public init(from decoder: any Decoder) throws {
    guard StackElementIDCoding(decoder.userInfo) != nil else {
      self.init(try decoder.singleValueContainer().decode([Element].self))
      return
    }
    let container = try decoder.container(keyedBy: IdentifiedElementsKey.self)
    let elements = try container.decode([Element].self, forKey: .elements)
    let ids = try container.decode([StackElementID].self, forKey: .ids)
    guard ids.count == elements.count, Set(ids).count == ids.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .ids, in: container,
        debugDescription: "\(elements.count) elements need as many different ids")
    }
    self.init()
    let generator = StackElementIDGenerator.current
    for (id, element) in zip(ids, elements) {
      push(element, id: id)
      generator.skip(id)
    }
    if let next = try container.decodeIfPresent(StackElementID.self, forKey: .next) {
      generator.advance(to: next)
    }
  }
}

/// Whether stacks are encoded with the ids of their elements.
///
/// Files that clients write have no ids, as these say nothing to another process. A recorded
/// session needs them: its actions name elements by their ids.
enum StackElementIDCoding: String {
  /// The elements and their ids.
  case ids
  /// In addition the id of the next element, so that elements appended to the decoded stack get
  /// their original ids.
  case idsAndNext

  /// - Parameter userInfo: The user info of an encoder or a decoder.
  init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard !userInfo.isEmpty, let text = userInfo[.stackElementIDs] as? String else { return nil }
    self.init(rawValue: text)
  }
}

extension CodingUserInfoKey {
  /// `ids` or `idsAndNext`, as text: modules without the architecture set it, too.
  static var stackElementIDs: CodingUserInfoKey {
    CodingUserInfoKey(rawValue: "composable.stackElementIDs")!
  }
}

private enum IdentifiedElementsKey: String, CodingKey {
  case elements, ids, next
}
