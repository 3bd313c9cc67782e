import ComposableArchitecture
import Foundation
import Testing

@testable import CaseStudies

@MainActor
@Suite struct OutlineTests {
  /// A root, 1, and 1.1 below that.
  private let outline = Outline.State(
    children: [
      Outline.State(
        children: [Outline.State(id: UUID(2), title: "1.1")], id: UUID(1), title: "1")
    ], id: UUID(0), title: "Report")

  @Test func anActionTravelsThroughTheParentsOfItsHeading() async throws {
    let store = TestStore(initialState: outline) {
      Outline()
    } withDependencies: {
      $0.uuid = .constant(UUID(9))
    }
    let rows = OutlineRow.rows(of: outline)
    #expect(rows.map(\.title) == ["Report", "1", "1.1"])
    await store.send(rows[2].action(.addButtonTapped(title: "1.1.1"))) {
      $0.children[id: UUID(1)]?.children[id: UUID(2)]?.children = [
        Outline.State(id: UUID(9), title: "1.1.1")
      ]
    }
    #expect(store.state.count == 4)
    await store.send(try #require(rows[2].deletion)) {
      $0.children[id: UUID(1)]?.children = []
    }
    await store.send(rows[0].action(.collapseButtonTapped)) { $0.isCollapsed = true }
    #expect(OutlineRow.rows(of: store.state).map(\.hiddenCount) == [1])
    #expect(rows[0].deletion == nil)
  }
}
