import Foundation
import Testing

@testable import TraceExport

/// The page's files are joined into one document that works without them.
@Suite struct PageDocumentTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Trace/Page/Page")

  private var modules: [PageFile] { PageFile.all.filter { $0.name.hasSuffix(".js") } }

  @Test func everyFileOfTheFolderIsEmbedded() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { ["html", "css", "js"].contains(URL(filePath: $0).pathExtension) }
    #expect(PageFile.all.map(\.name).sorted() == files.sorted())
    for file in PageFile.all {
      let path = Self.folder.appendingPathComponent(file.name)
      #expect(file.text == (try String(contentsOf: path, encoding: .utf8)), "\(file.name)")
    }
  }

  @Test func modulesComeAfterWhatTheyImport() throws {
    var earlier: Set<String> = []
    for module in modules {
      let imports = module.text.matches(of: #/(?m)^import [^;]+;/#)
      for line in imports.map(\.0) {
        let match = try #require(
          line.wholeMatch(of: #/import \{([A-Za-z0-9_, \n]+)\}\s+from "(\.[^"]+)";/#),
          "\(module.name): \(line)")
        let path = URL(filePath: "/\(module.name)").deletingLastPathComponent()
          .appendingPathComponent(String(match.2)).standardized.path.dropFirst()
        #expect(earlier.contains(String(path)), "\(module.name) imports \(path)")
      }
      earlier.insert(module.name)
    }
    #expect(modules.last?.name == "scripts/main.js")
  }

  @Test func topLevelNamesAreUnique() {
    var owners: [Substring: String] = [:]
    let declaration =
      #/(?:export )?(?:async )?(?:class|function\*?|const|let|var) ([A-Za-z0-9_$]+).*/#
    for module in modules {
      for line in module.text.split(separator: "\n") {
        guard let name = line.wholeMatch(of: declaration)?.1 else { continue }
        #expect(owners[name] == nil, "\(name) is in \(module.name) and \(owners[name] ?? "")")
        owners[name] = module.name
      }
    }
    #expect(!owners.isEmpty)
  }

  @Test func exportsAreDeclarations() {
    for module in modules {
      for line in module.text.split(separator: "\n") where line.hasPrefix("export ") {
        let isDeclaration =
          line.prefixMatch(of: #/export (async function|class|function|function\*|const) /#) != nil
        #expect(isDeclaration, "\(module.name): \(line)")
      }
    }
  }

  @Test func stylesComeInTheOrderOfTheirLinks() {
    let links = PageFile.document.matches(of: #/<link rel="stylesheet" href="([^"]+)">/#)
      .map { String($0.1) }
    #expect(PageFile.all.map(\.name).filter { $0.hasSuffix(".css") } == links)
  }

  @Test func nothingEndsItsElement() {
    for file in PageFile.all where file.name != "index.html" {
      for end in ["</script", "</style", "<!--"] {
        #expect(!file.text.lowercased().contains(end), "\(file.name) has \(end)")
      }
    }
  }

  @Test func commentsAreLeftOut() {
    let text = """
      // One line.
      let a = 1 // beside code
        /** A block
         * of lines. */
      let b = /** @type {X} */ (a)
        /** @type {X} */ (b)

      /*
      let c = 2
      */ let d = 3
      """
    #expect(
      PageFile.withoutComments(text) == """
        let a = 1 // beside code
        let b = /** @type {X} */ (a)
          /** @type {X} */ (b)
         let d = 3

        """)
  }

  @Test(arguments: [PageDocument.Source.inline, .served])
  func theDocumentNeedsNoOtherFile(source: PageDocument.Source) throws {
    let document = PageDocument(title: "demo", source: source)
    let text = document.text
    for reference in ["src=\"scripts/", "href=\"styles/"] {
      #expect(!text.contains(reference), "\(reference)")
    }
    #expect(text.matches(of: #/(?m)^(import|export) /#).isEmpty)
    let sources = text.matches(of: #/<meta name="signpost-data" content="([a-z]+)">/#)
    #expect(sources.map { String($0.1) } == [source.rawValue])
    #expect(document.head.contains("<body>"))
    #expect(document.tail.hasSuffix("</html>\n"))
    #expect(!text.contains("style=\""))
  }

  @Test func aPolicyAllowsNothingButTheDocumentsOwnScript() throws {
    let document = PageDocument(title: "demo", source: .inline)
    let nonce = try #require(
      document.text.firstMatch(of: #/<script type="module" nonce="([a-z0-9]{16,})">/#)?.1)
    #expect(document.text.contains("<style nonce=\"\(nonce)\">"))
    #expect(
      document.contentSecurityPolicy
        == "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
        + "img-src data:; base-uri 'none'; form-action 'none'")
    let meta = "<meta http-equiv=\"Content-Security-Policy\" content="
    #expect(document.text.contains("\(meta)\"\(document.contentSecurityPolicy)\">"))
    let other = PageDocument(title: "demo", source: .served)
    #expect(other.contentSecurityPolicy.contains("; connect-src 'self';"))
    #expect(!other.text.contains(nonce))
  }

  @Test func aTitleIsText() {
    let document = PageDocument(title: "</title><b>&\u{202e}\n", source: .inline)
    #expect(document.head.contains("<title>&lt;/title&gt;&lt;b&gt;&amp;\u{fffd}\u{fffd}</title>"))
  }
}
