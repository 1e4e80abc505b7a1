import Foundation
import ServiceRuntime
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct InputFileTests {
  @Test("a file is read up to its limit, and not beyond", arguments: [0, 1])
  func hasALimit(_ excess: Int) throws {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write("<a/>".utf8, to: "large.gpx")
      let size = InputLimits.maximumFileBytes + excess
      #expect(truncate(path, size) == 0)
      if excess == 0 {
        #expect(try InputFile.text(path).utf8.count == size)
      } else {
        #expect {
          try InputFile.text(path)
        } throws: { "\($0)".contains("is larger than \(InputLimits.maximumFileBytes) bytes") }
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

  @Test("an XML document has so many elements and no more", arguments: [(3, true), (2, false)])
  func countsElements(_ limit: Int, isRead: Bool) {
    let read = { try XML.read("<a><b/>\n<c/></a>", maximumElements: limit) }
    if isRead {
      #expect(throws: Never.self) { try read() }
    } else {
      #expect {
        try read()
      } throws: { "\($0)" == "line 2: more than 2 elements" }
    }
  }
}
