// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ComposableArchitecture

@CasePathable
enum Alert { case alert(Never) }

/// Named like the table's own types, with payloads that are, too.
@CasePathable
@dynamicMemberLookup
enum Element {
  case first(Int)
  case several(Self.Nested, [Self])
  case nested(Element.Nested)
  indirect case itself(Self)
  case withDefault(Int = 3)
  case labelled(x: String = "a")
  case partlyLabelled(_ y: Int, z: () -> Void)

  struct Nested {}
}

@CasePathable
enum Root<Element> {
  case element(Element)
  case iterator(Iterator)
  case optional(label: Element?)

  struct Iterator {}
}

@CasePathable
enum Iterator {
  case element(Element)
  case root(Root<Int>)
  case sequence(any Sequence<Int>)
  case tuple((Int, Int))
  case function(@Sendable (inout Int) async throws -> Void)
  case metatype(Int.Type)
}

@CasePathable
public enum Public {
  case inner(Inner)

  public enum Inner {}
}

@CasePathable
fileprivate enum FilePrivate { case inner(Int) }

@CasePathable
private enum Private { case inner(Int) }

struct Outer {
  @CasePathable
  fileprivate enum Inner {
    case value(Int), `default`, `in`(Int), `init`
    case set(Int)

    static func set(_ x: String) -> Self { .default }
  }
}

extension Outer {
  @CasePathable
  enum InExtension { case nested(Nested) }

  struct Nested {}
}

@CasePathable
enum Constrained<A, B> where A: Equatable, B: Sequence {
  case a(A)
  case b(B)
  case element(B.Element)
}

@available(macOS 9999, *)
@CasePathable
enum Available { case a, b(Int) }

@CasePathable
enum PartlyAvailable {
  @available(macOS 9999, *) case later
  @available(*, unavailable) case gone(Int)
  case here
}

@MainActor
@CasePathable
enum Isolated { case a(Int), b }

@CasePathable
indirect enum Tree { case leaf, node(Tree, Tree), only(Tree) }

@CasePathable
enum Raw: String { case a, b = "x" }

@CasePathable
enum Conditional {
  #if os(Windows)
    case windows
  #else
    case never(Never)
  #endif
  case also(Never)
}

@CasePathable
enum Itself { case `self`(Int), `default`(value: Int), `Self` }

func use() {
  let element = Element.withDefault()
  _ = element[case: \.withDefault]
  _ = element.labelled
  _ = element.is(\.first)
  let several: Element = (\Element.Cases.several)((Element.Nested(), []))
  _ = several
  _ = Alert.allCasePaths.alert
}
