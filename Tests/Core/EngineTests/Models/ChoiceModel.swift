import ReferenceEngine

/// The state of a `Choice` for the reference engine.
struct ChoiceModel: Scripted, Equatable, Sendable {
  /// The number of levels of features in each case.
  let level: Int
  var content: Content

  indirect enum Content: Equatable, Sendable {
    case none
    case first(NodeModel)
    case second(NodeModel)
  }

  init(level: Int, _ content: Content = .none) {
    self.level = level
    self.content = content
  }

  var first: NodeModel? { if case .first(let state) = content { state } else { nil } }
  var second: NodeModel? { if case .second(let state) = content { state } else { nil } }

  var identity: [Int] {
    switch content {
    case .none: [0]
    case .first(let state): [1] + state.identity
    case .second(let state): [2] + state.identity
    }
  }

  mutating func apply(_ change: Change, in world: World) {
    func node(_ id: Int) -> NodeModel { NodeModel(level: level, id: id, population: 1) }
    switch change {
    case .setFirst(let id), .presentFirst(let id): content = .first(node(id))
    case .setSecond(let id), .presentSecond(let id): content = .second(node(id))
    case .clearChoice: content = .none
    default: break
    }
  }
}
