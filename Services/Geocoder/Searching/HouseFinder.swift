import Geography
import SQL

/// What is known about a house number that was asked for.
struct FoundHouse {
  enum How: Hashable {
    /// The number itself.
    case exact
    /// A number whose range holds it: 49 in "48-50".
    case inRange
    /// The number with another suffix: "12" for "12a".
    case otherSuffix
    /// On a line that mappers drew from one number to another.
    case onLine(Int, Int)
    /// Not known; between two that are, so far from each other.
    case between(String, String, Meters)
    /// Not known; this one is the nearest.
    case nearest(String)
    /// Neither it nor a neighbour is known; the coordinate is the street's.
    case unknown
  }

  let how: How
  /// As the map writes it; as asked where it is not known.
  let text: String
  let coordinate: Coordinate
  let postcode: String?
  let city: String?

  /// What it adds to the rank: of streets that fit as well the one that has the number is meant;
  /// a street that fits worse is not meant for having it.
  var bonus: Float {
    switch how {
    case .exact, .inRange: 0.05
    case .otherSuffix: 0.045
    case .onLine, .between: 0.03
    case .nearest: 0.02
    case .unknown: 0
    }
  }
}

/// Finds house numbers of one street in the index file.
struct HouseFinder {
  let database: Database

  /// The neighbours between which a number is interpolated differ at most by this.
  static let longestGap = 100
  /// A lone neighbour stands for a number that differs at most by this.
  static let nearestGap = 12

  /// Where the number is, as exactly as the map tells.
  ///
  /// - Parameters:
  ///   - middle: the street's own coordinate.
  ///   - choice: which of several houses with the number is meant.
  /// - Throws: `SQLError`.
  func find(
    _ asked: HouseNumber, on street: UInt32, middle: Coordinate, _ choice: HouseChoice
  ) throws -> FoundHouse {
    let numbered = choice.sorted(
      try houses("street = ? AND number = ? LIMIT 64", street, asked.number))
    if let house = best(numbered, asked) { return house }
    let lowest = asked.number - HouseNumber.longestRange
    let ranges = try houses(
      "street = ? AND number BETWEEN ? AND ? AND last >= ? ORDER BY number DESC LIMIT 8", street,
      lowest, asked.number - 1, asked.number)
    // The numbers of a range mostly lie on one side of the street.
    if let house = ranges.first(where: { ($0.number.number - asked.number) % 2 == 0 })
      ?? ranges.first
    {
      return found(house, .inRange)
    }
    if let house = try onLine(asked, street) { return house }
    return try neighbour(of: asked, street, middle, choice)
  }

  private func best(_ houses: [House], _ asked: HouseNumber) -> FoundHouse? {
    if let house = houses.first(where: { $0.number == asked }) { return found(house, .exact) }
    if asked.suffix.isEmpty, let range = houses.first(where: { $0.number.suffix.isEmpty }) {
      return found(range, asked.last > asked.number ? .exact : .inRange)
    }
    let plain = houses.first { $0.number.suffix.isEmpty } ?? houses.first
    return plain.map { found($0, .otherSuffix) }
  }

  private func found(_ house: House, _ how: FoundHouse.How) -> FoundHouse {
    FoundHouse(
      how: how, text: house.text, coordinate: house.coordinate, postcode: house.postcode,
      city: house.city)
  }

  /// Houses whose numbers begin with a number, or that have it with a suffix beginning so, lowest
  /// first.
  func houses(
    beginning: (number: Int, suffix: String), on street: UInt32, limit: Int
  ) throws -> [House] {
    if !beginning.suffix.isEmpty {
      return try houses("street = ? AND number = ? LIMIT 64", street, beginning.number)
        .filter { $0.number.suffix.hasPrefix(beginning.suffix) }
    }
    var found: [House] = []
    var (low, high) = (beginning.number, beginning.number)
    while low > 0, low <= HouseNumber.largest, found.count < limit {
      found += try houses(
        "street = ? AND number BETWEEN ? AND ? ORDER BY number, suffix LIMIT \(limit)", street,
        low, high)
      (low, high) = (low * 10, high * 10 + 9)
    }
    return found
  }

  private func onLine(_ asked: HouseNumber, _ street: UInt32) throws -> FoundHouse? {
    let lines = try database.query(
      """
      SELECT first, last, step, points FROM number_line
      WHERE street = ? AND first < ? AND last > ? LIMIT 8
      """, Int(street), asked.number, asked.number
    ) { row in
      NumberLine(
        first: row.int(0), last: row.int(1), step: row.int(2),
        line: EncodedPolyline(rawValue: row.text(3)).coordinates ?? [])
    }
    for line in lines {
      guard let point = line.point(of: asked.number) else { continue }
      return FoundHouse(
        how: .onLine(line.first, line.last), text: "\(asked.number)\(asked.suffix)",
        coordinate: point, postcode: nil, city: nil)
    }
    return nil
  }

  private func neighbour(
    of asked: HouseNumber, _ street: UInt32, _ middle: Coordinate, _ choice: HouseChoice
  ) throws -> FoundHouse {
    let text = "\(asked.number)\(asked.suffix)"
    let limit = GeocoderBounds.maximumNeighbours
    let (below, above) = choice.inTypedTown(
      try houses(
        "street = ? AND number < ? ORDER BY number DESC LIMIT \(limit)", street, asked.number),
      try houses(
        "street = ? AND number > ? ORDER BY number LIMIT \(limit)", street, asked.number))
    func isOnSameSide(_ house: House) -> Bool { (house.number.number - asked.number) % 2 == 0 }
    let low = below.first(where: isOnSameSide) ?? below.first
    let high = above.first(where: isOnSameSide) ?? above.first
    // Each town counts for itself: between two of them nothing can be told.
    if let low, let high, choice.town(of: low) == choice.town(of: high),
      high.number.number - low.number.number <= Self.longestGap
    {
      let span = Double(high.number.number - low.number.number)
      let part = Double(asked.number - low.number.number) / span
      return FoundHouse(
        how: .between(
          low.text, high.text, low.coordinate.distance(to: high.coordinate)), text: text,
        coordinate: Self.point(part, from: low.coordinate, to: high.coordinate),
        postcode: low.postcode == high.postcode ? low.postcode : nil, city: low.city)
    }
    let nearest = [low, high].compactMap { $0 }
      .min { abs($0.number.number - asked.number) < abs($1.number.number - asked.number) }
    if let nearest, abs(nearest.number.number - asked.number) <= Self.nearestGap {
      return found(nearest, .nearest(nearest.text))
    }
    return FoundHouse(how: .unknown, text: text, coordinate: middle, postcode: nil, city: nil)
  }

  private static func point(
    _ part: Double, from low: Coordinate, to high: Coordinate
  ) -> Coordinate {
    Coordinate(
      latitude: low.latitude + part * (high.latitude - low.latitude),
      longitude: low.longitude + part * (high.longitude - low.longitude))
  }

  private func houses(_ condition: String, _ street: UInt32, _ numbers: Int...) throws -> [House] {
    let values: [any SQLBindable] = [Int(street)] + numbers
    return try database.query(
      "SELECT \(House.columns) FROM house WHERE \(condition)", values
    ) { House($0, from: 0) }
  }
}

extension House {
  static let columns = "number, last, suffix, text, latitude, longitude, postcode, city"

  /// Reads the eight `columns` that start at `column`.
  init(_ row: borrowing Row, from column: Int) {
    number = HouseNumber(
      number: row.int(column), last: row.int(column + 1), suffix: row.text(column + 2))
    text = row.text(column + 3)
    coordinate = Coordinate(latitude: row.double(column + 4), longitude: row.double(column + 5))
    postcode = row.optionalText(column + 6)
    city = row.optionalText(column + 7)
  }
}
