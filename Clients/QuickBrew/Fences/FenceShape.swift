import CommandLineKit
import Geography
import Messages

/// The area that the arguments of `geofence add` describe.
enum FenceShape: Sendable, Hashable {
  case area(FenceArea)
  /// A circle, a polygon or a corridor, by the number of its points and its widths.
  case points([LocationReference], radiusMeters: Meters?, bufferMeters: Meters?)
  /// The corridor along a route that is still to be requested.
  case drive(places: [LocationReference], profile: TravelProfile?, bufferMeters: Meters)

  /// The default to each side of a drive: a wide street and its pavements.
  private static let driveBuffer: Meters = 50

  /// - Throws: `UsageError` for missing or contradictory arguments.
  init(_ context: CommandContext) throws {
    let arguments = context.arguments
    let points = try context.words.map { try context.reference($0, "PLACE") }
    if points.isEmpty, !arguments.has("geojson"), !arguments.has("along") {
      throw UsageError("PLACE, --geojson FILE or --along is missing.")
    }
    if arguments.has("radius"), points.count != 1 {
      throw UsageError("--radius goes with a single PLACE only.")
    }
    let buffer = try Self.buffer(arguments)
    if arguments.has("along") {
      self = .drive(
        places: [try context.place("from")] + (try context.places("via")) + [
          try context.place("to")
        ],
        profile: try context.profile(), bufferMeters: buffer ?? Self.driveBuffer)
    } else if let path = arguments["geojson"] {
      self = .area(try Self.area(path, buffer: buffer))
    } else {
      let radius = try arguments.meters("radius", in: FenceArea.radiusMeters)
      try Self.check(points.count, radius: radius, buffer: buffer)
      self = .points(points, radiusMeters: radius, bufferMeters: buffer)
    }
  }

  /// The area. Resolves its places, and requests the route of a drive, first.
  ///
  /// - Throws: `ServiceError` for a place that is not found, or without a route.
  func area(_ context: CommandContext) async throws -> FenceArea {
    switch self {
    case .area(let area): return area
    case .points(let places, let radius, let buffer):
      let points = try await context.coordinates(of: places)
      if let buffer { return .corridor(line: points, bufferMeters: buffer) }
      guard points.count == 1 else { return .polygon(rings: [points]) }
      return .circle(center: points[0], radiusMeters: radius ?? FenceArea.defaultRadiusMeters)
    case .drive(let places, let profile, let buffer):
      let points = try await context.coordinates(of: places)
      let route = try await context.send(
        RouteRequest(waypoints: points, profile: profile, geometry: true))
      guard let line = route.geometry?.coordinates else {
        throw ServiceError(.internal, "The router's reply holds no line that can be read.")
      }
      return .corridor(line: line, bufferMeters: buffer)
    }
  }

  private static func area(_ path: String, buffer: Meters?) throws(UsageError) -> FenceArea {
    switch (try AreaFile(path: path, "--geojson").shape, buffer) {
    case (.polygon(let rings), nil): return .polygon(rings: rings)
    case (.line(let line), let buffer?): return .corridor(line: line, bufferMeters: buffer)
    case (.polygon, _?):
      throw UsageError("--geojson \(path) holds a polygon, which has no --width or --buffer.")
    case (.line, nil):
      throw UsageError("--geojson \(path) holds a line; --width sets the width of its corridor.")
    }
  }

  /// Checks that this many points make an area.
  private static func check(
    _ points: Int, radius: Meters?, buffer: Meters?
  ) throws(UsageError) {
    if buffer != nil {
      guard points > 1, radius == nil else {
        throw UsageError("--width and --buffer need the points of a line, two or more.")
      }
    } else if points == 2 {
      throw UsageError("A polygon has three points or more; two are a corridor with --width.")
    }
  }

  /// The width to each side of a line; `nil` where no flag gives it.
  private static func buffer(_ arguments: Arguments) throws(UsageError) -> Meters? {
    let sides = FenceArea.bufferMeters
    let width = try arguments.meters(
      "width", in: (2 * sides.lowerBound)...(2 * sides.upperBound))
    let buffer = try arguments.meters("buffer", in: sides)
    return buffer ?? width.map { $0 / 2 }
  }
}
