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
  @Test func everyMessageHasAFixture() {
    let covered = Set(Fixture.all.map(\.typeName))
    #expect(ContractNames.requests.union(ContractNames.replies).subtracting(covered) == [])
    #expect(ContractNames.events.subtracting(covered) == [])
  }

  @Test("every request and event that is declared stands once in the contract")
  func contract() throws {
    let folder = Fixture.package.appending(path: "Shared/Messages").path
    var declared: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      declared += text.matches(of: /struct\s+(\w+)\s*:[^{]*\b(?:Request|Event)Message\b/).map {
        String($0.1)
      }
    }
    let listed = Contract.requests.map { "\($0)" } + Contract.events.map { "\($0)" }
    #expect(listed.sorted() == declared.sorted())
    #expect(ContractNames.operations.count == Contract.requests.count)
  }
}

/// The names of the types and operations of the contract.
enum ContractNames {
  static let requests = Set(Contract.requests.map { "\($0)" })
  static let replies = Set(Contract.requests.map { reply(of: $0) })
  static let events = Set(Contract.events.map { "\($0)" })
  static let operations = Set(Contract.requests.map { $0.operation.name })
  static let topics = Set(Contract.events.map { $0.topic.name })

  private static func reply<Request: RequestMessage>(of type: Request.Type) -> String {
    "\(Request.Reply.self)"
  }
}
