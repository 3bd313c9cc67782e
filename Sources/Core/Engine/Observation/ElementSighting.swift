/// An element before its reducer runs.
@usableFromInline
struct ElementSighting {
  private let fields: UnobservedFields
  private let identity: _ObservedIdentity?
  private let digest: Int?

  /// Returns `nil` if a replacement of the element need not be found.
  init?<Element>(_ element: UnsafePointer<Element>) {
    guard let fields = ObservedLayout.of(Element.self).unobserved else { return nil }
    self.fields = fields
    identity = (element.pointee as? any _ObservedParts)?._$identity
    digest = fields.digest(of: element)
  }

  /// Whether the element was replaced by one that differs in an unobserved field, or may do so.
  func isReplaced<Element>(by element: UnsafePointer<Element>) -> Bool {
    (element.pointee as? any _ObservedParts)?._$identity != identity
      && fields.mayDiffer(in: element, since: digest)
  }
}
