import Geography
import Messages
import SQL

/// The answer to a query for a house number on one street.
struct HouseMatch {
  /// How the number was found, from the most to the least exact.
  enum Method: Hashable {
    /// The number itself.
    case exact
    /// A range that contains the number: 49 in "48-50".
    case inRange
    /// A range that contains the number, of numbers of the other side: 49 in "48-50".
    case acrossRange
    /// The number with another suffix: "12" for "12a".
    case otherSuffix
    /// A point on an `addr:interpolation` line between two numbers.
    case onLine(Int, Int)
    /// Unknown; interpolated between two known numbers. The spread is their distance, twice that
    /// where one is on the other side of the street.
    case between(String, String, Meters)
    /// Unknown; the position of the nearest known number. The spread is `RankingModel.nextSpread`
    /// times as far as the known numbers behind it would have the unknown one from there.
    case nearest(String, Meters)
    /// Unknown, with no known neighbour; the position of the street.
    case unknown
  }

  let method: Method
  /// The number as the map writes it, or as the query does where the map lacks it.
  let text: String
  let coordinate: Coordinate
  let postcode: String?
  let city: String?
  /// Whether the map names no street for the house.
  var streetIsAssumed = false
  /// Whether the known numbers around an unknown one leave hardly any doubt.
  var isSurrounded = false
  /// How many other houses have this number: in other towns, or where the map names the street of
  /// none of them.
  var rivals = 0

  /// What the number adds to the rank. It decides between streets with the same fit; it is too
  /// small to lift a street with a worse fit. A street that is only assumed has a little less.
  var bonus: Float {
    let exactness: Float =
      switch method {
      case .exact, .inRange, .acrossRange: 0.05
      case .otherSuffix: 0.045
      case .onLine, .between: 0.015
      case .nearest: 0.01
      case .unknown: 0
      }
    return streetIsAssumed ? exactness - 0.005 : exactness
  }
}

/// Finds house numbers of one street in the index file.
struct HouseFinder {
  let database: Database

  /// The position of the number, as exactly as the map allows.
  ///
  /// - Parameters:
  ///   - middle: the street's own coordinate.
  ///   - selector: chooses between several houses with the same number.
  /// - Throws: `SQLError`.
  func find(
    _ number: HouseNumber, on street: UInt32, middle: Coordinate, _ selector: HouseSelector
  ) throws -> HouseMatch {
    let numbered = selector.sorted(
      try houses("street = ? AND number = ? LIMIT 64", street, number.number))
    if let house = best(numbered, number, selector) { return house }
    if let house = try otherSuffix(numbered, number, street) { return house }
    let lowest = number.number - HouseNumber.longestRange
    let ranges = try houses(
      "street = ? AND number BETWEEN ? AND ? AND last >= ? ORDER BY number DESC LIMIT 8", street,
      lowest, number.number - 1, number.number)
    // The numbers of a range usually lie on one side of the street: all odd or all even.
    if let house = ranges.first(where: { $0.number.isOnSide(of: number.number) }) {
      return match(house, .inRange)
    }
    if let house = ranges.first {
      var match = match(house, .acrossRange)
      match.isSurrounded = try isSurrounded(number, street, house.coordinate)
      return match
    }
    if let house = try onLine(number, street) { return house }
    return try neighbour(of: number, street, middle, selector)
  }

  private func best(
    _ houses: [House], _ number: HouseNumber, _ selector: HouseSelector
  ) -> HouseMatch? {
    let same = houses.filter { $0.number == number }
    if let house = same.first(where: { !$0.streetIsAssumed }) ?? same.first {
      var match = match(house, .exact)
      match.rivals = same.count {
        $0.coordinate.distance(to: house.coordinate) > RankingModel.rightDistance
          && (house.streetIsAssumed || selector.isRival($0, of: house))
      }
      return match
    }
    if number.suffix.isEmpty, let range = houses.first(where: { $0.number.suffix.isEmpty }) {
      return match(range, number.last > number.number ? .exact : .inRange)
    }
    return nil
  }

  /// The house whose suffix is the nearest to that of the number: 14l for 14m.
  private func otherSuffix(
    _ houses: [House], _ number: HouseNumber, _ street: UInt32
  ) throws -> HouseMatch? {
    func gap(_ house: House) -> Int {
      let (one, other) = (Array(house.number.suffix.utf8), Array(number.suffix.utf8))
      let same = zip(one, other).prefix { $0 == $1 }.count
      guard max(one.count, other.count) - same <= 1 else { return Self.noGap }
      // No letter stands before “a”.
      let (left, right) = (one.dropFirst(same).first ?? 96, other.dropFirst(same).first ?? 96)
      return abs(Int(left) - Int(right))
    }
    guard let nearest = houses.min(by: { gap($0) < gap($1) }) else { return nil }
    var match = match(nearest, .otherSuffix)
    if gap(nearest) < Self.noGap {
      match.isSurrounded = try isSurrounded(
        number, street, nearest.coordinate, isNext: gap(nearest) <= 2)
    }
    return match
  }

  /// The gap between two suffixes that differ by more than one letter.
  private static let noGap = 256

  /// Whether at least four numbers that differ by at most five are known, and none of them is far
  /// away; beside the next suffix, whether one of the side is near.
  private func isSurrounded(
    _ number: HouseNumber, _ street: UInt32, _ point: Coordinate, isNext: Bool = false
  ) throws -> Bool {
    let around = try houses(
      "street = ? AND number BETWEEN ? AND ? LIMIT 64", street, number.number - 5,
      number.number + 5)
    func meters(_ house: House) -> Meters { house.coordinate.distance(to: point) }
    let others = around.filter { $0.number.number != number.number }
    let isClose = others.contains {
      $0.number.isOnSide(of: number.number) && meters($0) <= RankingModel.closeHouses
    }
    return isNext && isClose
      || Set(others.map(\.number.number)).count >= 4
        && around.allSatisfy { meters($0) <= RankingModel.surroundings }
  }

  private func match(_ house: House, _ method: HouseMatch.Method) -> HouseMatch {
    HouseMatch(
      method: method, text: house.text, coordinate: house.coordinate, postcode: house.postcode,
      city: house.city, streetIsAssumed: house.streetIsAssumed)
  }

  /// The houses whose number starts with the prefix, lowest first. A prefix with letters, such as
  /// "12b", matches the suffixes of exactly that number.
  func houses(
    withPrefix prefix: (number: Int, suffix: String), on street: UInt32, limit: Int
  ) throws -> [House] {
    if !prefix.suffix.isEmpty {
      return try houses("street = ? AND number = ? LIMIT 64", street, prefix.number)
        .filter { $0.number.suffix.hasPrefix(prefix.suffix) }
    }
    var found: [House] = []
    var (low, high) = (prefix.number, prefix.number)
    while low > 0, low <= HouseNumber.largest, found.count < limit {
      found += try houses(
        "street = ? AND number BETWEEN ? AND ? ORDER BY number, suffix LIMIT \(limit)", street,
        low, high)
      (low, high) = (low * 10, high * 10 + 9)
    }
    return found
  }

  private func onLine(_ number: HouseNumber, _ street: UInt32) throws -> HouseMatch? {
    let lines = try database.query(
      """
      SELECT first, last, step, points FROM number_line
      WHERE street = ? AND first < ? AND last > ? AND first >= 0 AND step > 0 LIMIT 8
      """, Int(street), number.number, number.number
    ) { row in
      InterpolationLine(
        first: row.int("first"), last: row.int("last"), step: row.int("step"),
        line: EncodedPolyline(rawValue: row.text("points")).coordinates ?? [])
    }
    for line in lines {
      guard let point = line.point(of: number.number) else { continue }
      return HouseMatch(
        method: .onLine(line.first, line.last), text: "\(number.number)\(number.suffix)",
        coordinate: point, postcode: nil, city: nil)
    }
    return nil
  }

  private func neighbour(
    of number: HouseNumber, _ street: UInt32, _ middle: Coordinate, _ selector: HouseSelector
  ) throws -> HouseMatch {
    let text = "\(number.number)\(number.suffix)"
    let limit = GeocoderLimits.maximumNeighbours
    let (below, above) = selector.inTypedTown(
      try houses(
        "street = ? AND number < ? ORDER BY number DESC LIMIT \(limit)", street, number.number),
      try houses(
        "street = ? AND number > ? ORDER BY number LIMIT \(limit)", street, number.number))
    func isOnSameSide(_ house: House) -> Bool { (house.number.number - number.number) % 2 == 0 }
    let low = below.first(where: isOnSameSide) ?? below.first
    let high = above.first(where: isOnSameSide) ?? above.first
    // Each town numbers its part of the street, so neighbours in two towns do not help.
    if let low, let high, selector.town(of: low) == selector.town(of: high),
      high.number.number - low.number.number <= RankingModel.maximumInterpolationGap
    {
      let span = Double(high.number.number - low.number.number)
      let fraction = Double(number.number - low.number.number) / span
      let apart = low.coordinate.distance(to: high.coordinate)
      let isSided = isOnSameSide(low) && isOnSameSide(high)
      var match = HouseMatch(
        method: .between(low.text, high.text, isSided ? apart : 2 * apart), text: text,
        coordinate: Self.point(fraction, from: low.coordinate, to: high.coordinate),
        postcode: low.postcode == high.postcode ? low.postcode : nil, city: low.city)
      if isSided, span <= RankingModel.surelyBetween {
        match.isSurrounded = try isSurrounded(number, street, match.coordinate)
      }
      return match
    }
    let nearest = [low, high].compactMap { $0 }
      .min { abs($0.number.number - number.number) < abs($1.number.number - number.number) }
    if let nearest, case let gap = abs(nearest.number.number - number.number),
      gap <= RankingModel.maximumNeighbourGap
    {
      // Beyond the last number of a street only the next house is near.
      let behind = (nearest.number.number < number.number ? below : above).first {
        abs($0.number.number - number.number) > gap && isOnSameSide($0)
      }
      let spread = behind.map {
        nearest.coordinate.distance(to: $0.coordinate) * Double(gap) * RankingModel.nextSpread
          / Double(abs($0.number.number - nearest.number.number))
      }
      let isNext = gap <= 2 && isOnSameSide(nearest)
      return match(nearest, .nearest(nearest.text, isNext ? spread ?? .infinity : .infinity))
    }
    return HouseMatch(method: .unknown, text: text, coordinate: middle, postcode: nil, city: nil)
  }

  private static func point(
    _ fraction: Double, from low: Coordinate, to high: Coordinate
  ) -> Coordinate {
    Coordinate(
      latitude: low.latitude + fraction * (high.latitude - low.latitude),
      longitude: low.longitude + fraction * (high.longitude - low.longitude))
  }

  private func houses(_ condition: String, _ street: UInt32, _ numbers: Int...) throws -> [House] {
    let values: [any SQLBindable] = [Int(street)] + numbers
    return try database.query(
      "SELECT \(House.columns) FROM house WHERE \(condition)", values
    ) { House($0) }
  }
}

extension House {
  static let columns =
    "number, last, suffix, text, latitude, longitude, postcode, city, street_assumed"

  /// Reads the `columns`.
  init(_ row: borrowing Row) {
    number = HouseNumber(
      number: row.int("number"), last: row.int("last"), suffix: row.text("suffix"))
    text = row.text("text")
    coordinate = Coordinate(latitude: row.double("latitude"), longitude: row.double("longitude"))
    postcode = row.optionalText("postcode")
    city = row.optionalText("city")
    streetIsAssumed = row.bool("street_assumed")
  }
}
