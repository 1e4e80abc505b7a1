package import FoundationEssentials

extension Data {
  /// Bytes from the system's own generator, which nobody can guess.
  package static func random(count: Int) -> Data {
    var random = SystemRandomNumberGenerator()
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// Two lower-case digits a byte.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
