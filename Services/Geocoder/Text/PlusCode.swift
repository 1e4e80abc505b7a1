import Geography

/// An Open Location Code, such as "9FCQ5WCR+GX" or, near a place, "5WCR+GX".
///
/// Source: the specification of Open Location Code, github.com/google/open-location-code.
struct PlusCode: Sendable, Hashable {
  private static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let separatorPosition = 8
  /// The digits that are pairs of latitude and longitude; the later ones divide a cell in 5 × 4.
  private static let pairDigits = 10
  private static let longest = 15

  /// Values of the digits without the separator.
  private let digits: [Int]
  /// How many leading digits are left out because a place near is known.
  private let missing: Int

  /// Parses the code that is the whole text; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let upper = Array(text.uppercased().utf8)
    guard let plus = upper.firstIndex(of: UInt8(ascii: "+")), plus >= 2, plus % 2 == 0,
      plus <= Self.separatorPosition, upper.lastIndex(of: UInt8(ascii: "+")) == plus
    else { return nil }
    // "8FVC0000+": zeros pad a large cell.
    let written = upper.filter { $0 != UInt8(ascii: "+") }
    let significant = written.prefix { $0 != UInt8(ascii: "0") }
    guard written.dropFirst(significant.count).allSatisfy({ $0 == UInt8(ascii: "0") }),
      significant.count >= 2, significant.count <= Self.longest,
      significant.count == written.count || plus == Self.separatorPosition
    else { return nil }
    let digits = significant.compactMap { Self.alphabet.firstIndex(of: $0) }
    guard digits.count == significant.count, upper.count - plus != 2 else { return nil }
    self.digits = digits
    missing = Self.separatorPosition - plus
  }

  /// Whether the code needs a place near.
  var isShort: Bool { missing > 0 }

  /// The middle of the code's cell; of a short code, of the one nearest to a point.
  func center(near point: Coordinate) -> Coordinate {
    guard isShort else { return Self.center(digits) }
    let prefix = Self.leadingDigits(of: point, missing)
    let center = Self.center(prefix + digits)
    // Half of the height and width of the area that the missing digits name.
    let reach = (0..<(missing / 2)).reduce(400.0) { size, _ in size / 20 }
    return Coordinate(
      latitude: Self.nearest(center.latitude, to: point.latitude, reach),
      longitude: Self.nearest(center.longitude, to: point.longitude, reach))
  }

  private static func nearest(_ value: Double, to reference: Double, _ size: Double) -> Double {
    if reference + size / 2 < value { return value - size }
    return reference - size / 2 > value ? value + size : value
  }

  private static func leadingDigits(of point: Coordinate, _ count: Int) -> [Int] {
    var (latitude, longitude) = (point.latitude + 90, point.longitude + 180)
    var size = 20.0
    return (0..<(count / 2)).flatMap { _ -> [Int] in
      let (row, column) = (Int(latitude / size), Int(longitude / size))
      latitude -= Double(row) * size
      longitude -= Double(column) * size
      size /= 20
      return [row, column]
    }
  }

  /// Sums of fractions end in noise, which a label would show; the finest cells are 10⁻⁸ degrees.
  private static func withoutNoise(_ sum: Double) -> Double { (sum * 1e10).rounded() / 1e10 }

  private static func center(_ digits: [Int]) -> Coordinate {
    var (latitude, longitude) = (-90.0, -180.0)
    var (height, width) = (400.0, 400.0)
    for (position, digit) in digits.enumerated() {
      if position >= pairDigits {
        (height, width) = (height / 5, width / 4)
        latitude += Double(digit / 4) * height
        longitude += Double(digit % 4) * width
      } else if position % 2 == 0 {
        height /= 20
        latitude += Double(digit) * height
      } else {
        width /= 20
        longitude += Double(digit) * width
      }
    }
    return Coordinate(
      latitude: Self.withoutNoise(latitude + height / 2),
      longitude: Self.withoutNoise(longitude + width / 2))
  }
}
