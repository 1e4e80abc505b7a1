import Geography
import Messages

/// A digest of a list of venues: equal lists have equal digests.
///
/// The hash is FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). It detects damage and
/// change, but does not protect against forgery.
struct VenueDigest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var count = 0

  mutating func add(_ venue: Venue) {
    count += 1
    add(venue.id.rawValue)
    add(venue.name)
    add(venue.category.rawValue)
    add(venue.coordinate.latitude.bitPattern)
    add(venue.coordinate.longitude.bitPattern)
    for text in [
      venue.address, venue.phone, venue.website, venue.openingHours, venue.brand, venue.cuisine,
      venue.outdoorSeating?.description, venue.takeaway?.description, venue.wheelchair?.rawValue,
      venue.wifi?.rawValue,
    ] {
      add(text)
    }
  }

  /// The count and sixteen hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return "\(count)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  /// Ends every text with a byte that does not occur in UTF-8, so that ("ab", "c") and ("a", "bc")
  /// differ.
  private mutating func add(_ text: String?) {
    guard let text else { return add(byte: 0xFE) }
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  private mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func add(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
