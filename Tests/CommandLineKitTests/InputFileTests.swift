import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite struct InputFileTests {
  @Test("a file is read up to its limit, and not beyond", arguments: [0, 1])
  func hasALimit(_ excess: Int) throws {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write("<a/>".utf8, to: "large.gpx")
      let size = InputFile.maximumBytes + excess
      #expect(truncate(path, size) == 0)
      if excess == 0 {
        #expect(try InputFile.text(path).utf8.count == size)
      } else {
        #expect {
          try InputFile.text(path)
        } throws: { "\($0)".contains("is larger than \(InputFile.maximumBytes) bytes") }
      }
    }
  }

  @Test("what is no file that can be read is refused with the reason")
  func refusesOthers() throws {
    try TemporaryDirectory.with { directory throws in
      for (path, reason) in [
        (directory.path, "Is a directory"), (directory.path("none"), "No such file"),
      ] {
        #expect {
          try InputFile.text(path)
        } throws: { "\($0)".contains("Cannot read \(path): \(reason)") }
      }
    }
  }
}
