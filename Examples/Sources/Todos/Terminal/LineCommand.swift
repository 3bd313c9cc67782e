import ComposableArchitecture

/// The request of one line of standard input.
enum LineCommand: Equatable, Sendable {
  case perform([UserCommand])
  case pause(Duration)
  case wait
  case quit
}

extension LineCommand {
  /// Reads a line; `nil` where it is empty or a comment.
  ///
  /// - Parameter todos: Those that are shown, which numbers in the line mean.
  init?(parsing line: String, todos: IdentifiedArrayOf<Todo>) throws(LineFailure) {
    let text = line.trimmed
    guard let word = text.split(whereSeparator: \.isWhitespace).first, !word.hasPrefix("#")
    else { return nil }
    let words = Words(rest: String(text.dropFirst(word.count)).trimmed, line: text, todos: todos)
    switch word {
    case "add": self = .perform([.add(try words.text("add Water the plants"))])
    case "choose": self = .perform([.choose(try words.number("choose 1"))])
    case "clear": self = .perform([.clear])
    case "close": self = .perform([.close])
    case "delete": self = .perform([.delete(try words.optionalTodo("delete 1"))])
    case "down": self = .perform([.down(try words.todo("down 1"))])
    case "filter": self = .perform([.filter(try words.filter())])
    case "focus": self = .perform([.focus])
    case "note": self = .perform([.note(words.rest)])
    case "open": self = .perform([.open(try words.todo("open 1"))])
    case "quit": self = .quit
    case "rename":
      let (id, title) = try words.todoAndText("rename 1 Water the roses")
      self = .perform([.rename(id), .title(title), .save])
    case "retry": self = .perform([.retry])
    case "toggle": self = .perform([.toggle(try words.todo("toggle 1"))])
    case "undo": self = .perform([.undo])
    case "up": self = .perform([.up(try words.todo("up 2"))])
    case "wait" where words.rest.isEmpty: self = .wait
    case "wait": self = .pause(.milliseconds(try words.number("wait 500")))
    default: throw .unknown(text)
    }
  }

  /// The words there are, as an unknown one is answered with.
  static let words = """
    add, choose, clear, close, delete, down, filter, focus, note, open, quit, rename, retry, \
    toggle, undo, up, wait
    """
}

/// The words after the first one of a line.
private struct Words {
  let rest: String
  let line: String
  let todos: IdentifiedArrayOf<Todo>

  func text(_ example: String) throws(LineFailure) -> String {
    guard !rest.isEmpty else { throw .incomplete(line, example: example) }
    return rest
  }

  func number(_ example: String) throws(LineFailure) -> Int {
    guard let number = Int(rest), number >= 0 else { throw .incomplete(line, example: example) }
    return number
  }

  func todo(_ example: String) throws(LineFailure) -> Todo.ID {
    let number = try number(example)
    guard todos.indices.contains(number - 1) else { throw .refused(.noSuchTodo("\(number)")) }
    return todos[number - 1].id
  }

  func optionalTodo(_ example: String) throws(LineFailure) -> Todo.ID? {
    rest.isEmpty ? nil : try todo(example)
  }

  func todoAndText(_ example: String) throws(LineFailure) -> (Todo.ID, String) {
    let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard parts.count == 2 else { throw .incomplete(line, example: example) }
    return (try Words(rest: parts[0], line: line, todos: todos).todo(example), parts[1])
  }

  func filter() throws(LineFailure) -> TodoFilter {
    guard let filter = TodoFilter(rawValue: rest) else {
      throw .incomplete(line, example: "filter active")
    }
    return filter
  }
}

/// Why a line is not carried out.
enum LineFailure: Error, Equatable {
  case incomplete(String, example: String)
  case refused(CommandRefusal)
  case unknown(String)
}

extension LineFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .incomplete(let line, let example): "'\(line)' is incomplete; write it like '\(example)'"
    case .refused(let refusal): "\(refusal)"
    case .unknown(let line): "unknown command '\(line)'; commands are \(LineCommand.words)"
    }
  }
}
