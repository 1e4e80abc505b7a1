/// The places of many positions, one list for all: a group for each position.
struct PlaceGroups {
  private var places: [CoursePlace] = []
  /// By group: the end of its places.
  private var ends: [Int] = []

  /// A group of one for each place.
  init(each places: [CoursePlace]) {
    self.places = places
    ends = Array(1..<places.count + 1)
  }

  /// One group of all places.
  init(_ places: [CoursePlace]) {
    self.places = places
    ends = [places.count]
  }

  /// - Parameter forEachPlace: the places of one position.
  init(
    _ positions: [RoadPosition],
    _ forEachPlace: (_ position: RoadPosition, _ body: (CoursePlace) -> Void) -> Void
  ) {
    places.reserveCapacity(2 * positions.count)
    ends.reserveCapacity(positions.count)
    for position in positions {
      forEachPlace(position) { places.append($0) }
      ends.append(places.count)
    }
  }

  var indices: Range<Int> { ends.indices }

  @inline(__always)
  subscript(group: Int) -> ArraySlice<CoursePlace> {
    places[(group == 0 ? 0 : ends[group - 1])..<ends[group]]
  }
}
