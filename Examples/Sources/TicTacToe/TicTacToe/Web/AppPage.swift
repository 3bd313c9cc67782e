import AppCore
import ComposableArchitecture
import PageKit

/// The page of the one store.
struct AppPage: Page {
  static let name = "TicTacToe"
  static let files = PageFiles(
    html: PackageResources.page_html, css: PackageResources.page_css, js: PackageResources.page_js)

  let store: StoreOf<AppFeature>

  var state: PageState { PageState(store.state) }

  func perform(_ command: AppCommand) throws {
    store.send(try command.action(in: store.state))
  }
}
