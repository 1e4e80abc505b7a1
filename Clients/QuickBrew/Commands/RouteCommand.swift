import Geography
import Messages
import ServiceRuntime

/// `quickbrew route`: the quickest drive.
enum RouteCommand: Subcommand {
  static let name = "route"
  static let summary = "Find the quickest drive."
  static let help = CommandHelp(
    examples: [
      #"route --from 37.785834,-122.406417 --to "Coit Tower" --steps"#,
      "route --batch - < trips.txt",
    ],
    usage: "--from PLACE --to PLACE [--via PLACE …] [flags] | --batch FILE",
    flags: [
      Flag("from", "PLACE", "where the drive begins: LAT,LON, a text, or @DEVICE"),
      Flag("via", "PLACE", repeatable: true, "a place on the way; may be given again"),
      Flag("to", "PLACE", "where it ends"),
      Flag("steps", "show every turn"),
      Flag("no-geometry", "leave the line to draw out of the JSON"),
      Flag("batch", "FILE", "answer each line of a file, or of - for standard input"),
    ],
    notes: """
      A text is looked up first, near the place before it.
      With --batch each line is lat,lon,lat,lon (more pairs for places on the way) and each answer
      one line of JSON, in the same order; a line that fails is answered
      {"error":{"code":…,"message":…}}. The exit status is then 0, or 5 where no line reached the
      service.
      JSON holds the line to draw, an encoded polyline with six decimal places.
      Exit status otherwise: 0 found, 2 off the map, 3 no such place or no road leads there.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let batch = call.arguments["batch"]
    let hasLine = (call.wantsJSON || batch != nil) && !call.arguments.has("no-geometry")
    let geometry = hasLine ? true : nil
    let steps = call.arguments.has("steps") ? true : nil
    if let path = batch {
      for flag in ["from", "via", "to"] where call.arguments.has(flag) {
        throw UsageError("--\(flag) does not go with --batch.")
      }
      let source = try call.surroundings.openLines(path)
      let batch = Batch(bus: try call.connect(), timeout: call.timeout) {
        line throws(ServiceError) in
        RouteRequest(waypoints: try waypoints(line), geometry: geometry, steps: steps)
      }
      return try await batch.run(source, on: call.output)
    }
    let via = call.arguments.has("via") ? try call.places("via") : []
    let places = [try call.place("from")] + via + [try call.place("to")]
    let bus = try call.connect()
    let points = try await PlaceFinder(bus: bus, timeout: call.timeout).coordinates(of: places)
    let request = RouteRequest(waypoints: points, geometry: geometry, steps: steps)
    let reply = try await bus.send(request, timeout: call.timeout)
    try call.show(reply) { RouterRendering.render($0, style: $1) }
    return .fine
  }

  /// The points of a line of a batch.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func waypoints(_ line: String) throws(ServiceError) -> [Coordinate] {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 4, fields.count.isMultiple(of: 2) else {
      throw ServiceError(
        .invalidRequest, "“\(line.shortened(to: 80))” is not a line like lat,lon,lat,lon.")
    }
    var points: [Coordinate] = []
    for index in stride(from: 0, to: fields.count, by: 2) {
      let text = "\(fields[index]),\(fields[index + 1])"
      guard let point = Coordinate(text: text) else {
        throw ServiceError(
          .invalidRequest, "“\(text.shortened(to: 80))” is not a latitude and longitude in range.")
      }
      points.append(point)
    }
    return points
  }
}
