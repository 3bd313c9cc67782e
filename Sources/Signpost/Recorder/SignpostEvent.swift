import ComposableCore
public import Logging
public import TraceSchema

/// An event in a ``SignpostRecorder``.
///
/// It has the names, ids, outcomes and texts of the event in a trace. Times, threads, lines of
/// source files and data for replays are only in a trace.
///
/// Ids are numbered from 1 in the order in which the recorder first meets them, separately for
/// actions, effects, stores, intervals and the ids given to a signposter, so that a test can state
/// them; 0 stands for "none".
public enum SignpostEvent: Hashable, Sendable {
  /// A store was created, possibly scoped from `parent`.
  case storeCreated(store: Int, parent: Int, feature: String)
  /// A store was released.
  case storeReleased(store: Int)
  /// A wrapped reducer is about to run.
  ///
  /// `cause` is the effect that sent the action, `parent` the action interval of the enclosing
  /// wrapper, and `store` the root store whose reducer runs.
  case actionBegin(action: Int, cause: Int, parent: Int, store: Int, prefix: String, name: String)
  /// A wrapped reducer returned.
  case actionEnd(action: Int, stateChanged: StateChange, effect: SignpostEffectKind)
  /// The work of an effect starts; `action` is the one whose reducer returned it.
  case effectBegin(effect: Int, action: Int, prefix: String, name: String)
  /// An effect sends an action.
  case effectOutput(effect: Int, name: String)
  /// The work of an effect ended, having sent `outputs` actions.
  case effectEnd(effect: Int, outcome: SignpostOutcome, outputs: Int)
  /// An interval of a ``Signposter`` starts; `id` is the ``SignpostID``, 0 if it is exclusive.
  case intervalBegin(
    interval: Int, id: Int, subsystem: String, category: String, name: String, message: String)
  /// An interval of a ``Signposter`` ended.
  case intervalEnd(interval: Int, name: String, outcome: SignpostIntervalOutcome, message: String)
  /// A ``Signposter`` emitted an event.
  case event(id: Int, subsystem: String, category: String, name: String, message: String)
  /// A ``SignpostLogHandler`` received a log record; `metadata` has the same form as in a trace.
  case log(level: Logger.Level, label: String, message: String, metadata: String)
  /// The payload of an action, if the wrapper records payloads.
  case actionPayload(action: Int, payload: String)
  /// The difference that an action made to the state, if the recorder includes differences.
  case stateDiff(action: Int, text: String)
  /// A wrapped reducer exceeded the budget of its wrapper, or an observer its own: then `action` is
  /// 0 and `name` its file and line.
  case budgetExceeded(
    action: Int, prefix: String, name: String, budget: Duration, taken: Duration)
  /// An action is sent to a store, with `depth` others queued before it.
  ///
  /// `action` is the interval that it leads to, `cause` the effect that sends it.
  case send(
    action: Int, cause: Int, store: Int, depth: Int, isReentrant: Bool, name: String)
  /// A child store was requested from a store, and was found in the cache or created.
  case scope(store: Int, child: Int, isCached: Bool)
  /// An observer created with `observe { }` in `file` reacts to a change of `store`, 0 if unknown.
  ///
  /// `action` is the action that changed the observer's properties, 0 if it is unknown. `property`
  /// is the first property that changed, as `Todo.isDone`, empty if it is unknown, and `others` the
  /// number of other properties.
  case observeBegin(store: Int, file: String, action: Int, property: String, others: Int)
  /// An observer has reacted.
  case observeEnd(store: Int, file: String)
}

/// Whether an action changed the state, if that is cheap to compare.
public typealias StateChange = TraceSchema.StateChange

/// The kind of effect that a reducer returned.
public typealias SignpostEffectKind = TraceSchema.EffectKind

/// The outcome of an effect's work.
public typealias SignpostOutcome = TraceSchema.EffectOutcome

/// The outcome of an interval of a ``Signposter``.
public typealias SignpostIntervalOutcome = TraceSchema.IntervalOutcome

extension SignpostEffectKind {
  init(_ kind: ComposableCore.EffectKind) {
    self =
      switch kind {
      case .none: .none
      case .run: .run
      case .send: .send
      case .merge: .merge
      case .concatenate: .concatenate
      case .cancel: .cancel
      }
  }
}

extension SignpostOutcome {
  init(_ outcome: ComposableCore.EffectOutcome) {
    self =
      switch outcome {
      case .finished: .finished
      case .cancelled: .cancelled
      case .failed: .failed
      }
  }
}
