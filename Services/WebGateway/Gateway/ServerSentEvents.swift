import FoundationEssentials

/// The text of a `text/event-stream`.
///
/// Source: the HTML Standard, section "Server-sent events".
enum ServerSentEvents {
  /// How soon a browser comes back after it lost the stream.
  static let greeting = Data("retry: 2000\n\n".utf8)

  /// A comment, which keeps the connection in use.
  static let heartbeat = Data(": here\n\n".utf8)

  /// One event. The JSON holds no line break: a JSON encoder escapes them.
  static func event(_ name: String, id: String?, _ json: Data) -> Data {
    var text = Data()
    if let id { text.append(contentsOf: "id: \(id)\n".utf8) }
    text.append(contentsOf: "event: \(name)\ndata: ".utf8)
    text.append(json)
    text.append(contentsOf: "\n\n".utf8)
    return text
  }
}
