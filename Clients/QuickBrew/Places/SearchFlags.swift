import CommandLineKit
import Geography
import Messages

/// The flags that `geocode` and `suggest` share.
struct SearchFlags: Sendable {
  let near: Coordinate?
  let nearStrength: Double?
  let within: SearchArea?
  let language: String?
  let limit: Int?

  static let all = [
    Flag("near", "LAT,LON", "of equally good places the nearer comes first"),
    Flag("near-strength", "PART", "the weight of nearness, 0 to 1 (0.2)"),
    Flag("within", "AREA", "only there: a PLACE, LAT,LON,METERS or SOUTH,WEST,NORTH,EAST"),
    Flag("limit", "N", "how many places at most, 1 to 50 (5)"),
  ]

  /// - Throws: `UsageError`.
  init(_ arguments: Arguments) throws(UsageError) {
    near = try PlaceParser.coordinate(of: "near", in: arguments)
    nearStrength = try arguments.number("near-strength", in: 0...1)
    within = try arguments["within"].map(Self.area)
    language = arguments["lang"]
    limit = try arguments.integer("limit", in: 1...GeocoderLimits.maximumHits)
  }

  /// A circle, a box or a place, depending on how many numbers the text holds.
  private static func area(_ text: String) throws(UsageError) -> SearchArea {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(String($0.filter { !$0.isWhitespace })) }
    let isBlank = text.allSatisfy(\.isWhitespace)
    // A single number is a postcode, thus a place.
    if !isBlank, numbers.count < parts.count || numbers.count == 1 { return .place(text) }
    switch numbers.count {
    case 3:
      let center = Coordinate(latitude: numbers[0], longitude: numbers[1])
      return .circle(center: center, radiusMeters: numbers[2])
    case 4:
      return .box(
        BoundingBox(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3]))
    default:
      throw UsageError(
        "--within is a place, LAT,LON,METERS or SOUTH,WEST,NORTH,EAST, not “\(text)”.")
    }
  }
}
