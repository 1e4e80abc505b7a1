import JSON
import Messages

/// Takes from a row what is there, in whatever type the source chose to write it.
extension JSONValue {
  /// The value at the end of a path of keys; `nil` where a key is missing.
  func at(_ path: [String]) -> JSONValue? {
    path.reduce(self) { $0?[$1] }
  }

  /// As `at`, with the keys joined by points.
  func at(_ path: String) -> JSONValue? { at(path.split(separator: ".").map(String.init)) }

  /// The value at a path as a text: a number is written out, a list gives its first text.
  func text(_ path: String) -> String? { at(path)?.asText }

  var asText: String? {
    switch self {
    case .text(let text): text
    case .number(let number):
      Int64(exactly: number).map { String($0) } ?? String(number)
    case .array(let values): values.lazy.compactMap(\.asText).first
    case .null, .truth, .object: nil
    }
  }

  /// As `asText`, where a yes or no may also be a truth value.
  var asWord: String? {
    if case .truth(let isTrue) = self { isTrue ? "yes" : "no" } else { asText }
  }

  var asArray: [JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }
}
