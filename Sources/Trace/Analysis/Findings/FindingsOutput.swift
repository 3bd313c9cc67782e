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
  public func findingsSARIF() throws -> String {
    let results = findings.map { finding in
      SARIF.Result(
        ruleId: finding.rule, level: finding.certainty == .certain ? "warning" : "note",
        message: SARIF.Text(text: "\(finding.summary) \(finding.advice)"),
        locations: [SARIF.Location(finding)],
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

  struct Run: Encodable {
    var tool: Tool
    var results: [Result]
  }

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

    struct ArtifactLocation: Encodable { var uri: String }

    struct Region: Encodable { var startLine: UInt64 }

    /// The place of the code, or of a store that processes the subject, or else the recording: code
    /// hosts refuse results without a location.
    init(_ finding: Report.Finding) {
      let store = finding.file == nil ? finding.store : nil
      physicalLocation = PhysicalLocation(
        artifactLocation: ArtifactLocation(
          uri: Self.reference(to: finding.file ?? store?.file ?? RecordingManifest.fileName)),
        region: Region(startLine: max(finding.line ?? store?.line ?? 1, 1)))
      if let store {
        message = Text(
          text: "A store of \(store.feature), which processes \(finding.subject), is created here.")
      }
    }

    /// A path as a URI reference.
    private static func reference(to path: String) -> String {
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
}
