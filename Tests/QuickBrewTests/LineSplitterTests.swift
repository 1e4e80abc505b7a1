import Testing

@testable import QuickBrew

@Suite struct LineSplitterTests {
  /// All lines of `text`, appended in chunks of `size` bytes.
  private func split(_ text: String, inChunksOf size: Int) -> [InputLine] {
    var splitter = LineSplitter()
    var lines: [InputLine] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let line = splitter.next() { lines.append(line) }
    }
    if let line = splitter.last() { lines.append(line) }
    return lines
  }

  @Test(arguments: [1, 2, 3, 1000])
  func linesAreTheSameInAnyChunks(size: Int) {
    #expect(
      split("one\n\ntwo é\r\nlast", inChunksOf: size)
        == [.text("one"), .text(""), .text("two é"), .text("last")])
    #expect(split("one\n", inChunksOf: size) == [.text("one")])
    #expect(split("", inChunksOf: size).isEmpty)
  }

  @Test(
    "a line that is too long is reported once, and the next line is complete",
    arguments: [1000, 65_536, 1_000_000])
  func tooLong(size: Int) {
    let long = String(repeating: "x", count: InputLimits.maximumLineBytes + 1)
    #expect(
      split("a\n\(long)\(long)\nb\n\(long)", inChunksOf: size)
        == [.text("a"), .tooLong, .text("b"), .tooLong])
  }

  @Test("a line of the maximum length is accepted")
  func longest() {
    let line = String(repeating: "x", count: InputLimits.maximumLineBytes)
    #expect(split(line + "\nb", inChunksOf: 65_536) == [.text(line), .text("b")])
  }

  @Test func brokenTextIsRepaired() {
    var splitter = LineSplitter()
    splitter.append([0x61, 0xFF, 0x0A])
    #expect(splitter.next() == .text("a\u{FFFD}"))
  }
}
