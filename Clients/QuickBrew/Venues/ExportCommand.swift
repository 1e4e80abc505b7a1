import CommandLineKit
import Messages
import Regions
import Time

/// `quickbrew forget`.
enum ForgetCommand {
  static let command = Command(
    "forget", "Erase what the stack stores about a user or a device.",
    examples: ["forget ann --yes", "forget --device van-7"], arguments: ["USER"], optional: 1,
    flags: [StoredTraces.deviceFlag],
    notes: """
      Erases a user's favourites, reviews, notes, pins and their fences, plans, and all of the
      devices named USER, USER.… and USER/…; with --device a device's track, route and events. Then
      the lines of this home's logs that name them in quotation marks, and the favourites and the
      last plan that are kept here; logs/audit.log notes how much. Nothing erased is left anywhere
      in a store's file, whatever its size, and others are answered meanwhile. Events keep their
      numbers. A change of favourites, pins or positions that is repeated just then is made again.
      Not erased: copies (deploy/backup); a PostgreSQL server's log, copies and freed pages; what
      clients keep in other homes; the data of regions that were removed; keys (keys revoke).
      Exit status: 0 erased, 5 a service does not run: start it, and repeat the command.
      """,
    confirming: { Formats.phrase("confirm.forget", ["name": try StoredTraces.subject($0).name]) },
    .run(run))

  private static func run(_ context: CommandContext) async throws -> CommandStatus {
    let data = try StoredTraces(context)
    var counts = try await data.erase()
    counts["client"] = try data.local.erase()
    counts["logs"] = ["lines": try data.local.eraseLogLines()]
    let total = counts.values.flatMap(\.values).reduce(0, +)
    try data.local.note(total, at: .now())
    try context.show(counts) { counts, _ in
      let lines = counts.sorted { $0.key < $1.key }.flatMap { store, tables in
        tables.sorted { $0.key < $1.key }.filter { $0.value > 0 }
          .map { "\(store): \($0.key) \($0.value)\n" }
      }
      let name = ["name": data.name.printable]
      return lines.joined() + Formats.phrase("forget.done", count: total, name) + "\n"
    }
    return .success
  }
}

/// `quickbrew export`.
enum ExportCommand {
  static let command = Command(
    "export", "Print what the stack stores about a user or a device, as JSON.",
    examples: ["export ann > ann.json", "export --device van-7"], arguments: ["USER"], optional: 1,
    flags: [StoredTraces.deviceFlag],
    notes: """
      What quickbrew forget would erase of stores and of this home, by store and table: a row is its
      columns, of which those that are messages have JSON.
      Exit status: 0 printed, 5 a service does not run.
      """,
    .run(run))

  private static func run(_ context: CommandContext) async throws -> CommandStatus {
    let data = try StoredTraces(context)
    var rows = try await data.export()
    rows["client"] = try data.local.export()
    try context.output.json(rows.filter { !$0.value.isEmpty })
    return .success
  }
}

/// What a stack stores about somebody: each service that stores such data is asked on each map.
struct StoredTraces {
  static let deviceFlag = Flag("device", "NAME", "a device instead of a user")

  /// The rewriting of large files takes seconds.
  private static let leastTimeout = Duration.seconds(60)

  let local: LocalTraces
  private let subject: DataSubject
  private let bus: any ClientBus
  private let timeout: Duration

  /// - Throws: `UsageError` unless there is one name, of a user or a device.
  init(_ context: CommandContext) throws {
    subject = try Self.subject(context)
    let home = try context.environment.paths(context.arguments["home"]).home
    local = LocalTraces(home: home, subject: subject)
    bus = try context.connect()
    timeout = max(context.timeout, Self.leastTimeout)
  }

  var name: String { subject.name }

  /// Whom the command is about.
  ///
  /// - Throws: `UsageError` unless there is one name, of a user or a device.
  static func subject(_ context: CommandContext) throws -> DataSubject {
    let user = context.words.first
    let device = context.arguments["device"]
    guard [user, device].compactMap(\.self).filter({ !$0.isEmpty }).count == 1 else {
      throw UsageError("Name either a user or --device NAME.")
    }
    return DataSubject(user: user, device: device.map { DeviceID(rawValue: $0) })
  }

  /// - Returns: how many rows, by store and table.
  func erase() async throws -> [String: [String: Int]] {
    var rows: [String: [String: Int]] = [:]
    // The planner comes first: it sends the fences of boards to the monitor.
    try await ask(.planner, &rows, +) { _ in PlannerEraseRequest(subject: subject) }
    try await ask(.venueStore, &rows, +) { VenueStoreEraseRequest(subject: subject, after: $0) }
    try await ask(.geofenceMonitor, &rows, +) { MonitorEraseRequest(subject: subject, after: $0) }
    return rows
  }

  /// - Returns: the rows, by store and table.
  func export() async throws -> [String: [String: [[String: String]]]] {
    var rows: [String: [String: [[String: String]]]] = [:]
    try await ask(.planner, &rows, +) { _ in PlannerExportRequest(subject: subject) }
    try await ask(.venueStore, &rows, +) { _ in VenueStoreExportRequest(subject: subject) }
    try await ask(.geofenceMonitor, &rows, +) { MonitorExportRequest(subject: subject, after: $0) }
    return rows
  }

  /// Adds the rows of a service, of each map that has one of its own, and of all parts of its
  /// reply.
  private func ask<Request: RequestMessage, Rows>(
    _ service: ServiceName, _ rows: inout [String: [String: Rows]], _ sum: (Rows, Rows) -> Rows,
    _ request: (Int64?) -> Request
  ) async throws where Request.Reply: StoredRows<Rows> {
    let maps = service == .geofenceMonitor ? [] : bus.instances(of: .planner)
    let regions = Set(maps.map(InstanceName.region)).union([nil])
    for region in regions.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
      var after: Int64?
      repeat {
        let reply = try await RegionalClient.$named.withValue(region) {
          try await bus.send(request(after), timeout: timeout)
        }
        rows[region.naming(service), default: [:]].merge(reply.rows, uniquingKeysWith: sum)
        after = reply.next
      } while after != nil
    }
  }
}

/// The rows of an erased or exported store, by table.
private protocol StoredRows<Rows> {
  associatedtype Rows
  var rows: [String: Rows] { get }
  var next: Int64? { get }
}

extension EraseReply: StoredRows {}
extension ExportReply: StoredRows {}

extension DataSubject {
  /// The name of the user or the device.
  fileprivate var name: String { user ?? device?.rawValue ?? "" }
}
