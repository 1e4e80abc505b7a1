import Messages
import ServiceRuntime

/// `quickbrew nearby`: venues around a point.
enum NearbyCommand: Subcommand {
  static let name = "nearby"
  static let summary = "List the venues nearest to a place, as the crow flies."
  static let help = CommandHelp(
    examples: ["nearby --at 37.785834,-122.406417 --category coffee --limit 5"],
    usage: "--at PLACE [flags]",
    flags: [
      Flag("at", "PLACE", "where to look: LAT,LON, a text, or @DEVICE"),
      Flag("category", "WORD", "only coffee, brewery, bar, bakery … (any)"),
      Flag("radius", "METERS", "how far to look, 1 to 100000 (as far as it takes)"),
      Flag("limit", "N", "how many at most, 1 to 500 (20)"),
    ],
    notes: "Exit status: 0 found, 3 nothing found.")

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let place = try call.place("at")
    let category = try PlanCommand.category(call.arguments)
    let radius = try call.arguments.number(
      "radius", in: 1...ShopSearchLimits.maximumRadiusMeters)
    let limit = try call.arguments.integer("limit", in: 1...ShopSearchLimits.maximumNearby)
    let bus = try call.connect()
    let point = try await PlaceFinder(call, bus)
      .coordinate(of: place, near: nil)
    let request = NearbyRequest(
      coordinate: point, radiusMeters: radius,
      filter: category.map { VenueFilter(category: $0) }, limit: limit)
    let reply = try await bus.send(request, timeout: call.timeout)
    if !reply.venues.isEmpty || call.wantsJSON {
      try call.show(reply) { VenueRendering.render($0, style: $1) }
    }
    if !reply.venues.isEmpty { return .fine }
    let what = category.map { "\($0.rawValue.printable) venue" } ?? "venue"
    call.output.message("quickbrew: No \(what) found near \(Formats.coordinate(point)).")
    return .nothingFound
  }
}
