/// What reading a trace comes upon.
enum TraceMessage {
  case event(TraceEvent)
  case gap(TraceGap)
}
