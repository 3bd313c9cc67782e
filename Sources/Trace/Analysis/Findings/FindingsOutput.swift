import FoundationEssentials
import RecordingManifests

/// The findings of a recording as one object: the output of `signpost findings --json`.
struct FindingsOutput: Codable {
  /// The version of this structure; it is raised by any change but the addition of a key.
  var formatVersion = 1
  var directory: String
  var isComplete: Bool
  /// As in ``Report``.
  var remarks: [String]
  var sampling: Report.Sampling?
  var selections: [Report.Selection]?
  var time: [Report.ProcessTime]
  var findings: [Report.Finding]
  var rules: [RuleVerdict]
}

extension Report {
  /// Returns the findings as one JSON object, with the keys of ``Report``.
  public func findingsJSON() throws -> String {
    try jsonText(
      FindingsOutput(
        directory: directory, isComplete: isComplete, remarks: remarks, sampling: sampling,
        selections: selections, time: time, findings: findings, rules: rules))
  }

  /// Returns the findings in the Static Analysis Results Interchange Format, version 2.1.0.
  ///
  /// The places in code are the names of files in a recording, such as `App/ListView.swift`.
  public func findingsSARIF() throws -> String { try findingsSARIF(nil) }

  /// Returns the same with paths of files instead of names, as far as they are found.
  package func findingsSARIF(_ sources: SourceTree?) throws -> String {
    let results = findings.map { finding in
      SARIF.Result(
        ruleId: finding.rule, level: finding.certainty == .certain ? "warning" : "note",
        message: SARIF.Text(text: "\(finding.summary) \(finding.advice)"),
        locations: [SARIF.Location(finding, sources)],
        partialFingerprints: ["subject": "\(finding.rule) \(finding.subject)"])
    }
    let rules = RuleDescription.all.map { rule in
      SARIF.Rule(
        id: rule.id, shortDescription: SARIF.Text(text: rule.title),
        fullDescription: SARIF.Text(text: "\(rule.threshold). \(rule.reason)"),
        help: SARIF.Text(text: rule.correction))
    }
    return try jsonText(
      SARIF(
        runs: [
          SARIF.Run(
            tool: SARIF.Tool(driver: SARIF.Driver(name: "signpost", rules: rules)),
            originalUriBaseIds: sources.map {
              [
                SARIF.root: SARIF.Base(
                  uri: "file://\(SARIF.reference(to: $0.base == "/" ? "" : $0.base))/")
              ]
            },
            results: results)
        ]),
      keys: .useDefaultKeys)
  }
}

/// A document of the Static Analysis Results Interchange Format, with the parts used here.
private struct SARIF: Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// The name of the directory that paths are relative to.
  static let root = "%SRCROOT%"

  struct Run: Encodable {
    var tool: Tool
    var originalUriBaseIds: [String: Base]?
    var results: [Result]
  }

  struct Base: Encodable { var uri: String }

  struct Tool: Encodable { var driver: Driver }

  struct Driver: Encodable {
    var name: String
    var rules: [Rule]
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
  }

  struct Text: Encodable { var text: String }

  struct Result: Encodable {
    var ruleId: String
    var level: String
    var message: Text
    var locations: [Location]
    var partialFingerprints: [String: String]
  }

  struct Location: Encodable {
    var physicalLocation: PhysicalLocation
    var message: Text?

    struct PhysicalLocation: Encodable {
      var artifactLocation: ArtifactLocation
      var region: Region
    }

    struct ArtifactLocation: Encodable {
      var uri: String
      var uriBaseId: String?

      /// - Parameter name: The name of a file in a recording.
      init(_ name: String, _ sources: SourceTree?) {
        switch sources?.place(of: name) {
        case .below(let path): (uri, uriBaseId) = (SARIF.reference(to: path), SARIF.root)
        case .elsewhere(let path): uri = "file://" + SARIF.reference(to: path)
        case .ambiguous, .absent, nil: uri = SARIF.reference(to: name)
        }
      }
    }

    struct Region: Encodable { var startLine: UInt64 }

    /// The place of the code, or of a store that processes the subject, or else the recording: code
    /// hosts refuse results without a location.
    init(_ finding: Report.Finding, _ sources: SourceTree?) {
      let store = finding.file == nil ? finding.store : nil
      physicalLocation = PhysicalLocation(
        artifactLocation: ArtifactLocation(
          finding.sourceFile ?? RecordingManifest.fileName,
          finding.sourceFile.flatMap { _ in sources }),
        region: Region(startLine: max(finding.line ?? store?.line ?? 1, 1)))
      if let store {
        message = Text(
          text: "A store of \(store.feature), which processes \(finding.subject), is created here.")
      }
    }
  }

  /// A path as a URI reference.
  static func reference(to path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      // A colon would end a scheme.
      let isPlain = character.isLetter || character.isNumber || "-._~/".contains(character)
      if character.isASCII, isPlain { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}

extension Report.Finding {
  /// The file of its code, or else the one that creates a store which processes the subject.
  package var sourceFile: String? { file ?? store?.file }
}
