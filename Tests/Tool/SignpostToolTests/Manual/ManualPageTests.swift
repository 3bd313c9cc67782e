import Testing

@testable import SignpostTool

struct ManualPageTests {
  private func source(of dump: String, usage: String = "tool run <file>") throws -> String {
    ManualPage(
      command: try CommandDescription(dump: dump), usage: usage, date: "2026-01-31",
      related: ["other"]
    ).source
  }

  @Test func aPageHoldsWhatHelpSays() throws {
    let page = try source(
      of: #"""
        {"serializationVersion": 0, "command": {
          "commandName": "run", "superCommands": ["tool"], "shouldDisplay": true,
          "abstract": "Runs a file.",
          "discussion": "Text of a paragraph.\n\na  table\nb  of two lines\n\nEXAMPLE\ntool run x",
          "arguments": [
            {"kind": "positional", "valueName": "file", "abstract": "The file.",
             "isRepeating": true, "shouldDisplay": true},
            {"kind": "option", "valueName": "level", "abstract": "How much.",
             "names": [{"kind": "long", "name": "level"}, {"kind": "short", "name": "l"}],
             "allValues": ["low", "high"], "defaultValue": "low",
             "isRepeating": false, "shouldDisplay": true},
            {"kind": "flag", "valueName": "secret", "abstract": "Hidden.",
             "names": [{"kind": "long", "name": "secret"}],
             "isRepeating": false, "shouldDisplay": false},
            {"kind": "flag", "valueName": "dry", "abstract": "Does nothing.",
             "names": [{"kind": "long", "name": "dry-run"}], "sectionTitle": "What is done",
             "isRepeating": false, "shouldDisplay": true}
          ]
        }}
        """#)
    #expect(
      page == #"""
        .TH "TOOL\-RUN" 1 "2026-01-31" composable\-signpost "signpost manual"
        .nh
        .ad l
        .SH "NAME"
        tool\-run \- runs a file
        .SH "SYNOPSIS"
        \fBtool run\fR <file>
        .SH "DESCRIPTION"
        Text of a paragraph.
        .PP
        .RS "4"
        .nf
        a  table
        b  of two lines
        .fi
        .RE
        .SH "ARGUMENTS"
        .TP
        \fIfile\fR ...\fR
        The file.
        .SH "OPTIONS"
        .TP
        \fB\-l\fR, \fB\-\-level\fR \fIlevel\fR
        How much.
        .IP
        Values: low, high.
        .IP
        Default: low.
        .SS "What is done"
        .TP
        \fB\-\-dry\-run\fR
        Does nothing.
        .SH "EXAMPLE"
        .RS "4"
        .nf
        tool run x
        .fi
        .RE
        .SH "SEE ALSO"
        \fBtool\fR(1),
        \fBother\fR(1)

        """#)
  }

  @Test func textIsNeverTakenForMarkup() throws {
    let page = try source(
      of: #"""
        {"command": {"commandName": "run", "shouldDisplay": true, "abstract": "ABC of things.",
          "discussion": ".signpost() and 'quotes', C:\\x, ~/x, with --all.\n\nmore…   ü\n.x -y"}}
        """#)
    #expect(page.contains("run \\- ABC of things\n"))
    #expect(
      page.contains(
        #"\&.signpost() and \(aqquotes\(aq, C:\ex, \(ti/x, with \-\-all."# + "\n"))
    #expect(page.contains(#"more... \[u00FC]"# + "\n" + #"\&.x \-y"# + "\n"))
  }

  @Test func eachCommandThatHelpListsHasAPage() throws {
    let pages = try ManualCommand.pages(date: "")
    let names = pages.map(\.name)
    #expect(names.first == "signpost")
    #expect(Set(names).isSuperset(of: ["signpost-record", "signpost-report", "signpost-view"]))
    #expect(Set(names).count == names.count)
    #expect(pages.allSatisfy { !$0.usage.isEmpty })
    #expect(!names.contains("signpost-manual"))
  }
}
