import FoundationEssentials

/// Decodes a value of a JSON text.
///
/// Two words, not an object, so that passing it down allocates nothing.
struct TapeDecoder: Decoder {
  let tape: JSONTape
  /// The token of the value.
  let index: Int

  var codingPath: [any CodingKey] { tape.path(to: index) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// - Throws: `DecodingError` if the text does not match the type.
  static func decode<Value: Decodable>(_ type: Value.Type, from tape: JSONTape) throws -> Value {
    try TapeDecoder(tape: tape, index: 0).value(type)
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard tape.kind(index) == .object else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(TapeObject<Key>(tape, index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard tape.kind(index) == .array else { throw mismatch([Any].self, "a list") }
    return TapeArray(tape: tape, index: index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The value as a scalar type of JSON.
  func scalar<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
    guard let value = Value(tape, at: index) else { throw mismatch(type, Value.typeDescription) }
    return value
  }

  /// The value as any type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard type == Data.self else { return try Value(from: self) }
    guard let value = Data(base64Encoded: try scalar(String.self)) as? Value else {
      throw corrupted("must be base64, and is not.")
    }
    return value
  }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "must be \(expected), and is \(valueDescription).")
    return tape.kind(index) == .null
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The value in error messages.
  private var valueDescription: String {
    switch tape.kind(index) {
    case .object: "an object"
    case .array: "a list"
    case .text: "a text"
    case .boolean, .null, .number:
      String(decoding: tape.bytes[tape.range(index).prefix(40)], as: UTF8.self)
    }
  }

  private func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
  }
}

extension TapeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { tape.kind(index) == .null }

  func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value { try scalar(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}
