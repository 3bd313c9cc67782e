import CLTTng

/// An existing session that records Bench itself: then no wrapper is disabled.
enum UnwantedSession {
  static func refuse() throws(Failure) {
    guard composable_action_begin_enabled() || composable_store_created_enabled() else { return }
    throw Failure(
      .unavailable,
      """
      an LTTng session records this program, so that nothing can be measured without one. \
      Stop it first: lttng stop
      """)
  }
}
