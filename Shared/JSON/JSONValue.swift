package import FoundationEssentials

/// A JSON value of unknown structure, such as a row of external data.
///
/// Of members with the same key the first counts; a number out of `Double`'s range reads as `null`.
package enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// - Parameter maximumValues: with keys; each takes up to some 100 bytes more than its text.
  /// - Throws: `JSONSyntaxError` if the text is not JSON, by the same rules as
  ///   `JSONCoder.decode`, or holds more values.
  package init(reading text: Data, maximumValues: Int = .max) throws(JSONSyntaxError) {
    self.init(try JSONScanner.scan(text, maximumTokens: maximumValues), at: 0)
  }

  private init(_ tape: JSONTape, at index: Int) {
    switch tape.kind(index) {
    case .null: self = .null
    case .boolean: self = .boolean(tape.mark(index) == .letterT)
    case .number: self = JSONNumber.double(tape, index).map { .number($0) } ?? .null
    case .text: self = .text(tape.text(index))
    case .array:
      var elements: [JSONValue] = []
      var at = index + 1
      while at < tape.next(after: index) {
        elements.append(JSONValue(tape, at: at))
        at = tape.next(after: at)
      }
      self = .array(elements)
    case .object:
      let members = tape.members(of: index).map { key, value in
        (tape.text(key), JSONValue(tape, at: value))
      }
      self = .object(Dictionary(members) { first, _ in first })
    }
  }

  /// The member of an object; `nil` if this is not an object, or has no such member.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }
}

extension JSONValue {
  /// The value as it is written.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  package init(writing value: some Encodable) throws {
    self.init(try JSONScanner.scan(JSONCoder.encode(value)), at: 0)
  }

  /// The text; `nil` if this is not one.
  package var string: String? { if case .text(let text) = self { text } else { nil } }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Of members with the same key the first counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}
