/// What a rule that holds at times does to a directed segment.
enum ConditionalEffect: Equatable, Hashable, Sendable {
  case closed
  /// For journeys that start or end there.
  case destinationOnly
  case open
  /// Centimetres a second.
  case speed(UInt16)
}

/// A rule that holds at times, for one directed segment.
struct RoadRule: Hashable, Sendable {
  /// When it holds: an index in the network's `hours`.
  let hours: Int
  let effect: ConditionalEffect

  /// The hours, the effect and its speed: 32, 16 and 16 bits.
  var packed: UInt64 {
    let (kind, speed): (UInt64, UInt64) =
      switch effect {
      case .closed: (0, 0)
      case .destinationOnly: (1, 0)
      case .open: (2, 0)
      case .speed(let speed): (3, UInt64(speed))
      }
    return UInt64(hours) << 32 | kind << 16 | speed
  }
}

extension RoadRule {
  /// `nil` for an unknown effect or a speed of 0.
  init?(packed: UInt64) {
    hours = Int(packed >> 32)
    let speed = UInt16(truncatingIfNeeded: packed)
    switch UInt16(truncatingIfNeeded: packed >> 16) {
    case 0: effect = .closed
    case 1: effect = .destinationOnly
    case 2: effect = .open
    case 3 where speed > 0: effect = .speed(speed)
    default: return nil
    }
  }
}
