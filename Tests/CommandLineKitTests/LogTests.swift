import Foundation
import Glibc
import Messages
import TestSupport
import Testing
import Time

@testable import CommandLineKit

@Suite struct LogTests {
  private static let time = Timestamp("2026-01-02T03:04:05Z")!

  private func line(_ format: Log.Format) -> String {
    Log("router-1", format: format).line(
      .warning, "a \"road\"\nis closed", ["trace": "abc", "milliseconds": "1.5"], at: Self.time)
  }

  @Test("an entry is one line, in words, as an object, or with the journal's priority")
  func formats() throws {
    #expect(
      line(.text)
        == "\(Self.time) router-1 warning a \"road\" | is closed trace=abc milliseconds=1.5")
    #expect(
      line(.journal) == "<4>router-1 a \"road\" | is closed trace=abc milliseconds=1.5")
    let json = line(.json)
    #expect(!json.contains("\n"))
    #expect(
      try MessageCoder.decode([String: String].self, from: .init(json.utf8)) == [
        "time": "\(Self.time)", "name": "router-1", "level": "warning",
        "text": "a \"road\"\nis closed", "trace": "abc", "milliseconds": "1.5",
      ])
  }

  @Test("the environment chooses: by name, else the journal only where standard error leads there")
  func environment() {
    #expect(Log.Format.inEnvironment(["QUICKBREW_LOG_FORMAT": "json"]) == .json)
    #expect(Log.Format.inEnvironment(["QUICKBREW_LOG_FORMAT": "xml"]) == .text)
    #expect(Log.Format.inEnvironment([:]) == .text)
    #expect(Log.Format.inEnvironment(["JOURNAL_STREAM": "1:2"]) == .text)
    var status = stat()
    fstat(STDERR_FILENO, &status)
    let own = "\(status.st_dev):\(status.st_ino)"
    #expect(Log.Format.inEnvironment(["JOURNAL_STREAM": own]) == .journal)
    let both = ["JOURNAL_STREAM": own, "QUICKBREW_LOG_FORMAT": "text"]
    #expect(Log.Format.inEnvironment(both) == .text)
  }
}
