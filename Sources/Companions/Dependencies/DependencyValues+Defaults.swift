import CompanionSupport

extension DependencyValues {
  /// The value of a dependency without an override.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The property that reads it, for messages.
  ///   - place: The location of the property's getter, for reads without `@Dependency`.
  func defaultValue<Key: TestDependencyKey>(
    for key: Key.Type, property: StaticString, at place: SourcePlace
  ) -> Key.Value {
    let read = DependencyRead.current?.pointee
    let isRead = !Self.isWriting
    let context = context
    let defaults = defaults
    if let prepared = defaults.preparedValue(for: key) { return prepared }
    if context == .test, let reporting = key as? any ReportingTestDependencyKey.Type,
      let value = reporting.testValue(
        as: Key.Value.self, for: .ofDependency("\(property)", at: read?.place))
    {
      // No value is made, so none is stored, but the key can no longer be prepared.
      guard isRead else { return value }
      let entry = defaults.entry(for: ObjectIdentifier(key), in: context)
      return entry.noteRead { defaults.preparedValue(for: key) } ?? value
    }
    return defaults.entry(for: ObjectIdentifier(key), in: context).value(
      isRead: isRead,
      prepared: { defaults.preparedValue(for: key) },
      make: { make(key, in: context) },
      reportMissing: {
        DependencyRead.reportMissing(
          key, of: Key.Value.self, in: context, property: read?.key == nil ? property : nil,
          at: read?.place ?? place)
      })
  }

  private func make<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> (Key.Value, isMissing: Bool) {
    var read = DependencyRead(place: nil, key: nil, keyOfDefault: ObjectIdentifier(key))
    return DependencyRead.with(&read) {
      provide {
        switch context {
        case .live:
          if let key = key as? any DependencyKey.Type, let value = key.live(as: Key.Value.self) {
            return (value, false)
          }
          return (Key.testValue, Key.shouldReportUnimplemented)
        case .preview:
          return (Key.previewValue, false)
        case .test:
          let value = Key.testValue
          let lacksTestValue = DependencyRead.current?.pointee.lacksTestValue ?? false
          return (value, lacksTestValue && Key.shouldReportUnimplemented)
        }
      }
    }
  }
}

extension DependencyKey {
  fileprivate static func live<Result>(as _: Result.Type) -> Result? { liveValue as? Result }
}

extension ReportingTestDependencyKey {
  fileprivate static func testValue<Result>(
    as _: Result.Type, for use: UnimplementedUse
  ) -> Result? {
    testValue(for: use) as? Result
  }
}

extension DependencyRead {
  /// Reports that a feature read a dependency without a value for the context.
  ///
  /// Not generic: the compiler would make a copy for each dependency of the library.
  fileprivate static func reportMissing(
    _ key: any TestDependencyKey.Type, of value: Any.Type, in context: DependencyContext,
    property: StaticString?, at place: SourcePlace
  ) {
    var name = "\(key).self"
    var override = "$0[\(name)] = …"
    // A function that reads `DependencyValues[Key.self]` is no property.
    if let property = property?.description, !property.contains("(") {
      name = "\\.\(property)"
      override = "$0.\(property) = …"
    }
    let subject = """
      '@Dependency(\(name))' has no \(context.rawValue) value, but \
      \(context == .live ? "a running program" : "a test") reads it.

        Read at: \(place.fileAndLine)
        Key:     \(key)
        Value:   \(value)
      """
    place.report(
      context == .live
        ? """
        \(subject)

        Its test value is used instead. To fix it, do one of these:

        • Conform '\(key)' to 'DependencyKey' with a 'static var liveValue'. If it does already, in \
        another module, the program has to link that module.

        • Set it when the program starts: 'prepareDependencies { \(override) }'.

        • Override it where the store is created: 'withDependencies: { \(override) }'.
        """
        : """
        \(subject)

        What a preview or the running program uses is used instead, which may reach the outside \
        world. To fix it, do one of these:

        • Override it for this test: 'withDependencies { \(override) } operation: { … }', or in the \
        last argument of 'Store' and 'TestStore'.

        • Give '\(key)' a 'static var testValue' that reports its use, or that is good for all tests.

        • If what the running program uses is good for tests, say so: \
        'static var testValue: \(value) { liveValue }'.
        """)
  }
}
