import CommandLineKit
import Geography
import Messages

/// The area that the arguments of `geofence add` describe.
enum FenceShape: Sendable, Hashable {
  case area(FenceArea)
  /// The corridor along a route that is still to be requested.
  case drive(places: [LocationReference], profile: TravelProfile?, bufferMeters: Meters)

  /// The default to each side of a drive: a wide street and its pavements.
  private static let driveBuffer: Meters = 50

  /// - Throws: `UsageError` for missing or contradictory arguments.
  init(_ context: CommandContext) throws {
    let arguments = context.arguments
    let points = try arguments.positional.map { try PlaceParser.coordinate($0, "LAT,LON") }
    let sources = ["geojson", "along"].filter(arguments.has).map { "--\($0)" }
    let all = (points.isEmpty ? [] : ["LAT,LON"]) + sources
    guard let source = all.first else {
      throw UsageError("LAT,LON, --geojson FILE or --along is missing.")
    }
    if all.count > 1 { throw UsageError("\(all[1]) does not go with \(source).") }
    for flag in ["from", "via", "to", "profile"]
    where arguments.has(flag) && !arguments.has("along") {
      throw UsageError("--\(flag) goes with --along only.")
    }
    if arguments.has("radius"), points.count != 1 {
      throw UsageError("--radius goes with a single LAT,LON only.")
    }
    let buffer = try Self.buffer(arguments)
    if arguments.has("along") {
      let via = arguments.has("via") ? try context.places("via") : []
      self = .drive(
        places: [try context.place("from")] + via + [try context.place("to")],
        profile: try context.profile(), bufferMeters: buffer ?? Self.driveBuffer)
    } else if let path = arguments["geojson"] {
      self = .area(try Self.area(path, buffer: buffer))
    } else {
      let radius = try arguments.meters("radius", in: FenceArea.radiusMeters)
      self = .area(try Self.area(points, radius: radius, buffer: buffer))
    }
  }

  /// The area. Resolves the places of a drive and requests its route first.
  ///
  /// - Throws: `ServiceError` for a place that is not found, or without a route.
  func area(_ context: CommandContext, _ bus: any ClientBus) async throws(ServiceError) -> FenceArea
  {
    switch self {
    case .area(let area): return area
    case .drive(let places, let profile, let buffer):
      let points = try await PlaceArgumentResolver(context, bus).coordinates(of: places)
      let route = try await bus.send(
        RouteRequest(waypoints: points, profile: profile, geometry: true), timeout: context.timeout)
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
      throw UsageError("--geojson \(path) holds a polygon, which takes no --width or --buffer.")
    case (.line, nil):
      throw UsageError("--geojson \(path) holds a line; --width says how wide its corridor is.")
    }
  }

  private static func area(
    _ points: [Coordinate], radius: Meters?, buffer: Meters?
  ) throws(UsageError) -> FenceArea {
    if let buffer {
      guard points.count > 1, radius == nil else {
        throw UsageError("--width and --buffer need the points of a line, two or more.")
      }
      return .corridor(line: points, bufferMeters: buffer)
    }
    if points.count == 1 {
      return .circle(
        center: points[0], radiusMeters: radius ?? FenceArea.defaultRadiusMeters)
    }
    guard points.count > 2 else {
      throw UsageError("A polygon has three points or more; two are a corridor with --width.")
    }
    return .polygon(rings: [points])
  }

  /// The width to each side of a line; `nil` where no flag gives it.
  private static func buffer(_ arguments: Arguments) throws(UsageError) -> Meters? {
    let sides = FenceArea.bufferMeters
    let width = try arguments.meters(
      "width", in: (2 * sides.lowerBound)...(2 * sides.upperBound))
    let buffer = try arguments.meters("buffer", in: sides)
    if width != nil, buffer != nil { throw UsageError("--buffer does not go with --width.") }
    return buffer ?? width.map { $0 / 2 }
  }
}
