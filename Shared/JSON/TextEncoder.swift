import FoundationEssentials

/// Encodes a value into a JSON text.
struct TextEncoder: Encoder {
  let text: JSONText
  /// How many containers enclose the value.
  let depth: Int

  /// - Throws: `EncodingError` if a number is not finite.
  static func encode(_ value: some Encodable) throws -> Data {
    let text = JSONText()
    try TextEncoder(text: text, depth: 0).value(value)
    return text.finish()
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    text.container(isObject: true, at: depth)
    return KeyedEncodingContainer(TextObject<Key>(text: text, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    text.container(isObject: false, at: depth)
    return TextArray(text: text, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Encodes a value of any type; one that encodes nothing becomes an empty object.
  func value<Value: Encodable>(_ value: Value) throws {
    if Value.self == Data.self, let data = value as? Data {
      text.quoted(data.base64EncodedString())
    } else {
      try value.encode(to: self)
      if text.isWaiting { text.container(isObject: true, at: depth) }
    }
  }
}

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { text.scalar("null") }

  func encode<Value: JSONScalar>(_ value: Value) throws { try value.write(to: text) }

  func encode<Value: Encodable>(_ value: Value) throws { try self.value(value) }
}

/// The members of an object that is being written, in the order of the calls.
struct TextObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let text: JSONText
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { member(key).encodeNil() }

  // Spelt out, because the compiler generates faster code for concrete types.
  func encode(_ value: Bool, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try write(value, key) }
  func encode<Value: JSONScalar>(_ value: Value, forKey key: Key) throws { try write(value, key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key).value(value)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try write(value, key) }
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try write(value, key) }
  }

  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try write(value, key) }
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try write(value, key) }
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try member(key).value(value) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    text.key("super", at: depth)
    return TextEncoder(text: text, depth: depth + 1)
  }

  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  @inline(__always)
  private func write<Value: JSONScalar>(_ value: Value, _ key: Key) throws {
    text.key(key.stringValue, at: depth)
    try value.write(to: text)
  }

  private func member(_ key: Key) -> TextEncoder {
    text.key(key.stringValue, at: depth)
    return TextEncoder(text: text, depth: depth + 1)
  }
}

/// The elements of an array that is being written.
struct TextArray: UnkeyedEncodingContainer {
  let text: JSONText
  let depth: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { element().encodeNil() }

  mutating func encode<Value: JSONScalar>(_ value: Value) throws {
    try value.write(to: element().text)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try element().value(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element() }

  private mutating func element() -> TextEncoder {
    count += 1
    text.element(at: depth)
    return TextEncoder(text: text, depth: depth + 1)
  }
}
