import ComposableArchitecture
import TerminalKit

struct BookshelfView: StudyView {
  let store: StoreOf<Bookshelf>

  private var prompt: Prompt<Bookshelf.Action>? {
    for book in store.books {
      if let alert = book.favorite.alert {
        return Prompt(alert) { .books(.element(id: book.id, action: .favorite(.alert($0)))) }
      }
    }
    return nil
  }

  var currentCommands: [Command<Bookshelf.Action>] {
    if let prompt { return prompt.commands }
    return store.books.enumerated().map { index, book in
      Command(
        "\(index + 1)", keys: [.character(Character("\(index + 1)"))], label: book.title,
        help: "make “\(book.title)” a favorite, or no longer",
        sends: .books(.element(id: book.id, action: .favorite(.buttonTapped))))
    }
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    store.books.enumerated().map { index, book in
      let line = "\(index + 1)  \(mark(book.favorite)) \(book.title)"
      return book.favorite.isSettled ? line : line + Style.dim("  not confirmed yet", if: usesColor)
    } + (prompt.map { [""] + $0.lines(width: width, usesColor: usesColor) } ?? [])
  }

  private func mark(_ favorite: Favorite.State) -> String { favorite.isFavorite ? "★" : "☆" }

  var summary: String {
    (store.books.map { book in
      "\(mark(book.favorite)) \(book.title)" + (book.favorite.isSettled ? "" : "?")
    }
      + (prompt.map { [$0.summary] } ?? []))
      .joined(separator: " | ")
  }
}
