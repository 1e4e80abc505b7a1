import Foundation
import Messages

/// A message as a value in Swift, and as the file that fixes its JSON for good.
struct Fixture: Sendable, CustomStringConvertible {
  /// The file's name without `.json`: the type's name, and what sets it apart from its like.
  let name: String
  let typeName: String
  /// The value's JSON as it is written now, with its keys in order.
  let encoded: @Sendable () throws -> Data
  /// The value's JSON as it goes over the bus.
  let sent: @Sendable () throws -> Data
  /// Whether the JSON reads as the value.
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

  /// One of every message there is.
  static let all =
    errors + geocoder + router + venues + people + favourites + feeds + shopSearch + geofences
    + planner + runtime

  /// Set to write the files anew from the values, after a change that is meant.
  static let isRecording =
    ProcessInfo.processInfo.environment["QUICKBREW_RECORD_FIXTURES"] == "1"
}
