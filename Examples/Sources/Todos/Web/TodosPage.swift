import ComposableArchitecture
import PageKit

/// The page of the one store.
struct TodosPage: Page {
  static let name = "Todos"
  static let files = PageFiles(
    html: PackageResources.page_html, css: PackageResources.page_css, js: PackageResources.page_js)

  let session: TodosSession

  var state: PageState { PageState(session.store.state) }

  func perform(_ command: UserCommand) throws {
    try session.perform(command)
  }
}
