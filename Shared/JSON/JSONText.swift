import FoundationEssentials

/// A JSON text that grows value by value.
///
/// Containers are closed when something is written outside them, so whoever writes need not say
/// when a container is complete.
final class JSONText {
  private let buffer = ByteBuffer(capacity: 256)
  /// The ends of the containers that are open, outermost first.
  private var ends: [UInt8] = []
  /// Whether a value has to follow.
  private(set) var isWaiting = true

  /// Opens a container as the next value, or goes on with the one that was opened as it.
  ///
  /// - Parameter depth: how many containers the value is in.
  func container(isObject: Bool, at depth: Int) {
    let end: UInt8 = isObject ? .closeBrace : .closeBracket
    if ends.count > depth, !isWaiting, ends[depth] == end { return }
    begin()
    buffer.append(isObject ? .openBrace : .openBracket)
    ends.append(end)
  }

  /// Begins a member of the object that `depth` containers are around.
  func key(_ key: String, at depth: Int) {
    element(at: depth)
    put(key)
    buffer.append(.colon)
  }

  /// Begins an element of the array that `depth` containers are around.
  func element(at depth: Int) {
    precondition(depth < ends.count && !isWaiting, "a container is written to after its end")
    close(to: depth + 1)
    // No other value ends like this.
    let isFirst = buffer.last == .openBrace || buffer.last == .openBracket
    if !isFirst { buffer.append(.comma) }
    isWaiting = true
  }

  /// Completes the text and gives it away; nothing is written afterwards.
  func finish() -> Data {
    close(to: 0)
    return buffer.takeData()
  }

  private func close(to depth: Int) {
    while ends.count > depth { buffer.append(ends.removeLast()) }
  }

  private func begin() {
    precondition(isWaiting, "two values are written in one place")
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

  /// Writes the shortest decimal that reads as the same number; no point where it is whole.
  ///
  /// - Throws: `EncodingError` where it is not finite.
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
    put(text)
  }

  private func put(_ text: String) {
    buffer.append(.quote)
    buffer.appendEscaped(text)
    buffer.append(.quote)
  }
}
