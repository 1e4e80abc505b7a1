import CommandLineKit
import Messages

/// `quickbrew nearest`: the roads nearest to a place.
enum NearestCommand {
  static let command = Command(
    "nearest", "Find the points of the road network nearest to a place.",
    examples: [
      "nearest 37.785834,-122.406417 --limit 3",
      "nearest 37.795983,-122.393726 --bearing 90 --range 30 --profile bicycle",
    ],
    arguments: ["PLACE"],
    flags: [
      Flag("limit", "N", "how many roads at most, 1 to \(RouterLimits.maximumNearest) (1)"),
      Flag("bearing", "DEGREES", "only roads that one may travel in this direction, 0 to 359.9"),
      Flag(
        "range", "DEGREES", requires: ["bearing"],
        "how far a road may turn from the bearing, 0 to 180 (45)"),
      Flag(
        "radius", "METERS", "how far to look, 1 to \(Int(RouterLimits.maximumSnapMeters)) (as much)"
      ),
      TripFlags.profile,
    ],
    notes: "PLACE is LAT,LON, a text, or @DEVICE. Exit status: 0 found, 2 no road is near.",
    .ask { context in
      let arguments = context.arguments
      let place = try context.reference(context.words[0], "PLACE")
      let limit = try arguments.integer("limit", in: 1...RouterLimits.maximumNearest)
      let profile = try context.profile()
      let bearing = try context.bearing()
      let range = try arguments.number("range", in: 0...180)
      let radius = try arguments.meters("radius", in: 1...RouterLimits.maximumSnapMeters)
      return NearestRoadRequest(
        coordinate: try await context.coordinate(of: place), limit: limit, profile: profile,
        bearing: bearing, bearingRange: range, radiusMeters: radius)
    } text: {
      RouterRendering.render($0, style: $1)
    })
}

extension CommandContext {
  /// The value of `--bearing`; `nil` where it is not given.
  ///
  /// - Throws: `UsageError`.
  func bearing() throws(UsageError) -> Double? {
    guard let bearing = try arguments.number("bearing", in: 0...360) else { return nil }
    return bearing == 360 ? 0 : bearing
  }
}
