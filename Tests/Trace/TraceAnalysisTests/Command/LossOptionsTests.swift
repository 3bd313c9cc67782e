import Foundation
import Testing

@testable import SignpostTool
@testable import TraceAnalysis

@Suite struct LossOptionsTests {
  /// `record --snapshot --fail-on-loss` judges each snapshot that was written.
  @Test(arguments: [([0], 0), ([0, 3], 79), ([3], 79)] as [([UInt64], Int32)])
  func checkSnapshots_lossOfOne_isAFailure(lost: [UInt64], expected: Int32) throws {
    try withTemporaryDirectory { directory in
      for (number, lost) in lost.enumerated() {
        try TraceWriter(streams: [
          [
            TraceWriter.Packet(events: [.actionBegin(10, 1, "", "tap"), .actionEnd(20, 1)]),
            TraceWriter.Packet(events: [.actionBegin(50, 2, "", "tap")], discarded: lost),
          ]
        ]).write(to: directory.appendingPathComponent("snapshot-20261130-230000-\(number)"))
      }
      var options = LossOptions()
      options.failOnLoss = false
      #expect(options.checkSnapshots(in: directory.path).rawValue == 0)
      options.failOnLoss = true
      #expect(options.checkSnapshots(in: directory.path).rawValue == expected)
    }
  }

  @Test func checkSnapshots_noSnapshot_isASuccess() throws {
    try withTemporaryDirectory { directory in
      var options = LossOptions()
      options.failOnLoss = true
      #expect(options.checkSnapshots(in: directory.path).rawValue == 0)
    }
  }
}
