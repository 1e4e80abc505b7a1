import FoundationEssentials

/// The text of a `text/event-stream`.
///
/// Source: the HTML Standard, section "Server-sent events".
enum ServerSentEvents {
  /// The delay after which a browser reconnects, in milliseconds.
  static let greeting = Data("retry: 2000\n\n".utf8)

  /// A comment, which keeps the connection from being idle.
  static let heartbeat = Data(": here\n\n".utf8)

  /// One event. The JSON contains no line break, because a JSON encoder escapes them.
  static func event(_ name: String, id: String?, _ json: Data) -> Data {
    var text = Data()
    if let id { text.append(contentsOf: "id: \(id)\n".utf8) }
    text.append(contentsOf: "event: \(name)\ndata: ".utf8)
    text.append(json)
    text.append(contentsOf: "\n\n".utf8)
    return text
  }
}
