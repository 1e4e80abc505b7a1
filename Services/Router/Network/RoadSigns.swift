import Algorithms

/// The texts on the signs along a road, as indices into the network's names; 0 for no text.
///
/// Few roads have signs: the file keeps one entry for each segment that does, and stores equal sets
/// of signs once.
package struct RoadSigns: Sendable, Hashable {
  /// The number of the road: "A 6".
  var ref: UInt32 = 0
  /// The destinations signed at its start: "Mannheim".
  var destination: UInt32 = 0
  /// The number of the road it leads to, signed at its start.
  var destinationRef: UInt32 = 0
  /// The street it leads to, signed at its start.
  var destinationStreet: UInt32 = 0
  /// The exit number of a ramp: "27B".
  var exit: UInt32 = 0
  /// The name of the exit.
  var exitName: UInt32 = 0
  /// The arrows on its forward lanes, in the map's `turn:lanes` syntax: "left|through".
  var lanesForward: UInt32 = 0
  var lanesBackward: UInt32 = 0

  static let none = RoadSigns()
}

extension RoadSigns {
  /// How many numbers the file stores for a set of signs.
  static let fieldCount = 8

  /// In the order of the file.
  var fields: [UInt32] {
    [
      ref, destination, destinationRef, destinationStreet, exit, exitName, lanesForward,
      lanesBackward,
    ]
  }

  init(at number: Int, in fields: MappedArray<UInt32>) {
    let first = number * Self.fieldCount
    ref = fields[first]
    destination = fields[first + 1]
    destinationRef = fields[first + 2]
    destinationStreet = fields[first + 3]
    exit = fields[first + 4]
    exitName = fields[first + 5]
    lanesForward = fields[first + 6]
    lanesBackward = fields[first + 7]
  }
}

extension RoadNetwork {
  /// The signs of a segment, `none` where it has none. Logarithmic in the number of signed
  /// segments.
  func signs(of segment: SegmentID) -> RoadSigns {
    let index = (0..<signedSegments.count).partitioningIndex {
      signedSegments[$0] >= segment.rawValue
    }
    guard index < signedSegments.count, signedSegments[index] == segment.rawValue else {
      return .none
    }
    return RoadSigns(at: Int(signNumbers[index]), in: signs)
  }
}
