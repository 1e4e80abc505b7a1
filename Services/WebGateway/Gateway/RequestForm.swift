import FoundationEssentials
import JSON
import Messages

/// What the gateway knows of a request by its Swift type: how a query becomes its JSON, and which
/// keys it does not have.
enum RequestForm {
  /// Larger bodies are not examined; theirs is a program that knows its keys.
  private static let examinedBytes = 64 << 10
  /// Ways to read a query that are tried.
  private static let readings = 256

  // MARK: Unknown keys

  /// The keys of a body that the request does not have, such as `limitt`, or `filter.categry`.
  ///
  /// What decoding and encoding leaves out was not understood. A body that cannot be decoded has
  /// none: the service says what is wrong with it.
  static func unknownKeys(in body: Data, of type: any RequestMessage.Type) -> [String] {
    guard body.count <= examinedBytes, let sent = try? JSONValue(reading: body),
      let known = understood(body, type)
    else { return [] }
    return missing(sent, from: known, path: "")
  }

  /// A reply with a member `warning` in front that names the keys.
  static func warn(of keys: [String], in reply: Data) -> Data {
    guard !keys.isEmpty, reply.first == UInt8(ascii: "{"),
      let text = try? MessageCoder.encode(
        "Unknown and ignored: \(keys.prefix(10).joined(separator: ", ")).")
    else { return reply }
    let rest = reply.dropFirst()
    let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
    return Data(#"{"warning":"#.utf8) + text + Data(isEmpty ? "".utf8 : ",".utf8) + rest
  }

  private static func understood<Request: RequestMessage>(
    _ body: Data, _ type: Request.Type
  ) -> JSONValue? {
    guard let request = try? MessageCoder.decode(type, from: body),
      let text = try? MessageCoder.encode(request)
    else { return nil }
    return try? JSONValue(reading: text)
  }

  private static func missing(_ sent: JSONValue, from known: JSONValue, path: String) -> [String] {
    switch (sent, known) {
    case (.object(let sent), .object(let known)):
      return sent.filter { $0.value != .null }.sorted { $0.key < $1.key }.flatMap { key, value in
        let name = path.isEmpty ? key : "\(path).\(key)"
        return known[key].map { missing(value, from: $0, path: name) } ?? [name]
      }
    case (.array(let sent), .array(let known)):
      return Array(Set(zip(sent, known).flatMap { missing($0, from: $1, path: path + "[]") }))
        .sorted()
    default: return []
    }
  }

  // MARK: A query as JSON

  /// The body that a query means: `text=Kamppi&limit=3&near=60.17,24.93`. A value is a number, a
  /// coordinate, JSON or a text, whichever the request can have there.
  ///
  /// - Throws: `ServiceError`: `invalidRequest`, which names the value at fault.
  static func body<Request: RequestMessage>(
    of arguments: [NamedValue], as type: Request.Type
  ) throws(ServiceError) -> Data {
    let names = Set(arguments.map(\.name))
    try check(
      names.count == arguments.count, "A name comes twice in the query; lists are JSON: [1,2].")
    let choices = arguments.map { argument in
      values(of: argument.value).map { (key: argument.name, json: $0) }
    }
    var first: ServiceError?
    for reading in 0..<min(readings, choices.reduce(1) { min(readings, $0 * $1.count) }) {
      var rest = reading
      let members = choices.map { choice in
        defer { rest /= choice.count }
        return choice[rest % choice.count]
      }
      let body = Self.object(members)
      do throws(ServiceError) {
        _ = try MessageCoder.decode(type, from: body)
        return body
      } catch {
        if first == nil { first = error }
      }
    }
    throw first ?? ServiceError(.invalidRequest, "The query is not understood.")
  }

  /// The JSON that a text may stand for, likeliest first.
  private static func values(of text: String) -> [String] {
    var values: [String] = []
    if let parts = text.wholeMatch(of: /(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/) {
      values.append("{\"latitude\":\(parts.1),\"longitude\":\(parts.2)}")
    }
    if (try? JSONValue(reading: Data(text.utf8))) != nil { values.append(text) }
    if let quoted = try? MessageCoder.encode(text) {
      values.append(String(decoding: quoted, as: UTF8.self))
    }
    return values
  }

  private static func object(_ members: [(key: String, json: String)]) -> Data {
    let text = members.map { member in
      let key = (try? MessageCoder.encode(member.key)) ?? Data()
      return "\(String(decoding: key, as: UTF8.self)):\(member.json)"
    }
    return Data("{\(text.joined(separator: ","))}".utf8)
  }
}
