/// A scalar type of JSON, with its decoding and encoding.
protocol JSONScalar: Codable {
  /// The type in error messages.
  static var typeDescription: String { get }

  /// Decodes the value at a token; `nil` if it is not of this type.
  init?(_ tape: JSONTape, at index: Int)

  /// - Throws: `EncodingError` if JSON cannot represent the value.
  func write(to text: JSONText) throws
}

extension Bool: JSONScalar {
  static let typeDescription = "true or false"

  init?(_ tape: JSONTape, at index: Int) {
    guard tape.kind(index) == .boolean else { return nil }
    self = tape.mark(index) == .letterT
  }

  func write(to text: JSONText) { text.scalar(self ? "true" : "false") }
}

extension String: JSONScalar {
  static let typeDescription = "a text"

  init?(_ tape: JSONTape, at index: Int) {
    guard tape.kind(index) == .text else { return nil }
    self = tape.text(index)
  }

  func write(to text: JSONText) { text.quoted(self) }
}

extension JSONScalar where Self: FixedWidthInteger {
  static var typeDescription: String { "a whole number from \(Self.min) to \(Self.max)" }

  init?(_ tape: JSONTape, at index: Int) {
    guard tape.kind(index) == .number, let number: Self = JSONNumber.integer(tape, index) else {
      return nil
    }
    self = number
  }

  func write(to text: JSONText) { text.integer(self) }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension Double: JSONScalar {
  static let typeDescription = "a number"

  init?(_ tape: JSONTape, at index: Int) {
    guard tape.kind(index) == .number, let number = JSONNumber.double(tape, index) else {
      return nil
    }
    self = number
  }

  func write(to text: JSONText) throws { try text.decimal(self) }
}

extension Float: JSONScalar {
  static let typeDescription = "a number"

  init?(_ tape: JSONTape, at index: Int) {
    guard tape.kind(index) == .number, let number = JSONNumber.float(tape, index) else {
      return nil
    }
    self = number
  }

  func write(to text: JSONText) throws { try text.decimal(self) }
}
