package import FoundationEssentials

/// Writes `Codable` values as compact JSON and reads them, several times as fast as Foundation.
package enum JSONCoder {
  /// The JSON of a value, in UTF-8, without white space, its keys in the order in which the value
  /// encodes them.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  package static func encode(_ value: some Encodable) throws -> Data {
    try TextEncoder.encode(value)
  }

  /// - Throws: `JSONSyntaxError` if the bytes are not JSON, `DecodingError` if they do not fit the
  ///   type, and what the type's own `init(from:)` throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: Data
  ) throws -> Value {
    try TapeDecoder.decode(type, from: JSONScanner.scan(json))
  }
}
