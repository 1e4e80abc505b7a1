import Algorithms

/// The texts on the signs along a road, as indices into the network's names; 0 for no text.
///
/// Few roads have signs: the file keeps one entry for each segment that does, and stores equal sets
/// of signs once.
package struct RoadSigns: Sendable, Hashable {
  /// The number of the road: "A 6".
  var ref: UInt32 = 0
  /// What the signs say to those who travel along its points, and to those against them.
  var forward = Destinations()
  var backward = Destinations()
  /// The exit number of a ramp: "27B".
  var exit: UInt32 = 0
  /// The name of the exit.
  var exitName: UInt32 = 0
  /// The arrows on its forward lanes, in the map's `turn:lanes` syntax: "left|through".
  var lanesForward: UInt32 = 0
  var lanesBackward: UInt32 = 0

  static let none = RoadSigns()

  /// The signs at the start of a road in one direction.
  struct Destinations: Hashable {
    /// The places: "Mannheim".
    var places: UInt32 = 0
    /// The number of the road it leads to.
    var ref: UInt32 = 0
    /// The street it leads to.
    var street: UInt32 = 0

    var isEmpty: Bool { places == 0 && ref == 0 && street == 0 }
  }
}

extension RoadSigns {
  /// How many numbers the file stores for a set of signs.
  static let fieldCount = 11

  /// In the order of the file.
  var fields: [UInt32] {
    [
      ref, forward.places, forward.ref, forward.street, exit, exitName, lanesForward,
      lanesBackward, backward.places, backward.ref, backward.street,
    ]
  }

  init(at number: Int, in fields: MappedArray<UInt32>) {
    let first = number * Self.fieldCount
    ref = fields[first]
    forward = Destinations(
      places: fields[first + 1], ref: fields[first + 2], street: fields[first + 3])
    exit = fields[first + 4]
    exitName = fields[first + 5]
    lanesForward = fields[first + 6]
    lanesBackward = fields[first + 7]
    backward = Destinations(
      places: fields[first + 8], ref: fields[first + 9], street: fields[first + 10])
  }
}

extension RoadNetwork {
  /// The signs of a segment, `none` where it has none. Logarithmic in the number of signed
  /// segments.
  func signs(of segment: SegmentID) -> RoadSigns {
    let index = signedSegments.partitioningIndex { $0 >= segment.rawValue }
    guard index < signedSegments.count, signedSegments[index] == segment.rawValue else {
      return .none
    }
    return RoadSigns(at: Int(signNumbers[index]), in: signs)
  }
}
