import Testing

@testable import TraceExport

/// Packets as LTTng writes them on processors that align numbers.
@Suite struct PacketTextsTests {
  /// - Parameter header: The header of events, `large` or `compact`.
  private func metadata(_ header: String) -> String {
    """
    /* CTF 1.8 */
    typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
    typealias integer { size = 16; align = 16; signed = false; } := uint16_t;
    typealias integer { size = 32; align = 32; signed = false; } := uint32_t;
    typealias integer { size = 64; align = 64; signed = false; } := uint64_t;
    typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
    typealias integer { size = 27; align = 1; signed = false; } := uint27_t;
    trace { byte_order = le; packet.header := struct { uint32_t magic; uint8_t uuid[16]; }; };
    typealias integer { size = 27; align = 1; map = clock.c.value; } := uint27_clock_c_t;
    typealias integer { size = 32; align = 32; map = clock.c.value; } := uint32_clock_c_t;
    typealias integer { size = 64; align = 64; map = clock.c.value; } := uint64_clock_c_t;
    struct packet_context { uint64_clock_c_t timestamp_begin; uint32_t cpu_id; };
    struct event_header_compact {
      enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
      variant <id> {
        struct { uint27_clock_c_t timestamp; } compact;
        struct { uint32_t id; uint64_clock_c_t timestamp; } extended;
      } v;
    } align(32);
    struct event_header_large {
      enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;
      variant <id> {
        struct { uint32_clock_c_t timestamp; } compact;
        struct { uint32_t id; uint64_clock_c_t timestamp; } extended;
      } v;
    } align(16);
    stream {
      id = 0;
      event.header := struct event_header_\(header);
      packet.context := struct packet_context;
      event.context := struct {
        integer { size = 32; align = 32; signed = 1; } _vpid;
        integer { size = 8; align = 8; signed = 1; encoding = UTF8; } _procname[17];
      };
    };
    event {
      name = "p:e"; id = 3; stream_id = 0;
      fields := struct {
        string _first;
        integer { size = 64; align = 64; } _number;
        integer { size = 16; align = 16; } __data_length;
        integer { size = 8; align = 8; encoding = UTF8; } _data[ __data_length ];
      };
    };
    """
  }

  /// Bytes with numbers at multiples of their size.
  private struct Packet {
    var bytes: [UInt8] = []

    mutating func align(_ size: Int) {
      while !bytes.count.isMultiple(of: size) { bytes.append(0xee) }
    }

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
      align(MemoryLayout<Number>.size)
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ text: String) { bytes += text.utf8 }

    /// - Parameters:
    ///   - isLong: Whether the id and the time have the long form.
    ///   - first: The first text, whose length moves the fields behind it.
    mutating func addEvent(isLarge: Bool, isLong: Bool, first: String) {
      align(isLarge ? 2 : 4)
      switch (isLarge, isLong) {
      case (true, false):
        add(UInt16(3))
        add(UInt32(77))
      case (false, false): add(UInt32(3 | 77 << 5))
      case (_, true):
        if isLarge { add(UInt16.max) } else { add(UInt8(31)) }
        align(8)
        add(UInt32(3))
        add(UInt64(77))
      }
      add(Int32(4711))
      add("shop\0garbage" + String(repeating: "\0", count: 5))
      align(8)
      add(first + "\0")
      add(UInt64(1))
      add(UInt16(5))
      add("a\0bcd")
    }
  }

  @Test(arguments: [true, false], [true, false])
  func forEachText_alignedNumbers_findsAllTexts(isLarge: Bool, isLong: Bool) throws {
    let layout = try #require(
      TraceLayout(metadata: Array(metadata(isLarge ? "large" : "compact").utf8)))
    var packet = Packet()
    packet.add(UInt32(0xc1fc_1fc1))
    packet.bytes += [UInt8](repeating: 0, count: 16)
    packet.add(UInt64(0))
    packet.add(UInt32(0))
    let firsts = ["", "x", "four", "a longer text"]
    for first in firsts { packet.addEvent(isLarge: isLarge, isLong: isLong, first: first) }
    var (texts, rests): ([String], Set<String>) = ([], [])
    let bytes = packet.bytes
    let end = try PacketTexts(layout: layout).forEachText(
      in: bytes, stream: 0, end: bytes.count,
      text: { _, field, range in
        texts.append("\(field) \(String(decoding: bytes[range], as: UTF8.self))")
      },
      number: { _, _, _ in },
      rest: { rests.insert(String(decoding: bytes[$0], as: UTF8.self)) })
    #expect(end == bytes.count)
    #expect(texts == firsts.flatMap { ["_procname shop", "_first \($0)", "_data a\0bcd"] })
    #expect(rests == ["\0garbage\0\0\0\0\0"])
  }
}
