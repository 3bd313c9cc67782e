/// Advice for a failed expectation.
enum ExpectationAdvice {
  case difference, irregularity, missingAction, nothingElse, running, unfinished

  var text: String {
    switch self {
    case .difference:
      """
      If what was recorded is right, change what is expected. If the expectation is right, change the \
      feature.
      """
    case .irregularity:
      """
      Each begin has one end, whatever a feature does. This is a defect of the library: please report \
      it with what was recorded.
      """
    case .missingAction:
      """
      Usual causes, and what to do:

      • Nothing has sent it: send it, or have the effect that sends it go on, by advancing a test clock \
      for example.

      • It is called otherwise: names are those of the cases, as they were recorded.

      • Its reducer is not wrapped in '.signpost()', or with another prefix.

      • It was sent outside of 'recorder.record { }'.

      • It was expected already: each 'expect' is about the next action of its name.
      """
    case .nothingElse:
      """
      'expect' each of them, or look at one feature only with 'prefix:'. If it should not happen, \
      change the feature.
      """
    case .running:
      """
      Usual causes, and what to do:

      • It waits for a clock, a stream or a continuation: advance the test clock, or have the test send \
      what it waits for.

      • It lives as long as the feature, as a timer or a subscription does: cancel it as the feature \
      does, or 'expect' it to be '.running()'.

      • It needs more time: make 'timeout:' larger.
      """
    case .unfinished:
      """
      Usual causes, and what to do:

      • An effect waits for a clock, a stream or a continuation: advance the test clock, or have the \
      test send what it waits for.

      • It needs more time: make 'timeout:' larger.

      • It does not happen: if that is right, change what is expected; otherwise change the feature.
      """
    }
  }
}
