public import CustomDump
public import OrderedCollections

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Arrays with one storage are equal, unless shared values in them are seen at two moments.
    let areElementsEqual =
      isStorageSeenAtTwoMoments
      ? lhs.storage.values.elementsEqual(rhs.storage.values) : lhs.elements == rhs.elements
    return areElementsEqual
      && (lhs.structure == rhs.structure || lhs.storage.keys == rhs.storage.keys)
  }

  @usableFromInline
  static var isStorageSeenAtTwoMoments: Bool { SharedPerspective.isComparing }

  /// Whether the element with the same id is equal to `element`.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    self[id: elementID(element)] == element
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in their order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

// Unchecked: the function that returns an element's id reads the element and captures only types,
// or a key path given by a user, which reads properties.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array. Throws `DecodingError.dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init()
    for element in try container.decode([Element].self) where !append(element).inserted {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There are two elements with the id '\(element.id)'.")
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements, in the form of an array's description.
  public var description: String { elements.description }

  /// The type, and the elements in the form of an array's description.
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable, CustomDumpReflectable {
  /// The elements, in the form of an array's description.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }

  /// The elements, in the form of an array's description.
  public var customDumpMirror: Mirror { customMirror }
}
