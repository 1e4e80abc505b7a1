import Geography
import Hashing
import Messages

/// A digest of a list of venues: equal lists have equal digests. Detects damage and change, but
/// does not protect against forgery.
struct VenueDigest {
  private var fingerprint = Fingerprint()
  private(set) var count = 0

  mutating func add(_ venue: Venue) {
    count += 1
    add(venue.id.rawValue)
    add(venue.name)
    add(venue.category.rawValue)
    add(venue.coordinate.latitude.bitPattern)
    add(venue.coordinate.longitude.bitPattern)
    for fact in VenueFact.all {
      switch venue.facts[fact] {
      case .text(let text): add(text)
      case .flag(let flag): add(flag.description)
      case nil: add(nil)
      }
    }
  }

  /// The count and sixteen hexadecimal digits.
  var text: String { "\(count)-\(fingerprint)" }

  /// Ends every text with a byte that does not occur in UTF-8, so that ("ab", "c") and ("a", "bc")
  /// differ.
  private mutating func add(_ text: String?) {
    guard let text else { return fingerprint.add(CollectionOfOne(0xFE)) }
    fingerprint.add(text.utf8)
    fingerprint.add(CollectionOfOne(0xFF))
  }

  private mutating func add(_ number: UInt64) {
    fingerprint.add(
      stride(from: UInt64(0), to: 64, by: 8).lazy.map { UInt8(truncatingIfNeeded: number >> $0) })
  }
}
