import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct CSVExporterTests {
  @Test func eachSpanIsARow() throws {
    let rows = try exported(
      .simple([
        .storeCreated(0, 1),
        .send(5, 7, store: 1, depth: 2),
        .actionBegin(10, 7, "app", "say \"a, b\""),
        .actionEnd(40, 7, changed: 2, effect: 1),
        .effectBegin(50, 8, "app", "load", action: 7),
        .effectEnd(90, 8, outcome: 1, outputs: 3),
      ]), as: .csv
    ).split(separator: "\r\n")
    let origin = TraceWriter.origin
    #expect(
      rows == [
        """
        kind,id,pid,tid,prefix,name,start_ns,end_ns,duration_ns,self_ns,completeness,outcome,parent,\
        cause,store,feature,state_changed,effect,outputs,sent_ns,queued_behind,source,line,host,\
        property,other_properties,changed_by,requested_ns
        """,
        #"action,7,4242,4242,app,"say ""a, b""",\#(origin + 10),\#(origin + 40),30,30,whole,,,,1,"#
          + "Counter,yes,run,,\(origin + 5),2,,,,,,,\(origin + 5)",
        """
        effect,8,4242,4242,app,load,\(origin + 50),\(origin + 90),40,,whole,cancelled,,7,1,Counter,,,3,,,,,,,,,
        """,
        """
        store,1,4242,4242,,Counter,\(origin),,,,stillOpen,,,,,,,,,,,Demo/main.swift,7,,,,,
        """,
      ])
  }

  @Test func export_waitForTheActor_startsWhenTheActionWasRequested() throws {
    let rows = try exported(
      .simple([
        .send(9000, 7, store: 1, waited: 8000), .actionBegin(9100, 7, "app", "tap"),
        .actionEnd(9200, 7),
      ]), as: .csv
    ).split(separator: "\r\n")
    let fields = rows[1].split(separator: ",", omittingEmptySubsequences: false)
    #expect(fields[19] == "\(TraceWriter.origin + 9000)")
    #expect(fields[27] == "\(TraceWriter.origin + 1000)")
  }

  @Test func export_observer_hasItsCause() throws {
    let rows = try exported(
      .simple([
        .observeBegin(5, 1, line: 7, after: 3, "app", "tap", changed: "Todo.isDone", others: 2),
        .observeEnd(9, 1, line: 7),
      ]), as: .csv
    ).split(separator: "\r\n")
    let row = try #require(rows.last)
    #expect(row.hasPrefix("observer,1,"))
    #expect(row.hasSuffix(",whole,,,3,1,,,,,,,Demo/main.swift,7,,Todo.isDone,2,[app] tap,"))
  }

  @Test func aGapIsARow() throws {
    let rows = try exported(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.schema(1)]),
          TraceWriter.Packet(events: [.schema(900)], discarded: 2),
        ]
      ]), as: .csv
    ).split(separator: "\r\n")
    let row = try #require(rows.last)
    let origin = TraceWriter.origin
    #expect(row.hasPrefix("gap,,,,,2 events lost,\(origin + 1),\(origin + 900),899,"))
    #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == 28)
  }
}
