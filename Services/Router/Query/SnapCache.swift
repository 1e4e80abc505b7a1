import Geography
import Messages

/// The points found for the coordinates asked for most recently: venues are asked for again and
/// again. A coordinate has one slot, which the next with the same hash takes over, so memory is
/// bounded (about 2 MB) and a hit costs a hash and a comparison.
struct SnapCache {
  static let slotCount = 1 << 14

  private struct Entry {
    let coordinate: Coordinate
    let side: StreetSide
    let point: SnappedPoint
  }

  private let snapper: Snapper
  private var entries = [Entry?](repeating: nil, count: slotCount)

  init(_ snapper: Snapper) { self.snapper = snapper }

  /// The same as `Snapper.snap`.
  mutating func snap(_ coordinate: Coordinate, side: StreetSide = .either) -> SnappedPoint? {
    let slot = Self.slot(coordinate)
    if let entry = entries[slot], entry.coordinate == coordinate, entry.side == side {
      return entry.point
    }
    guard let point = snapper.snap(coordinate, side: side) else { return nil }
    entries[slot] = Entry(coordinate: coordinate, side: side, point: point)
    return point
  }

  /// Multiplicative hashing: Knuth, "The Art of Computer Programming" 3, 6.4.
  private static func slot(_ coordinate: Coordinate) -> Int {
    let mixed =
      coordinate.latitude.bitPattern &* 0x9e37_79b9_7f4a_7c15
      ^ coordinate.longitude.bitPattern &* 0xc2b2_ae3d_27d4_eb4f
    return Int((mixed &* 0x9e37_79b9_7f4a_7c15) >> 50)
  }
}
