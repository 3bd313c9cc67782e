import TraceAnalysis

/// Sums up the self times of actions by their stack: process, thread, and the enclosing actions.
///
/// Memory depends on the number of different stacks, and of concurrently open actions.
struct ActionStacks {
  /// A stack is a node with its ancestors.
  struct Node {
    /// The parent of the node, `nil` for a root.
    var parent: Int?
    /// The index of the frame in ``frames``.
    var frame: Int
    /// Nanoseconds.
    var selfTime: Int64 = 0
    /// The root of the node.
    var root: Int
  }

  private(set) var nodes: [Node] = []
  /// The processes and threads of the roots, in the order of their first action.
  private(set) var roots: [(node: Int, process: ProcessIndex, thread: ThreadIndex?)] = []
  /// The names of frames in the trace, `nil` for roots.
  private(set) var frames: [NameID?] = []

  private struct Key: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }
  private struct Child: Hashable {
    var parent: Int
    var name: NameID
  }
  private struct Root: Hashable {
    var process: ProcessIndex
    var thread: ThreadIndex?
  }

  private var open: [Key: Int] = [:]
  private var children: [Child: Int] = [:]
  private var rootNodes: [Root: Int] = [:]
  private var frameNumbers: [NameID: Int] = [:]

  mutating func begin(_ span: Span) {
    let around = span.parent == 0 ? nil : open[Key(process: span.process, id: span.parent)]
    let parent = around ?? root(span)
    let child = Child(parent: parent, name: span.name)
    let node = children[child] ?? add(child)
    open[Key(process: span.process, id: span.id)] = node
  }

  /// Ends an action. One without a duration is not counted.
  mutating func end(_ span: Span) {
    guard let node = open.removeValue(forKey: Key(process: span.process, id: span.id)),
      let time = span.selfTime
    else { return }
    nodes[node].selfTime += time
  }

  /// The frames of a stack, the root first.
  func frames(of node: Int) -> [Int] {
    var found: [Int] = []
    var next: Int? = node
    while let node = next {
      found.append(nodes[node].frame)
      next = nodes[node].parent
    }
    return found.reversed()
  }

  private mutating func add(_ child: Child) -> Int {
    let frame = frameNumbers[child.name] ?? frames.count
    if frame == frames.count {
      frames.append(child.name)
      frameNumbers[child.name] = frame
    }
    nodes.append(Node(parent: child.parent, frame: frame, root: nodes[child.parent].root))
    children[child] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func root(_ span: Span) -> Int {
    let root = Root(process: span.process, thread: span.thread)
    if let known = rootNodes[root] { return known }
    let node = nodes.count
    nodes.append(Node(parent: nil, frame: frames.count, root: roots.count))
    frames.append(nil)
    rootNodes[root] = node
    roots.append((node, span.process, span.thread))
    return node
  }
}
