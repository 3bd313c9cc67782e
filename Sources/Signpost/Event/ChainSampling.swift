import CCore
import CLTTng

/// The rule that leaves out chains of actions, if the environment of the program requests that.
enum ChainSampling {
  /// Sets the rule for all stores. Never freed, as threads use it without a lock.
  static func install() {
    guard composable_is_sampling() else { return }
    // The core passes on the decisions as they are.
    precondition(
      composable_chain_decision.record.rawValue == composable_chain_recorded
        && composable_chain_decision.sampledOut.rawValue == composable_chain_left_out
        && composable_chain_decision.overRate.rawValue == composable_chain_over_rate)
    let count: @convention(c) (UnsafePointer<CChar>?, UInt8) -> Void = { name, chain in
      switch composable_chain_decision(rawValue: chain) {
      case .record: composable_count_recorded_action()
      case .overRate: if let name { composable_count_action_over_rate(name) }
      case .sampledOut, nil: break
      }
    }
    let rule = UnsafeMutablePointer<composable_chain_rule>.allocate(capacity: 1)
    rule.initialize(
      to: composable_chain_rule(
        start: { composable_decide_next_chain().rawValue },
        count: composable_has_maximum_rate() ? count : nil))
    composable_set_chain_rule(rule)
  }
}
