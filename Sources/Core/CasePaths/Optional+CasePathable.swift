extension Optional: CasePathable {
  /// The case paths of an optional: `none` and `some`, and the case paths of the wrapped type
  /// through `some`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable, Sequence {
    /// The absence of a value.
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(_unsafeEmbed: { _ in nil }, extract: { $0 == nil ? () : nil })
    }

    /// The wrapped value.
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(_unsafeEmbed: { $0 }, extract: { $0 })
    }

    /// A case of the wrapped enum: `state.destination.is(\.edit)` where `destination` is an
    /// optional.
    public subscript<Member>(
      dynamicMember keyPath: CaseKeyPath<Wrapped, Member>
    ) -> AnyCasePath<Optional, Member> where Wrapped: CasePathable {
      some.appending(Wrapped.allCasePaths[keyPath: keyPath])
    }

    /// The wrapped value of an optional payload of the wrapped enum, without a `some` after it.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: CaseKeyPath<Wrapped, Member?>
    ) -> AnyCasePath<Optional, Member> where Wrapped: CasePathable {
      some[dynamicMember: keyPath]
    }

    /// Iterates over the two cases of an optional.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Optional>> {
      [\AllCasePaths.none, \AllCasePaths.some].makeIterator()
    }
  }

  /// The case paths of an optional.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Optional.AllCasePaths: CasePathReflectable {
  /// The key path of the case that `root` is of.
  public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
    root == nil ? \.none : \.some
  }
}

extension Optional: CasePathIterable {}
