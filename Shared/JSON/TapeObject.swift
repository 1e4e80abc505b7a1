/// The members of an object of a JSON text. Of members with the same key the first counts.
struct TapeObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// With more members a table of them is built, so that no object needs quadratic time.
  private static var scannedMembers: Int { 32 }

  private let tape: JSONTape
  private let index: Int
  private let table: [String: Int]?

  init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
    var members = tape.members(of: index).makeIterator()
    var count = 0
    while count <= Self.scannedMembers, members.next() != nil { count += 1 }
    table =
      count <= Self.scannedMembers
      ? nil
      : Dictionary(
        tape.members(of: index).map { (tape.text($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
  }

  var codingPath: [any CodingKey] { tape.path(to: index) }

  var allKeys: [Key] {
    guard table == nil else { return table?.keys.compactMap { Key(stringValue: $0) } ?? [] }
    var seen: Set<String> = []
    return tape.members(of: index).compactMap { key, _ in
      let text = tape.text(key)
      return seen.insert(text).inserted ? Key(stringValue: text) : nil
    }
  }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try required(key).decodeNil() }

  // Spelt out, because the compiler generates faster code for concrete types.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try required(key).scalar(type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key)?.scalar(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try required(key).scalar(type)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key)?.scalar(type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try required(key).scalar(type)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key)?.scalar(type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try required(key).scalar(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key)?.scalar(type)
  }

  func decode<Value: JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try required(key).scalar(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try required(key).value(type)
  }

  func decodeIfPresent<Value: JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key)?.scalar(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try present(key)?.value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try required(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try required(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    TapeDecoder(tape: tape, index: member("super") ?? index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try required(key) }

  /// The value of a member that exists and is not null.
  private func present(_ key: Key) -> TapeDecoder? {
    guard let value = member(key), !value.decodeNil() else { return nil }
    return value
  }

  /// - Throws: `DecodingError.keyNotFound`.
  private func required(_ key: Key) throws -> TapeDecoder {
    if let value = member(key) { return value }
    throw DecodingError.keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "is missing."))
  }

  private func member(_ key: Key) -> TapeDecoder? {
    member(key.stringValue).map { TapeDecoder(tape: tape, index: $0) }
  }

  private func member(_ key: String) -> Int? {
    if let table { return table[key] }
    for (name, value) in tape.members(of: index) where tape.isText(name, key) { return value }
    return nil
  }
}

/// The elements of an array of a JSON text.
struct TapeArray: UnkeyedDecodingContainer {
  private let tape: JSONTape
  private let index: Int
  /// The token of the next element.
  private var at: Int
  private(set) var currentIndex = 0

  init(tape: JSONTape, index: Int) {
    self.tape = tape
    self.index = index
    at = index + 1
  }

  var codingPath: [any CodingKey] { tape.path(to: index) }
  /// Linear: it skips over every element. Only types of a fixed size, such as `SIMD`, use it.
  var count: Int? {
    var (count, element) = (0, index + 1)
    while element < tape.next(after: index) {
      element = tape.next(after: element)
      count += 1
    }
    return count
  }
  var isAtEnd: Bool { at >= tape.next(after: index) }

  mutating func decodeNil() throws -> Bool {
    let isNull = try element(Any?.self).decodeNil()
    if isNull { advance() }
    return isNull
  }

  mutating func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
    try decodeNext(type) { try $0.scalar(type) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decodeNext(type) { try $0.value(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try decodeNext([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decodeNext([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try decodeNext(Any.self) { $0 }
  }

  /// Decodes the next element, and advances if that succeeds.
  private mutating func decodeNext<Value>(
    _ type: Any.Type, _ read: (TapeDecoder) throws -> Value
  ) throws -> Value {
    let value = try read(element(type))
    advance()
    return value
  }

  /// - Throws: `DecodingError.valueNotFound` at the end.
  private func element(_ type: Any.Type) throws -> TapeDecoder {
    guard isAtEnd else { return TapeDecoder(tape: tape, index: at) }
    throw DecodingError.valueNotFound(
      type,
      .init(
        codingPath: codingPath + [PathKey(intValue: currentIndex)],
        debugDescription: "is missing."))
  }

  private mutating func advance() {
    at = tape.next(after: at)
    currentIndex += 1
  }
}
