/// Why a command can't be carried out now.
enum CommandRefusal: Error, Equatable {
  case noSuchButton(Int, count: Int)
  case noSuchTodo(String)
  case nothingAsked
  case nothingOpen
  case notRenaming
}

extension CommandRefusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .noSuchButton(let number, let count):
      "there is no answer \(number); answers are 1 to \(count)"
    case .noSuchTodo(let name): "there is no todo \(name)"
    case .nothingAsked: "no question is being asked"
    case .nothingOpen: "no todo is open; open one first"
    case .notRenaming: "no todo is being renamed"
    }
  }
}
