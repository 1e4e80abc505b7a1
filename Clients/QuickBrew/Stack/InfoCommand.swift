import Geography
import Messages
import Regions

/// `quickbrew info`: the maps that a stack answers on.
enum InfoCommand {
  static let command = Command(
    "info", "Show the stack's maps: which regions, how old, which version.",
    examples: ["info", "info --json"],
    notes: """
      The first is the stack's own map, the others are its regions (deploy/stack map add). The
      version changes with the extract that the map was built from.
      Exit status: 0 all maps are shown, 5 a planner does not answer.
      """,
    .run { context in
      let info = StackInfo(software: context.environment.version, maps: try await maps(context))
      try context.show(info, text)
      return info.maps.contains { $0.map == nil } ? .unavailable : .success
    })

  @Sendable private static func text(_ info: StackInfo, _ style: Style) -> String {
    let table = TextTable(
      info.maps,
      [
        .init("Region") { $0.region?.rawValue ?? "–" },
        .init("Map", painted: { ($0.map?.name ?? "does not answer", $0.map == nil ? .red : nil) }),
        .init("Version", isDetail: true) { $0.map.map { $0.version ?? "unknown" } },
        .init("Data of") { $0.map.map { $0.date.map { "\($0.time)" } ?? "unknown" } },
        .init("Time zone") { $0.map?.timeZone },
        .init("Country", isDetail: true) { $0.map.map(country) },
        .init("From", isDetail: true) { entry in
          (entry.map?.box).map { Formats.coordinate(.init(latitude: $0.south, longitude: $0.west)) }
        },
        .init("To", isDetail: true) { entry in
          (entry.map?.box).map { Formats.coordinate(.init(latitude: $0.north, longitude: $0.east)) }
        },
      ])
    return "QuickBrew \(info.software)\n" + table.render(style)
  }

  private static func country(_ map: MapInfo) -> String {
    let country = [map.country, map.state].compactMap { $0 }.joined(separator: "-")
    return country.isEmpty ? "–" : country
  }

  /// The stack's own map and those of its regions, or the one that `--region` names.
  private static func maps(_ context: CommandContext) async throws -> [StackInfo.Entry] {
    if context.region != nil {
      let map = try await context.send(MapInfoRequest())
      return [StackInfo.Entry(region: context.region, map: map, error: nil)]
    }
    let regions = Set(try context.connect().instances(of: .planner).map(InstanceName.region)).union(
      [nil])
    var entries: [StackInfo.Entry] = []
    for region in regions.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
      do {
        let map = try await RegionalClient.$named.withValue(region) {
          try await context.send(MapInfoRequest())
        }
        entries.append(.init(region: region, map: map, error: nil))
      } catch let error as ServiceError {
        // Without any region there is nothing to show but the reason.
        if regions.count == 1 { throw error }
        entries.append(.init(region: region, map: nil, error: error))
      }
    }
    return entries
  }
}

/// The maps of a stack.
struct StackInfo: Encodable, Sendable, Hashable {
  struct Entry: Encodable, Sendable, Hashable {
    /// `nil` for the stack's own map.
    let region: RegionName?
    /// `nil` where its planner does not answer.
    let map: MapInfo?
    let error: ServiceError?
  }

  /// The version of the client.
  let software: String
  let maps: [Entry]
}
