import Countries
import Geography
import Messages
import Phrases
import SQL

/// Finds what is at or near a point.
@Memberwise(positional: 1) struct ReverseSearch {
  private let context: HitContext

  private var index: PlaceIndex { context.index }
  private var labels: LabelFormatter { context.labels }
  private var entries: EntryReader { context.entries }
  private var phrases: Phrases { context.phrases }
  private var database: Database { context.database }

  /// Finds what is at or near a point: the nearest house, street, corner, point of interest and
  /// place, nearest first, at most one of each.
  ///
  /// Confidence estimates how likely somebody at the point would describe it by the hit:
  /// 1 ⁄ (1 + distance ⁄ 50 m), for a place 1 ⁄ (1 + distance ⁄ 1 km).
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or radius out of range;
  ///   `SQLError`.
  func reply(to request: ReverseGeocodeRequest) throws -> GeocodeReply {
    let radius = try RequestChecks.check(request)
    let point = request.coordinate
    if let level = request.level {
      return GeocodeReply(
        hits: try hit(level, point, radius).map { [$0] } ?? [])
    }
    let points = index.points
    let found = [
      try nearestHouse(point, radius), try nearestStreet(point, radius),
      try nearestCorner(point, radius),
      try nearestEntry(points.pointsOfInterest, points.poiEntries, point, radius),
      try nearestEntry(points.places, points.placeEntries, point, radius),
    ]
    let hits = found.compactMap { $0 }
    return GeocodeReply(
      hits: hits.sorted { ($0.distanceMeters ?? 0) < ($1.distanceMeters ?? 0) })
  }

  /// The hit of one level.
  private func hit(
    _ level: ReverseLevel, _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    switch level {
    case .house: try nearestHouse(point, radius)
    case .street: try nearestStreet(point, radius)
    case .suburb: try nearestSettlement(PlaceKind.partRadii, point, radius)
    case .city: try nearestSettlement(PlaceKind.cityRadii, point, radius)
    case .country: country(point)
    }
  }

  /// The settlement of these kinds that is nearest in proportion to the radius of its kind.
  private func nearestSettlement(
    _ radii: [String: Double], _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    let (places, numbers) = (index.points.places, index.points.placeEntries)
    var kinds: [UInt32: Double] = [:]
    for (kind, radius) in radii { index.categories["place=\(kind)"].map { kinds[$0] = radius } }
    func reach(_ position: Int) -> Double? { kinds[index.names.category(of: numbers[position])] }
    let near = places.nearest(Self.comparedSettlements, to: point, within: radius) {
      reach($0) != nil
    }
    let best = near.min {
      $0.distance / (reach($0.index) ?? 1) < $1.distance / (reach($1.index) ?? 1)
    }
    guard let best else { return nil }
    let entry = try entries.entry(numbers[best.index])
    return hit(
      labels.label(of: entry), best.distance, entry.coordinate, .place,
      phrases("place", ["name": entry.name]), entry.address, entry.optionalCategory)
  }

  private static let comparedSettlements = 20

  /// The country of the map; of several the one whose city of the time zone database is nearest.
  private func country(_ point: Coordinate) -> PlaceHit? {
    let around = CountryZones.installed.countries(around: point)
    guard let code = around.first(where: index.countries.contains) ?? index.countries.first else {
      return nil
    }
    return CountrySearch(index: index, phrases: phrases).country(
      code, at: point,
      confidence: index.countries.count == 1 ? 0.95 : RankingModel.nearBorder,
      context.options.language, distance: 0)
  }

  private func nearestHouse(
    _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    guard let nearest = index.points.houses.nearest(1, to: point, within: radius).first else {
      return nil
    }
    let found = try database.first(
      "SELECT street, \(House.columns) FROM house WHERE id = ?", nearest.index
    ) { (UInt32(truncatingIfNeeded: $0.int64("street")), House($0)) }
    guard let (number, house) = found else {
      throw PlaceIndexError.damaged(
        path: database.location, reason: "house \(nearest.index) is missing")
    }
    let street = try entries.entry(number)
    let city = house.city ?? street.city
    return hit(
      labels.label(houseNumber: house.text, street: street.name, city: city), nearest.distance,
      house.coordinate, .rooftop,
      phrases("house", ["number": house.text, "street": street.name]),
      Address(
        houseNumber: house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
  }

  func nearestStreet(
    _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    guard let nearest = try nearestLine(point, radius) else { return nil }
    let street = try entries.entry(nearest.street)
    return hit(
      labels.label(of: street), nearest.distance, nearest.coordinate, .street,
      phrases("street", ["name": street.name]), street.address)
  }

  private func nearestCorner(
    _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    let corners = index.corners
    guard let nearest = index.points.corners.nearest(1, to: point, within: radius).first else {
      return nil
    }
    let one = try entries.entry(corners.firstStreets[nearest.index])
    let other = try entries.entry(corners.secondStreets[nearest.index])
    let city = one.city ?? other.city
    return hit(
      labels.joined(["\(one.name) & \(other.name)"], city), nearest.distance,
      corners.points[nearest.index], .corner,
      phrases("corner", ["first": one.name, "second": other.name]), Address(city: city))
  }

  private func nearestEntry(
    _ points: PointIndex, _ numbers: [UInt32], _ point: Coordinate, _ radius: Meters
  ) throws -> PlaceHit? {
    let nearest = points.nearest(1, to: point, within: radius) { index.names.isNamed(numbers[$0]) }
    guard let nearest = nearest.first else { return nil }
    let entry = try entries.entry(numbers[nearest.index])
    return hit(
      labels.label(of: entry), nearest.distance, entry.coordinate, entry.kind.accuracy,
      phrases(entry.kind.accuracy.rawValue, ["name": entry.name]), entry.address,
      entry.optionalCategory)
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

/// The nearest point of one line of a street.
private struct NearestOnLine {
  let street: UInt32
  let coordinate: Coordinate
  let distance: Meters
}

extension ReverseSearch {
  /// The half width of the first search box; each further box is four times as wide.
  private static let firstReach: Meters = 40

  /// Searches growing boxes until the nearest line found is no farther than the box reaches. Then
  /// nothing outside the box can be nearer.
  private func nearestLine(_ point: Coordinate, _ radius: Meters) throws -> NearestOnLine? {
    var reach = min(Self.firstReach, radius)
    while true {
      let box = BoundingBox(point).expanded(by: reach)
      let lines = try database.query(
        """
        SELECT street, points FROM line_area JOIN line USING (id)
        WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
        LIMIT \(GeocoderLimits.maximumLinesPerBox)
        """, box.south, box.north, box.west, box.east
      ) { row in
        let line = EncodedPolyline(rawValue: row.text("points")).coordinates ?? []
        let (coordinate, distance) = PlanarGeometry.nearest(to: point, on: line)
        return NearestOnLine(
          street: UInt32(truncatingIfNeeded: row.int64("street")), coordinate: coordinate,
          distance: distance)
      }
      let nearest = lines.min { $0.distance < $1.distance }
      if let nearest, nearest.distance <= reach { return nearest }
      if reach >= radius { return nil }
      reach = min(radius, reach * 4)
    }
  }
}
