import ComposableArchitecture
import Testing

@Suite struct CasePathableTests {
  @Test func casesHaveKeyPaths() {
    #expect(Shape.allCasePaths.circle.embed(2) == .circle(2))
    #expect(Shape.allCasePaths.circle.extract(from: .circle(2)) == 2)
    #expect(Shape.allCasePaths.circle.extract(from: .point) == nil)
    #expect((\Shape.Cases.rectangle)((width: 1, height: 2)) == .rectangle(width: 1, height: 2))
    #expect(Shape.rectangle(width: 1, height: 2).rectangle?.width == 1)
    #expect(Shape.point.is(\.point))
    #expect(Shape.point.case == \Shape.Cases.point)
    #expect(Shape.named(name: "a").named == "a")
    #expect(Shape.`default`.is(\.`default`))
  }

  @Test func payloadsChangeInPlace() {
    var shape = Shape.circle(1)
    shape.modify(\.circle) { $0 += 1 }
    #expect(shape == .circle(2))
    shape.circle? += 1
    #expect(shape[case: \.circle] == 3)
  }

  @Test func casesAreListed() {
    #expect(Array(Shape.allCasePaths).count == 5)
    #expect(Array(Box<Int>.allCasePaths) == [\.element, \.none])
    #expect(Array(Nothing.allCasePaths).isEmpty)
  }

  @Test func casesInConditions() {
    #expect(Array(Conditional.allCasePaths).count == 2)
    #expect(Conditional.linux(1)[case: \.linux] == 1)
  }

  @Test func genericEnumsAndNamesOfTheTable() {
    #expect(Box<Int>.element(1)[case: \.element] == 1)
    #expect(Rooted.root(Rooted.Root(value: 3))[case: \.root]?.value == 3)
  }
}

@CasePathable
@dynamicMemberLookup
enum Shape: Equatable {
  case circle(Double)
  case rectangle(width: Double, height: Double)
  case named(name: String)
  case point
  case `default`
}

@CasePathable
enum Box<Element> {
  case element(Element)
  case none
}

@CasePathable
enum Rooted {
  struct Root { var value = 0 }
  case root(Root)
}

@CasePathable
enum Nothing {}

/// An enum with a case for each platform.
@CasePathable
public enum Conditional {
  #if os(Linux)
    case linux(Int)
  #elseif os(macOS)
    case mac
  #else
    case other
  #endif
  case always
}
