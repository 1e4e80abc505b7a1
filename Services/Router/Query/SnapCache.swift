package import Geography
package import Messages

/// A set-associative cache of snapped points: the same venues are requested again and again. A
/// coordinate may lie in any of the `ways` slots of its set; a new one replaces the oldest slot of
/// its set. So memory is bounded (about 3 MB) and a hit costs a hash and a few comparisons.
@Memberwise(positional: 1) package struct SnapCache {
  static let setCount = 1 << 12
  static let ways = 4

  private struct Key: Equatable {
    let coordinate: Coordinate
    let side: StreetSide
  }

  private let snapper: Snapper
  private var keys = [Key?](repeating: nil, count: setCount * ways)
  private var points = [SnappedPoint?](repeating: nil, count: setCount * ways)
  /// By set: its oldest slot.
  private var oldest = [UInt8](repeating: 0, count: setCount)

  /// The same as `Snapper.snap`.
  package mutating func snap(_ coordinate: Coordinate, side: StreetSide = .either) -> SnappedPoint?
  {
    let key = Key(coordinate: coordinate, side: side)
    let set = Self.set(of: coordinate)
    for slot in set * Self.ways..<(set + 1) * Self.ways where keys[slot] == key {
      return points[slot]
    }
    guard let point = snapper.snap(coordinate, side: side) else { return nil }
    let slot = set * Self.ways + Int(oldest[set])
    oldest[set] = (oldest[set] + 1) % UInt8(Self.ways)
    keys[slot] = key
    points[slot] = point
    return point
  }

  /// Multiplicative hashing: Knuth, "The Art of Computer Programming" 3, 6.4.
  private static func set(of coordinate: Coordinate) -> Int {
    let mixed =
      coordinate.latitude.bitPattern &* 0x9e37_79b9_7f4a_7c15
      ^ coordinate.longitude.bitPattern &* 0xc2b2_ae3d_27d4_eb4f
    return Int((mixed &* 0x9e37_79b9_7f4a_7c15) >> 52)
  }
}
