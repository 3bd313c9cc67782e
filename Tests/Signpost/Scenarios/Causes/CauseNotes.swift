import CompanionSupport
import ComposableCore

/// The notes of a tree of features about itself: the effect behind each action, and the action
/// behind each effect. Independent of tracing.
final class CauseNotes: Sendable {
  private struct Action {
    let text: String
    let sender: Sender
    /// The same action, as the feature around this one knows it.
    let enclosing: Int?
  }

  private struct Work {
    let action: Int
    /// `nil` of an effect that has not begun.
    var outcome: String?
  }

  private struct State {
    var actions: [Action] = []
    var effects: [Work] = []
    var current: [Int] = []
    var dismisser: Sender?
  }

  private let state = Locked(State())

  /// A feature receives an action.
  func begin(_ note: ActionNote, of feature: String) {
    state.withLock { state in
      var sender = note.sender
      if sender == .dismissal {
        sender = state.dismisser ?? .outside
        state.dismisser = nil
      }
      if let effect = sender.effect, state.effects[effect].outcome == nil {
        state.effects[effect].outcome = "finished"
      }
      state.actions.append(
        Action(text: "\(feature) \(note.name)", sender: sender, enclosing: state.current.last))
      state.current.append(state.actions.count - 1)
    }
  }

  /// Ends the notes with the last effect that has begun.
  func end() {
    state.withLock { _ = $0.current.removeLast() }
  }

  /// An action that the current one sends.
  func send<Value>(_ action: (Sender) -> Value) -> Effect<Value> {
    .send(action(makeEffect()))
  }

  /// Work that the current action starts.
  func run<Value>(
    _ work:
      nonisolated(nonsending) @escaping @Sendable (Send<Value>, Sender) async throws -> Void,
    catch handler: (
      nonisolated(nonsending) @Sendable (Send<Value>, Sender) async -> Void
    )? = nil
  ) -> Effect<Value> {
    let sender = makeEffect()
    return .run { send in
      self.note("running", of: sender)
      do {
        try await work(send, sender)
        self.note(Task.isCancelled ? "cancelled" : "finished", of: sender)
      } catch {
        self.note(Task.isCancelled ? "cancelled" : "failed", of: sender)
        throw error
      }
    } catch: { _, send in
      await handler?(send, sender)
    }
  }

  /// An effect is about to send an action that can't say where it comes from.
  func willDismiss(_ sender: Sender) {
    state.withLock { $0.dismisser = sender }
  }

  /// The actions from outside, each with its consequences.
  func forest() -> [CauseTree] {
    state.withLock { state in
      func tree(_ index: Int) -> CauseTree {
        let nested = state.actions.indices.filter { state.actions[$0].enclosing == index }
        let effects = state.effects.indices.compactMap { effect -> CauseTree? in
          guard state.effects[effect].action == index, let outcome = state.effects[effect].outcome
          else { return nil }
          return CauseTree("effect \(outcome)", outermost(from: Sender(effect: effect)))
        }
        return CauseTree(state.actions[index].text, nested.map(tree) + effects)
      }
      func outermost(from sender: Sender) -> [CauseTree] {
        state.actions.indices
          .filter { state.actions[$0].enclosing == nil && state.actions[$0].sender == sender }
          .map(tree)
      }
      return outermost(from: .outside)
    }
  }

  private func makeEffect() -> Sender {
    state.withLock { state in
      guard let action = state.current.last else { return .outside }
      state.effects.append(Work(action: action))
      return Sender(effect: state.effects.count - 1)
    }
  }

  private func note(_ outcome: String, of sender: Sender) {
    guard let effect = sender.effect else { return }
    state.withLock { $0.effects[effect].outcome = outcome }
  }
}
