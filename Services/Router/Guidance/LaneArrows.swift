import Messages

/// The arrows on the lanes before a maneuver.
///
/// Source: OpenStreetMap wiki, "Key:turn": lanes from left to right in the direction of travel,
/// separated by `|`, the arrows of one lane by `;`.
enum LaneArrows {
  /// A value with more lanes is taken for a typing error.
  static let maximumLanes = 16

  /// Parses the lanes of a tag, and whether each is valid for a direction.
  ///
  /// `nil` where the tag is unusable: a single lane, or none valid for the direction.
  static func lanes(
    _ tag: String, toward direction: TurnDirection, drivingOn side: DrivingSide = .right
  ) -> [Lane]? {
    let arrows = tag.split(separator: "|", omittingEmptySubsequences: false).map(Self.arrows)
    guard (2...maximumLanes).contains(arrows.count) else { return nil }
    let gaps = arrows.map { lane in
      (lane.isEmpty ? [.straight] : lane).map { gap($0, direction, side) }.min() ?? .max
    }
    guard let least = gaps.min(), least <= (direction == .uturn ? 2 : 1) else { return nil }
    return zip(arrows, gaps).map { Lane(directions: $0, isValid: $1 == least) }
  }

  private static func arrows(_ lane: Substring) -> [TurnDirection] {
    lane.split(separator: ";").compactMap { arrow in
      switch arrow {
      // A lane that ends continues straight until then.
      case "through", "merge_to_left", "merge_to_right": .straight
      case "slight_left": .slightLeft
      case "left": .left
      case "sharp_left": .sharpLeft
      case "slight_right": .slightRight
      case "right": .right
      case "sharp_right": .sharpRight
      case "reverse": .uturn
      default: nil
      }
    }
  }

  /// How many steps two directions are apart.
  private static func gap(_ one: TurnDirection, _ other: TurnDirection, _ side: DrivingSide) -> Int
  {
    abs(rank(one, side) - rank(other, side))
  }

  private static func rank(_ direction: TurnDirection, _ side: DrivingSide) -> Int {
    switch direction {
    // U-turns cross the oncoming traffic.
    case .uturn: side == .right ? -4 : 4
    case .sharpLeft: -3
    case .left: -2
    case .slightLeft: -1
    case .straight: 0
    case .slightRight: 1
    case .right: 2
    case .sharpRight: 3
    }
  }
}
