import ComposableDependencies
import TestSupport
import Testing

@Suite struct DependencyTests {
  struct Model {
    @Dependency(\.number) var number
    @Dependency(NumberClient.self) var byType
    @Dependency(\.number.name) var name
    @Dependency(\.self) var all
  }

  @Test func bothFormsReadTheSame() {
    withDependencies {
      $0.number.name = "one"
    } operation: {
      let model = Model()
      #expect(model.number.name == "one")
      #expect(model.byType.name == "one")
      #expect(model.name == "one")
      #expect(model.all.number.name == "one")
    }
  }

  @Test func contextChoosesTheDefault() {
    let model = Model()
    #expect(model.number.name == "test")
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(model.number.name == "live")
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(model.number.name == "preview")
    }
    #expect(DependencyValues.live.number.name == "live")
    #expect(DependencyValues.preview.number.name == "preview")
    #expect(DependencyValues.test.number.name == "test")
    #expect(DependencyValues._current.context == .test)
  }

  @Test func aPropertyKeepsTheValuesOfItsPlaceAndTheCurrentOnesWin() {
    let model = withDependencies {
      $0.number.name = "created"
      $0.interface.name = "created"
    } operation: {
      Model()
    }
    #expect(model.number.name == "created")
    withDependencies {
      $0.interface.name = "current"
    } operation: {
      #expect(model.number.name == "created")
      #expect(model.all.number.name == "created")
      #expect(model.all.interface.name == "current")
      withDependencies {
        $0.number.name = "inner"
      } operation: {
        #expect(model.number.name == "inner")
        #expect(model.byType.name == "inner")
        #expect(model.all.number.name == "inner")
        #expect(model.all.interface.name == "current")
      }
    }
    #expect(model.number.name == "created")
  }

  @Test func valuesAreCopiedWhenTheyChange() {
    var one = DependencyValues()
    one.number.name = "one"
    var two = one
    two.number.name = "two"
    #expect(one.number.name == "one")
    #expect(two.number.name == "two")
  }

  @Test func defaultsAreMadeOnce() {
    final class Count: Sendable {
      let value = LockedCount()
      static let shared = Count()
    }
    struct Counted: TestDependencyKey {
      static var testValue: Int { Count.shared.value.increment() }
    }
    struct Reader { @Dependency(Counted.self) var counted }
    let reader = Reader()
    #expect(reader.counted == reader.counted)
  }

  @Test func aDefaultMayReadOtherDependencies() {
    struct Derived: TestDependencyKey {
      static var testValue: String {
        @Dependency(\.number) var number
        return "from \(number.name)"
      }
    }
    @Dependency(Derived.self) var derived
    #expect(derived == "from test")
  }

  @Test func anOptionalDependencyMayBeOverriddenWithNil() {
    struct Maybe: TestDependencyKey {
      static var testValue: Int? { 1 }
    }
    @Dependency(Maybe.self) var maybe
    #expect(maybe == 1)
    withDependencies {
      $0[Maybe.self] = nil
    } operation: {
      #expect(maybe == nil)
    }
  }

  // MARK: Mistakes

  @Test func aMissingTestValueIsReportedOnceWhereItIsRead() {
    struct Feature { @Dependency(\.liveOnly) var client }
    withKnownIssue {
      let feature = Feature()
      #expect(feature.client.name == "live")
      _ = feature.client
    } matching: { issue in
      let text = issue.description
      return text.contains(#"'@Dependency(\.liveOnly)' has no test value"#)
        && text.contains("DependenciesTests/DependencyTests.swift")
        && text.contains("withDependencies { $0.liveOnly = … }")
        && text.contains("static var testValue: LiveOnlyClient { liveValue }")
    }
    _ = Feature().client
  }

  @Test func aMissingTestValueReadByTypeIsReported() {
    withKnownIssue {
      @Dependency(LiveOnlyClient.self) var client
      _ = client
    } matching: { issue in
      issue.description.contains("'@Dependency(LiveOnlyClient.self)' has no test value")
        && issue.description.contains("$0[LiveOnlyClient.self] = …")
    }
  }

  @Test func dependencyValues_readMissingTestValue_isReportedOnceAtTheGetter() {
    @Dependency(\.self) var values
    withKnownIssue {
      #expect(values.liveOnly.name == "live")
      _ = DependencyValues._current.liveOnly
    } matching: { issue in
      issue.description.contains(#"'@Dependency(\.liveOnly)' has no test value"#)
        && issue.sourceLocation?.fileID == "TestSupport/NumberClient.swift"
    }
    _ = values.liveOnly
  }

  @Test func dependencyValues_readMissingTestValueByKey_isReportedAtTheCall() {
    withKnownIssue {
      #expect(DependencyValues[LiveOnlyClient.self].name == "live")
    } matching: { issue in
      issue.description.contains("'@Dependency(LiveOnlyClient.self)' has no test value")
        && issue.description.contains("$0[LiveOnlyClient.self] = …")
        && issue.sourceLocation?.fileID == "DependenciesTests/DependencyTests.swift"
    }
  }

  @Test func dependency_missingTestValueAsAnotherType_isReportedByItsKey() {
    withKnownIssue {
      @Dependency(LiveOnlyClient.self, as: (any Sendable).self) var client
      _ = client
    } matching: { issue in
      issue.description.contains("'@Dependency(LiveOnlyClient.self)' has no test value")
    }
  }

  @Test func testValue_ofAKeyWithALiveValueOnly_isReported() {
    withKnownIssue {
      #expect(LiveOnlyClient.testValue.name == "live")
    } matching: { issue in
      issue.description.contains("'LiveOnlyClient.testValue' was read")
    }
  }

  @Test func dependencies_ofAKeyAsAnotherType_areRead() {
    enum Log: TestDependencyKey {
      static var testValue: any Sendable & CustomStringConvertible { 1 }
    }
    withDependencies {
      $0[Log.self] = "a text"
    } operation: {
      @Dependency(Log.self, as: String.self) var text
      #expect(text == "a text")
    }
  }

  @Test func overridingAPartOfAMissingValueIsNoUse() {
    withDependencies {
      $0.liveOnly.name = "mine"
    } operation: {
      @Dependency(\.liveOnly) var client
      #expect(client.name == "mine")
    }
    withKnownIssue {
      @Dependency(\.liveOnly) var client
      _ = client
    }
  }

  @Test func aKeyMayForgoTheReport() {
    struct Lenient: DependencyKey {
      static var liveValue: Int { 1 }
      static var shouldReportUnimplemented: Bool { false }
    }
    @Dependency(Lenient.self) var value
    #expect(value == 1)
  }

  @Test func aMissingLiveValueIsReported() {
    withKnownIssue {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.interface) var client
        #expect(client.name == "test")
      }
    } matching: { issue in
      issue.description.contains(#"'@Dependency(\.interface)' has no live value"#)
        && issue.description.contains("prepareDependencies { $0.interface = … }")
    }
  }
}
