import Geography
import Messages
import SQL

extension Searcher {
  /// Answers what is at or near a point: the nearest house, street, corner, venue and place,
  /// nearest first, at most one of each.
  ///
  /// Confidence is how sure it is that somebody at the point would call it by this:
  /// 1 ⁄ (1 + distance ⁄ 50 m), for a place 1 ⁄ (1 + distance ⁄ 1 km).
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or radius out of range;
  ///   `SQLError`.
  package func reverse(_ request: ReverseGeocodeRequest) throws -> GeocodeReply {
    let radius = try RequestChecks.check(request)
    let point = request.coordinate
    let entries = EntryReader(database: database, language: request.language)
    let points = index.points
    let found = [
      try nearestHouse(point, radius, entries), try nearestStreet(point, radius, entries),
      try nearestCorner(point, radius, entries),
      try nearestEntry(points.venues, points.venueEntries, point, radius, entries),
      try nearestEntry(points.places, points.placeEntries, point, radius, entries),
    ]
    let hits = found.compactMap { $0 }
    return GeocodeReply(
      hits: hits.sorted { ($0.distanceMeters ?? 0) < ($1.distanceMeters ?? 0) })
  }

  private func nearestHouse(
    _ point: Coordinate, _ radius: Meters, _ entries: EntryReader
  ) throws -> PlaceHit? {
    guard let nearest = index.points.houses.nearest(1, to: point, within: radius).first else {
      return nil
    }
    let found = try database.first(
      "SELECT street, \(House.columns) FROM house WHERE id = ?", nearest.index
    ) { (UInt32(truncatingIfNeeded: $0.int64(0)), House($0, from: 1)) }
    guard let (number, house) = found else {
      throw PlaceIndexError.damaged(
        path: database.place, reason: "house \(nearest.index) is missing")
    }
    let street = try entries.entry(number)
    let city = house.city ?? street.city
    return hit(
      labels.label(houseNumber: house.text, street: street.name, city: city), nearest.distance,
      house.coordinate, .rooftop, "house number \(house.text) of \(street.name)",
      Address(
        houseNumber: house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
  }

  private func nearestStreet(
    _ point: Coordinate, _ radius: Meters, _ entries: EntryReader
  ) throws -> PlaceHit? {
    guard let nearest = try nearestLine(point, radius) else { return nil }
    let street = try entries.entry(nearest.street)
    return hit(
      labels.label(of: street), nearest.distance, nearest.place, .street,
      "street \(street.name)", street.address)
  }

  private func nearestCorner(
    _ point: Coordinate, _ radius: Meters, _ entries: EntryReader
  ) throws -> PlaceHit? {
    let corners = index.corners
    guard let nearest = index.points.corners.nearest(1, to: point, within: radius).first else {
      return nil
    }
    let one = try entries.entry(corners.ones[nearest.index])
    let other = try entries.entry(corners.others[nearest.index])
    let city = one.city ?? other.city
    return hit(
      labels.joined(["\(one.name) & \(other.name)"], city), nearest.distance,
      corners.points[nearest.index], .corner, "corner of \(one.name) and \(other.name)",
      Address(city: city))
  }

  private func nearestEntry(
    _ points: PointIndex, _ numbers: [UInt32], _ point: Coordinate, _ radius: Meters,
    _ entries: EntryReader
  ) throws -> PlaceHit? {
    guard let nearest = points.nearest(1, to: point, within: radius).first else { return nil }
    let entry = try entries.entry(numbers[nearest.index])
    return hit(
      labels.label(of: entry), nearest.distance, entry.coordinate, entry.kind.accuracy,
      "\(entry.kind.accuracy.rawValue) \(entry.name)", entry.address, entry.givenCategory)
  }

  private func hit(
    _ label: String, _ distance: Meters, _ coordinate: Coordinate, _ accuracy: GeocodeAccuracy,
    _ matched: String, _ address: Address, _ category: String? = nil
  ) -> PlaceHit {
    let half = accuracy == .place ? 1_000.0 : 50.0
    return PlaceHit(
      label: label, coordinate: coordinate, accuracy: accuracy,
      confidence: (100 / (1 + distance / half)).rounded() / 100, matched: matched,
      category: category, distanceMeters: (distance * 10).rounded() / 10, address: address)
  }
}

/// The point of a street that is nearest to another.
private struct NearLine {
  let street: UInt32
  let place: Coordinate
  let distance: Meters
}

extension Searcher {
  /// How far around a point is looked first; each further look goes four times as far.
  private static let firstReach: Meters = 40

  /// Looks into growing boxes until the nearest line found lies no farther than the box reaches, so
  /// that nothing outside of it can be nearer.
  private func nearestLine(_ point: Coordinate, _ radius: Meters) throws -> NearLine? {
    var reach = min(Self.firstReach, radius)
    while true {
      let box = BoundingBox(point).grown(by: reach)
      let lines = try database.query(
        """
        SELECT street, points FROM line_area JOIN line USING (id)
        WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
        LIMIT \(GeocoderBounds.maximumNearby)
        """, box.south, box.north, box.west, box.east
      ) { row in
        let line = EncodedPolyline(rawValue: row.text(1)).coordinates ?? []
        let (place, distance) = Outline.nearest(to: point, on: line)
        return NearLine(
          street: UInt32(truncatingIfNeeded: row.int64(0)), place: place, distance: distance)
      }
      let nearest = lines.min { $0.distance < $1.distance }
      if let nearest, nearest.distance <= reach { return nearest }
      if reach >= radius { return nil }
      reach = min(radius, reach * 4)
    }
  }
}
