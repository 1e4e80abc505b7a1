import JSON

/// Reads values from a row leniently, whatever JSON type the source uses for them.
extension JSONValue {
  /// The value at a path of keys; `nil` if a key is missing.
  func at(_ path: [String]) -> JSONValue? {
    path.reduce(self) { $0?[$1] }
  }

  /// The value at a path of keys separated by points: `location.lat`.
  func at(_ path: String) -> JSONValue? { at(path.split(separator: ".").map(String.init)) }

  /// The value at a path as a text; see `asText`.
  func text(_ path: String) -> String? { at(path)?.asText }

  /// A text, a number as text, or the first text of a list; else `nil`.
  var asText: String? {
    switch self {
    case .text(let text): text
    case .number(let number):
      Int64(exactly: number).map { String($0) } ?? String(number)
    case .array(let values): values.lazy.compactMap(\.asText).first
    case .null, .boolean, .object: nil
    }
  }

  /// Like `asText`, but a Boolean becomes "yes" or "no".
  var asWord: String? {
    if case .boolean(let isTrue) = self { isTrue ? "yes" : "no" } else { asText }
  }

  /// The elements of an array; empty for other values.
  var asArray: [JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }
}
