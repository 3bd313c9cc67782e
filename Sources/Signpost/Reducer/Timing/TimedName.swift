/// The prefix of a wrapper and the name of an action, identified by their addresses, which are
/// never freed.
struct TimedName: Hashable, @unchecked Sendable {
  let prefix: UnsafePointer<CChar>
  let name: UnsafePointer<CChar>
}
