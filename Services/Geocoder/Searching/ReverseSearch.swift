import Geography
import Messages
import SQLite

extension Searcher {
  /// Answers what is at or near a point: the nearest house, street, venue and place, nearest
  /// first, at most one of each.
  ///
  /// Confidence is how sure it is that somebody at the point would call it by this:
  /// 1 ⁄ (1 + distance ⁄ 50 m), for a place 1 ⁄ (1 + distance ⁄ 1 km).
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or radius out of range;
  ///   `SQLiteError`.
  package func reverse(_ request: ReverseGeocodeRequest) throws -> GeocodeReply {
    let radius = try RequestChecks.check(request)
    let point = request.coordinate
    let found = [
      try nearestHouse(point, radius), try nearestStreet(point, radius),
      try nearestEntry(.venue, point, radius), try nearestEntry(.place, point, radius),
    ]
    let hits = found.compactMap { $0 }
    return GeocodeReply(
      hits: hits.sorted { ($0.distanceMeters ?? 0) < ($1.distanceMeters ?? 0) })
  }

  private func nearestHouse(_ point: Coordinate, _ radius: Meters) throws -> PlaceHit? {
    let nearest = try nearest(to: point, within: radius) { box in
      try database.query(
        """
        SELECT street, \(House.columns) FROM house_area JOIN house USING (id)
        WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
        LIMIT \(GeocoderBounds.maximumNearby)
        """, box.bounds
      ) { row in
        let house = House(row, from: 1)
        return Near(
          item: (UInt32(truncatingIfNeeded: row.int64(0)), house), coordinate: house.coordinate,
          distance: house.coordinate.distance(to: point))
      }
    }
    guard let nearest else { return nil }
    let (number, house) = nearest.item
    let street = try EntryReader(database: database).entry(number)
    let city = house.city ?? street.city
    return hit(
      labels.label(houseNumber: house.text, street: street.name, city: city), nearest.distance,
      house.coordinate, .rooftop, "house number \(house.text) of \(street.name)",
      Address(
        houseNumber: house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
  }

  private func nearestStreet(_ point: Coordinate, _ radius: Meters) throws -> PlaceHit? {
    let nearest = try nearest(to: point, within: radius) { box in
      try database.query(
        """
        SELECT street, points FROM line_area JOIN line USING (id)
        WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
        LIMIT \(GeocoderBounds.maximumNearby)
        """, box.bounds
      ) { row in
        let line = EncodedPolyline(rawValue: row.text(1)).coordinates ?? []
        let (place, distance) = Outline.nearest(to: point, on: line)
        return Near(
          item: UInt32(truncatingIfNeeded: row.int64(0)), coordinate: place, distance: distance)
      }
    }
    guard let nearest else { return nil }
    let street = try EntryReader(database: database).entry(nearest.item)
    return hit(
      labels.label(of: street), nearest.distance, nearest.coordinate, .street,
      "street \(street.name)",
      Address(street: street.name, postcode: street.postcode, city: street.city))
  }

  private func nearestEntry(
    _ kind: EntryKind, _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    let nearest = try nearest(to: point, within: radius) { box in
      try database.query(
        """
        SELECT id FROM \(kind)_area
        WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
        LIMIT \(GeocoderBounds.maximumNearby)
        """, box.bounds
      ) { row in
        let entry = UInt32(truncatingIfNeeded: row.int64(0))
        guard entry < index.names.entryCount else {
          throw PlaceIndexError.damaged(path: database.path, reason: "entry \(entry) is missing")
        }
        let place = index.names.coordinate(of: entry)
        return Near(item: entry, coordinate: place, distance: place.distance(to: point))
      }
    }
    guard let nearest else { return nil }
    let entry = try EntryReader(database: database).entry(nearest.item)
    return hit(
      labels.label(of: entry), nearest.distance, entry.coordinate, kind.accuracy,
      "\(kind.accuracy.rawValue) \(entry.name)",
      Address(
        houseNumber: entry.houseNumber, street: entry.street, postcode: entry.postcode,
        city: entry.city))
  }

  private func hit(
    _ label: String, _ distance: Meters, _ coordinate: Coordinate, _ accuracy: GeocodeAccuracy,
    _ matched: String, _ address: Address
  ) -> PlaceHit {
    let half = accuracy == .place ? 1_000.0 : 50.0
    return PlaceHit(
      label: label, coordinate: coordinate, accuracy: accuracy,
      confidence: (100 / (1 + distance / half)).rounded() / 100, matched: matched,
      distanceMeters: (distance * 10).rounded() / 10, address: address)
  }
}

/// Something found around a point.
private struct Near<Item> {
  let item: Item
  let coordinate: Coordinate
  let distance: Meters
}

/// How far around a point is looked first; each further look goes four times as far.
private let firstReach: Meters = 40

/// The nearest item within the radius: looks into growing boxes until the nearest found lies no
/// farther than the box reaches, so that nothing outside of it can be nearer.
private func nearest<Item>(
  to point: Coordinate, within radius: Meters, _ look: (BoundingBox) throws -> [Near<Item>]
) rethrows -> Near<Item>? {
  var reach = min(firstReach, radius)
  while true {
    let found = try look(BoundingBox(point).grown(by: reach)).min { $0.distance < $1.distance }
    if let found, found.distance <= reach { return found }
    if reach >= radius { return nil }
    reach = min(radius, reach * 4)
  }
}

extension BoundingBox {
  /// The four values of the box conditions above, in their order.
  fileprivate var bounds: [any SQLiteBindable] { [south, north, west, east] }
}
