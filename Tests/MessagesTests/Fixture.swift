import Foundation
import Messages

/// A message as a Swift value, and the golden file of its JSON.
struct Fixture: Sendable, CustomStringConvertible {
  /// The file's name without `.json`: the type's name, and a variant.
  let name: String
  let typeName: String
  /// The value's current JSON, with sorted keys.
  let encoded: @Sendable () throws -> Data
  /// The value's JSON as it goes over the bus.
  let sent: @Sendable () throws -> Data
  /// Whether the JSON decodes to the value.
  let reads: @Sendable (Data) throws -> Bool

  init<Message: Codable & Hashable & Sendable>(_ value: Message, _ variant: String = "") {
    typeName = "\(Message.self)"
    name = variant.isEmpty ? typeName : "\(typeName)-\(variant)"
    encoded = { try MessageCoder.encodePretty(value) + Data("\n".utf8) }
    sent = { try MessageCoder.encode(value) }
    reads = { try MessageCoder.decode(Message.self, from: $0) == value }
  }

  var description: String { name }

  var url: URL { Self.folder.appending(path: name + ".json") }

  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = package.appending(path: "Tests/Fixtures/Messages")

  /// At least one of every message.
  static let all =
    errors + geocoder + router + venues + people + personalData + favourites + feeds + shopSearch
    + geofences
    + planner + mapTiles + runtime

  /// Whether to rewrite the files from the values, after an intended change.
  static let isRecording =
    ProcessInfo.processInfo.environment["QUICKBREW_RECORD_FIXTURES"] == "1"
}
