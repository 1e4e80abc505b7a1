import FoundationEssentials

/// Builds a JSON text value by value.
///
/// Containers are closed when something is written outside them, so the caller does not have to end
/// them.
final class JSONText {
  private let buffer = ByteBuffer(capacity: 256)
  /// The closing characters of the open containers, outermost first.
  private var ends: [UInt8] = []
  /// Whether a value must follow.
  private(set) var isWaiting = true

  /// Opens a container as the next value, or continues the one that was opened as it.
  ///
  /// - Parameter depth: how many containers enclose the value.
  func container(isObject: Bool, at depth: Int) {
    let end: UInt8 = isObject ? .closeBrace : .closeBracket
    if ends.count > depth, !isWaiting, ends[depth] == end { return }
    begin()
    buffer.append(isObject ? .openBrace : .openBracket)
    ends.append(end)
  }

  /// Begins a member of the object at a depth.
  func key(_ key: String, at depth: Int) {
    element(at: depth)
    appendQuoted(key)
    buffer.append(.colon)
  }

  /// Begins an element of the array at a depth.
  func element(at depth: Int) {
    precondition(depth < ends.count && !isWaiting, "a container is written to after its end")
    close(to: depth + 1)
    // No other value ends with these characters.
    let isFirst = buffer.last == .openBrace || buffer.last == .openBracket
    if !isFirst { buffer.append(.comma) }
    isWaiting = true
  }

  /// Completes the text and returns it; nothing may be written afterwards.
  func finish() -> Data {
    close(to: 0)
    return buffer.detachData()
  }

  private func close(to depth: Int) {
    while ends.count > depth { buffer.append(ends.removeLast()) }
  }

  private func begin() {
    precondition(isWaiting, "a value is written where none is expected")
    isWaiting = false
  }
}

// MARK: Scalars

extension JSONText {
  /// Writes `true`, `false`, `null` or a number.
  func scalar(_ text: String) {
    begin()
    buffer.append(text)
  }

  func integer(_ number: some FixedWidthInteger) { scalar(String(number)) }

  /// Writes the shortest decimal that parses as the same number; without a point if it is whole.
  ///
  /// - Throws: `EncodingError` if it is not finite.
  func decimal(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON has no number \(number)."))
    }
    let text = number.description
    scalar(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  func quoted(_ text: String) {
    begin()
    appendQuoted(text)
  }

  private func appendQuoted(_ text: String) {
    buffer.append(.quote)
    buffer.appendEscaped(text)
    buffer.append(.quote)
  }
}
