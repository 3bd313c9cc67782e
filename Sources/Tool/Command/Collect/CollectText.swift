import Foundation
import TraceAnalysis
import TraceRecording

/// The recordings that have arrived, as text.
enum CollectText {
  /// All of them in one line.
  static func line(_ status: CollectionStatus) -> String {
    "\(status.time)  \(summary(status))"
  }

  private static func summary(_ status: CollectionStatus) -> String {
    var parts = [
      count(status.hosts.count, "host"),
      "\(count(status.recordings.count, "recording")) (\(status.arriving) arriving)",
      size(status.bytes), "\(size(status.bytesPerSecond))/s",
    ]
    if let free = status.freeBytes {
      parts.append("disk: \(size(free)) left" + (status.secondsLeft.map { ", \(time($0))" } ?? ""))
    }
    return parts.joined(separator: ", ")
  }

  /// A row for each host; the busiest ones if not all fit.
  static func table(_ status: CollectionStatus, width: Int, height: Int) -> [String] {
    let room = max(1, height - 4)
    var hosts = status.hosts
    if hosts.count > room {
      hosts = hosts.sorted { ($0.bytesPerSecond, $1.name) > ($1.bytesPerSecond, $0.name) }
    }
    let shown = hosts.prefix(room)
    let names = shown.map { $0.name.printable() }
    let wide = min(max(4, names.map(\.count).max() ?? 0), max(4, width - 50))
    func row(_ name: String, _ cells: [String]) -> String {
      let name = name.count > wide ? name.prefix(wide - 1) + "…" : name[...]
      var line = name + String(repeating: " ", count: wide - name.count)
      for cell in cells { line += String(repeating: " ", count: max(1, 12 - cell.count)) + cell }
      return String(line.prefix(width))
    }
    var lines: [String] = []
    if !shown.isEmpty {
      lines.append(row("host", ["recordings", "arriving", "size", "per second"]))
      for (host, name) in zip(shown, names) {
        lines.append(
          row(
            name,
            [
              "\(host.recordings)", "\(host.arriving)", size(host.bytes), size(host.bytesPerSecond),
            ]))
      }
      if hosts.count > shown.count { lines.append("and \(hosts.count - shown.count) more hosts") }
    }
    let prefix = shown.isEmpty ? "waiting for hosts; " : ""
    lines.append(String((prefix + summary(status)).prefix(width)))
    return lines
  }

  /// An object, without a line break.
  static func json(_ status: CollectionStatus) -> String {
    struct Recording: Encodable {
      var host: String
      var name: String
      var bytes: Int
      var bytes_per_second: Int
      var is_arriving: Bool
    }
    struct Object: Encodable {
      var time: String
      var hosts: Int
      var arriving: Int
      var bytes: Int
      var bytes_per_second: Int
      var free_bytes: Int?
      var seconds_left: Int?
      var recordings: [Recording]
    }
    let object = Object(
      time: status.time, hosts: status.hosts.count, arriving: status.arriving, bytes: status.bytes,
      bytes_per_second: status.bytesPerSecond, free_bytes: status.freeBytes,
      seconds_left: status.secondsLeft,
      recordings: status.recordings.map {
        Recording(
          host: $0.host, name: $0.name, bytes: $0.bytes, bytes_per_second: $0.bytesPerSecond,
          is_arriving: $0.isArriving)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(object) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private static func size(_ bytes: Int) -> String { ByteCount(bytes).rounded }

  private static func time(_ seconds: Int) -> String {
    if seconds < 120 { return "full in \(seconds) s" }
    if seconds < 7200 { return "full in \(seconds / 60) min" }
    return seconds < 172_800 ? "full in \(seconds / 3600) h" : "full in \(seconds / 86_400) days"
  }
}
