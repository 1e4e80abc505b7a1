/// What the signs along a road say, as places in the network's list of texts; 0 where there is
/// none.
///
/// Few roads have any: the file keeps one entry for each segment that does, and one set of signs
/// for all segments that share it.
package struct RoadSigns: Sendable, Hashable {
  /// The number of the road: "A 6".
  var ref: UInt32 = 0
  /// Where it leads to, as signed where it begins: "Mannheim".
  var destination: UInt32 = 0
  /// The number of the road it leads to, likewise.
  var destinationRef: UInt32 = 0
  /// The street it leads to, likewise.
  var destinationStreet: UInt32 = 0
  /// The number of the exit that it is: "27B".
  var exit: UInt32 = 0
  /// The name of that exit.
  var exitName: UInt32 = 0
  /// What is painted on its lanes for who drives forward, as the map writes it: "left|through".
  var lanesForward: UInt32 = 0
  var lanesBackward: UInt32 = 0

  static let none = RoadSigns()
}

extension RoadSigns {
  /// How many numbers a set takes in the file.
  static let fieldCount = 8

  /// As the file keeps them.
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
  /// The signs of a segment, `none` where it has none. Logarithmic in the segments that have some.
  func signs(of segment: SegmentID) -> RoadSigns {
    var low = 0
    var high = signedSegments.count
    while low < high {
      let middle = (low + high) / 2
      if signedSegments[middle] < segment.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < signedSegments.count, signedSegments[low] == segment.rawValue else { return .none }
    return RoadSigns(at: Int(signNumbers[low]), in: signs)
  }
}
