import Testing

@testable import TraceRecording

struct ByteCountTests {
  @Test(arguments: [
    ("0", 0), ("4096", 4096), ("4k", 4096), ("4K", 4096), ("512K", 512 << 10), ("4M", 4 << 20),
    ("1g", 1 << 30), ("08M", 8 << 20),
  ])
  func readsNumbersWithASuffix(text: String, bytes: Int) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", "M", "-4M", "+4M", "4.5M", "4 M", "4MB", "4MiB", "0x10", "٤M", "4T",
    "9223372036854775808", "9223372036854775807G",
  ])
  func refusesWhatIsNoSize(text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(arguments: [
    (4 << 20, "4M"), (1536, "1536"), (512 << 10, "512K"), (2 << 30, "2G"), (0, "0"),
  ])
  func writesSizesSoThatTheyCanBeTyped(bytes: Int, text: String) {
    #expect(ByteCount(bytes).exact == text)
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (64 << 20, "64 MiB"),
    (5 << 29, "2.5 GiB"), (.max, "8589934592 GiB"),
  ])
  func writesSizesSoThatTheyCanBeRead(bytes: Int, text: String) {
    #expect(ByteCount(bytes).rounded == text)
  }
}
