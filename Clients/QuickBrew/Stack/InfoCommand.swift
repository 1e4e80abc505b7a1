import CommandLineKit
import MessageBus
import Messages
import Regions

/// `quickbrew info`: the maps that a stack answers on.
enum InfoCommand: Subcommand {
  static let name = "info"
  static let summary = "Show the stack's maps: which regions, how old, which version."
  static let help = CommandHelp(
    examples: ["info", "info --json"], usage: "[flags]",
    notes: """
      The first is the stack's own map, the others are its regions (deploy/stack map add). The
      version changes with the extract that the map was built from.
      Exit status: 0 all maps are shown, 5 a planner does not answer.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let bus = try context.connect()
    let info = StackInfo(
      software: context.environment.version, maps: try await maps(of: bus, context))
    try context.show(info) { InfoRendering.render($0, style: $1) }
    return info.maps.contains { $0.map == nil } ? .unavailable : .success
  }

  /// The stack's own map and those of its regions, or the one that `--region` names.
  private static func maps(
    of bus: any ClientBus, _ context: CommandContext
  ) async throws -> [StackInfo.Entry] {
    if context.region != nil {
      let map = try await bus.send(MapInfoRequest(), timeout: context.timeout)
      return [StackInfo.Entry(region: context.region, map: map, error: nil)]
    }
    let regions = Set(bus.instances(of: .planner).map(InstanceName.region)).union([nil])
    var entries: [StackInfo.Entry] = []
    for region in regions.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
      do {
        let map = try await RegionalClient.$named.withValue(region) {
          try await bus.send(MapInfoRequest(), timeout: context.timeout)
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
