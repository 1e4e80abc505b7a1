import Foundation
import Messages
import TestSupport
import Testing

/// The JSON of every message is a contract between versions: the golden files fix it.
@Suite struct FixtureTests {
  @Test(.enabled(if: Fixture.isRecording, "files are written with QUICKBREW_RECORD_FIXTURES=1"))
  func record() throws {
    try FileManager.default.createDirectory(
      at: Fixture.folder, withIntermediateDirectories: true)
    for fixture in Fixture.all { try fixture.encoded().write(to: fixture.url) }
  }

  @Test(arguments: Fixture.all)
  func readsAndWritesTheSame(_ fixture: Fixture) throws {
    let file = try Data(contentsOf: fixture.url)
    #expect(try fixture.reads(file), "\(fixture) reads as another value")
    let written = try String(decoding: fixture.encoded(), as: UTF8.self)
    #expect(written == String(decoding: file, as: UTF8.self))
  }

  /// The bus's JSON has the same keys and values, in any order.
  @Test(arguments: Fixture.all)
  func sendsTheSame(_ fixture: Fixture) throws {
    let sent = try JSONDecoder().decode(Tree.self, from: fixture.sent())
    #expect(try sent == JSONDecoder().decode(Tree.self, from: Data(contentsOf: fixture.url)))
    #expect(try fixture.reads(fixture.sent()))
  }

  /// An older peer must be able to read messages with the new keys of a newer one.
  @Test(arguments: Fixture.all)
  func ignoresUnknownKeys(_ fixture: Fixture) throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: fixture.url))
    var keys = try #require(object as? [String: Any])
    keys["keyOfANewerPeer"] = ["deep": [1, 2]]
    #expect(try fixture.reads(JSONSerialization.data(withJSONObject: keys)))
  }

  @Test func everyFileIsAFixture() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder.path)
    #expect(Set(files) == Set(Fixture.all.map { $0.name + ".json" }))
    #expect(files.count == Fixture.all.count)
  }

  /// A message without a fixture fails here: add one to `Fixture.all`.
  @Test func everyMessageHasAFixture() throws {
    let declared = try MessageSources.declarations()
    #expect(declared.requests.contains("PlanRequest"), "the scan sees too little")
    #expect(declared.events.contains("PlanCompleted"), "the scan sees too little")
    #expect(declared.replies.contains("RouteReply"), "the scan sees too little")
    let covered = Set(Fixture.all.map(\.typeName))
    for type in declared.requests.union(declared.events).union(declared.replies) {
      #expect(covered.contains(type), "\(type) has no fixture")
    }
  }
}

/// The declarations in the source text of the Messages module.
enum MessageSources {
  struct Declarations {
    var requests: Set<String> = []
    var events: Set<String> = []
    var replies: Set<String> = []
    /// The wire names: `planner.plan/1`, `plan.progress/1`.
    var wireNames: Set<String> = []
    /// Those that are sent again only with the same idempotency key.
    var keyedNames: Set<String> = []
  }

  static func declarations() throws -> Declarations {
    let folder = Fixture.package.appending(path: "Shared/Messages")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found = Declarations()
    while let url = files?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      scan(try String(contentsOf: url, encoding: .utf8), into: &found)
    }
    return found
  }

  static func scan(_ text: String, into found: inout Declarations) {
    for match in text.matches(
      of: /(?:struct|enum|class|extension)\s+(\w+)\s*:([^{]*)\{/)
    {
      let conformances = match.2.split(whereSeparator: { !$0.isLetter })
      if conformances.contains("RequestMessage") { found.requests.insert(String(match.1)) }
      if conformances.contains("EventMessage") { found.events.insert(String(match.1)) }
    }
    for match in text.matches(of: /typealias\s+Reply\s*=\s*(\w+)/) {
      found.replies.insert(String(match.1))
    }
    let operations =
      /Operation\(\s*\.(\w+),\s*"([\w-]+)",\s*version:\s*(\d+)(,\s*repetition:\s*\.keyed)?/
    for match in text.matches(of: operations) {
      guard let service = ServiceName.allCases.first(where: { "\($0.caseName)" == match.1 })
      else { continue }
      let name = "\(service).\(match.2)/\(match.3)"
      found.wireNames.insert(name)
      if match.4 != nil { found.keyedNames.insert(name) }
    }
    for match in text.matches(of: /Operation\(everyService:\s*"([\w-]+)",\s*version:\s*(\d+)/) {
      found.wireNames.insert("service.\(match.1)/\(match.2)")
    }
    for match in text.matches(of: /Topic\(\s*\.\w+,\s*"([\w.-]+)",\s*version:\s*(\d+)/) {
      found.wireNames.insert("\(match.1)/\(match.2)")
    }
  }
}

extension ServiceName {
  /// The case as the source writes it: `shopSearch`.
  fileprivate var caseName: String {
    let words = rawValue.split(separator: "-")
    return words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
  }
}

@Suite struct MessageSourcesTests {
  @Test func seesDeclarationsHoweverTheyAreWrapped() {
    var found = MessageSources.Declarations()
    MessageSources.scan(
      """
      package struct A: RequestMessage, Hashable {
        package typealias Reply = B
        static let operation = Operation(
          .geofenceMonitor, "fence-add", version: 2, repetition: .keyed)
      package struct C:
        Hashable, EventMessage
      {
        static let topic = Topic(.planner, "plan.progress", version: 1)
      package struct D: Codable { }
      Operation(everyService: "ping", version: 1)
      """, into: &found)
    #expect(found.requests == ["A"])
    #expect(found.events == ["C"])
    #expect(found.replies == ["B"])
    #expect(
      found.wireNames == ["geofence-monitor.fence-add/2", "plan.progress/1", "service.ping/1"])
    #expect(found.keyedNames == ["geofence-monitor.fence-add/2"])
  }
}
