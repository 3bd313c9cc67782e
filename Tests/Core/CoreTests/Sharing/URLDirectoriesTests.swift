import ComposableCore
import Foundation
import Testing

@Suite struct URLDirectoriesTests {
  @Test func featuresFindThePlacesTheyKnow() {
    let home = URL.homeDirectory.path
    for url in [URL.documentsDirectory, .applicationSupportDirectory, .cachesDirectory] {
      #expect(url.isFileURL && url.path.hasPrefix("/"))
      #expect(url.path != home)
    }
    #expect(URL.documentsDirectory.appending(component: "a.json").lastPathComponent == "a.json")
  }
}
