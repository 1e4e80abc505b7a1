import Foundation
import MessageBus
import Messages
import OpenStreetMap
import ServiceRuntime
import TestSupport
import Testing

@testable import VenueStore

/// Feeds that would use all memory, each in its own process with a memory limit.
@Suite(.timeLimit(.minutes(10))) struct LargeFeedTests {
  /// More than the process needs before it reads a feed, and far less than each of these feeds used
  /// without limits.
  static let memory = MemoryLimit(bytes: 768 << 20)

  @Test("a feed that would use all memory fails with a reason", arguments: LargeFeed.all.indices)
  func isRefused(_ index: Int) async {
    await #expect(processExitsWith: .success, "\(LargeFeed.all[index].name)") { [index] in
      try Self.memory.apply()
      try await LargeFeed.all[index].expectRefused()
    }
  }

  @Test("the memory limit of these tests is effective")
  func hasLittleMemory() async {
    await #expect(processExitsWith: .failure) {
      try Self.memory.apply()
      _ = [UInt8](repeating: 1, count: 768 << 20).last
    }
  }

  @Test("a row that is too large is invalid, and the others are read")
  func skipsLargeRows() async throws {
    let good = "1,Café,60.1,25\n"
    let commas = String(repeating: ",", count: 2 << 20)
    let fields = String(repeating: "x,", count: 2_000)
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let report = try await harness.sync(
        "campus", document: "id,name,lat,lon\n\(commas)\n\(fields)\n\(good)")
      #expect(report.outcome == .synced)
      #expect(
        Set(report.invalid.map(\.reason)) == [
          "row of more than 1048576 bytes", "row with more or fewer fields than columns",
        ])
      #expect(try harness.names() == ["Café"])
    }
  }

  @Test("values are counted with their keys", arguments: [(9, true), (10, false)])
  func countsValues(_ limit: Int, isTooMany: Bool) async throws {
    var limits = FeedLimits.patient
    limits.maximumRowValues = limit
    try await FeedHarness.with(limits: limits) { harness in
      try harness.add("campus")
      // The object, four keys, and for each a value, of which one has one inside.
      let report = try await harness.sync(
        "campus", document: #"[{"id":1,"name":"Café","lat":60.1,"tags":[7]}]"#)
      #expect(report.invalid.map(\.reason).contains("row of more than 9 values") == isTooMany)
    }
  }
}

/// A feed that is small to send or store, and large to read.
struct LargeFeed: Sendable {
  let name: String
  var format = FeedFormat.campus
  /// A part of the report's message, for a file.
  var message = ""
  /// The shell command that writes it.
  let command: String
  var limits = FeedLimits.patient
  /// The statuses and headers of the HTTP responses with the document, compressed, one after the
  /// other, each with a part of its report's message; none for a file.
  var answers: KeyValuePairs<String, String> = [:]

  static let all = [
    LargeFeed(
      name: "a CSV row of commas", message: "row of more than 1048576 bytes",
      command: "echo id,name; \(repeated(",", 24 << 20))"),
    LargeFeed(
      name: "columns without end", message: "more than 1000 columns",
      command: "printf id; \(repeated(",", 24 << 20))"),
    LargeFeed(
      name: "a first line without end", message: "first line is longer than 1048576 bytes",
      command: repeated("a", 24 << 20)),
    LargeFeed(
      name: "an array of tiny rows", message: "more than 1000000 rows",
      command: "printf '[0'; yes ,0 | head -n 4000000; printf ']'"),
    LargeFeed(
      name: "a row of tiny values", message: "row of more than 20000 values",
      command: "printf '[{\"id\":[0'; yes ,0 | head -n 300000; printf ']}]'"),
    LargeFeed(name: "brackets", message: "cut off", command: repeated("[", 24 << 20)),
    LargeFeed(
      name: "a text without end", message: "row of more than 1048576 bytes",
      command: "printf '[\"'; \(repeated("a", 24 << 20)); printf '\"]'"),
    LargeFeed(
      name: "an attribute of 1 GB in a packed extract", format: .osm,
      message: "a tag is longer than 1048576 bytes",
      command: "(printf '\(osm)<node x=\"'; \(repeated("a", 1_000_000_000))) | gzip -1"),
    LargeFeed(
      name: "a way of 1 GB in a packed extract", format: .osm,
      message: "an element is longer than 67108864 bytes",
      command: "(printf '\(osm)<way id=\"1\">'; yes '<nd ref=\"1\"/>' | head -c 1000000000)"
        + " | gzip -1"),
    LargeFeed(
      name: "an extract that unpacks to more than it may", format: .osm,
      message: "more than 8388608 bytes once unpacked",
      command: "(printf '\(osm)'; yes '<note/>' | head -c 100000000) | gzip -1",
      limits: smallExtract),
    LargeFeed(
      name: "an extract packed with bzip2", format: .osm,
      message: "more than 8388608 bytes once unpacked",
      command: "(printf '\(osm)'; yes '<note/>' | head -c 20000000) | bzip2 -1",
      limits: smallExtract),
    LargeFeed(
      name: "an extract of more elements than it may have", format: .osm,
      message: "more than 1000 elements",
      command: "printf '\(osm)'; yes '<node id=\"1\" lat=\"1\" lon=\"1\"/>' | head -n 200000"
        + "; printf '</osm>'", limits: smallExtract),
    LargeFeed(
      name: "1 GB of spaces, packed and fetched; with a failure; with a redirect",
      command: "\(repeated(" ", 1 << 30)) | gzip -1",
      answers: [
        "200 OK": "larger than 268435456 bytes", "500 Later": "status 500",
        "302 Found\r\nLocation: /other": "more than 5 times",
      ]),
  ]

  private static let osm = #"<osm version="0.6">"#

  private static let smallExtract: FeedLimits = {
    var limits = FeedLimits.patient
    limits.maximumExtract.maximumBytes = 8 << 20
    limits.maximumExtract.maximumElements = 1_000
    return limits
  }()

  private static func repeated(_ letter: Character, _ count: Int) -> String {
    "head -c \(count) /dev/zero | tr '\\0' '\(letter)'"
  }

  private struct CannotWrite: Error {}

  private func write(to path: String) async throws {
    let shell = try ChildProcess("/bin/sh", ["-c", "(\(command)) > '\(path)'"])
    guard await shell.exitStatus() == 0 else { throw CannotWrite() }
  }

  /// Syncs a good feed and then this one, which must fail and change nothing.
  func expectRefused() async throws {
    try await FeedHarness.with(limits: limits) { harness in
      let path = harness.directory.path("campus.json")
      if !answers.isEmpty {
        let packed = harness.directory.path("packed")
        try await write(to: packed)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: packed)))
        for (number, (answer, message)) in answers.enumerated() {
          let feed = FeedName(rawValue: "campus-\(number)")
          try await ScriptedServer.with({ exchange in
            let length = "Content-Length: \(bytes.count)"
            exchange.send("HTTP/1.1 \(answer)\r\nContent-Encoding: gzip\r\n\(length)\r\n\r\n")
            exchange.send(bytes)
          }) { server in
            try harness.add(feed, at: server.address)
            try await expectFailure(of: harness, feed, message)
          }
        }
      } else {
        try harness.add("good")
        _ = try await harness.sync("good", CampusRow.many(0..<1))
        try harness.add("campus", format)
        try await write(to: path)
        try await expectFailure(of: harness, "campus", message)
        #expect(try harness.names() == ["Place 0"])
      }
    }
  }

  private func expectFailure(
    of harness: FeedHarness, _ feed: FeedName, _ message: String
  ) async throws {
    let report = try await harness.sync(feed)
    #expect(report.outcome == .failed)
    #expect(report.failure?.contains(message) == true, "\(report.failure ?? "")")
  }
}
