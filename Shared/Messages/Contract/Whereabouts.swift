package import Geography

/// Where a question lies, by which a stack of several maps chooses the one that answers.
package enum Whereabouts: Sendable, Hashable {
  /// On one map that holds all of these places.
  ///
  /// - `leastConfidence`: how certain the match of a text has to be, 0 ... 1; default 0.5.
  case places([LocationReference], leastConfidence: Double? = nil)
  /// On any: all maps are asked, and their replies are made one. Those of the map that holds `near`
  /// come first.
  case everywhere(near: Coordinate?)
  /// On the map that knows the identifier in the request: they are asked one after the other.
  case identified
  /// On the map that has this venue.
  case venue(VenueID)
  /// On the map on which the pins of this board lie; if it has none, on that of the place.
  case board(BoardID, place: LocationReference? = nil, leastConfidence: Double? = nil)

  static func coordinates(_ points: [Coordinate]) -> Whereabouts {
    .places(points.map { LocationReference.coordinate($0) })
  }
}
