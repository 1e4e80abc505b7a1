import CommandLineKit
import ServiceRuntime
import Stores

/// `geofence-monitor copy FROM TO`
package enum CopyFences: ServiceCommand {
  package static let name = "copy"
  package static let usage = """
    geofence-monitor copy FROM TO
          copies a store of fences, positions and events into an empty one, while nobody uses
          either; each is a file, or a server's postgresql://USER@HOST/DATABASE; its password comes
          from ~/.pgpass, or the file that PGPASSFILE names
    """

  /// All but the lease.
  static let copy = StoreCopy([
    .init(name: "watch", isNumbered: true, kind: "fences"),
    .init(name: "device", isNumbered: true, kind: "devices"),
    .init(name: "horizon", key: ["device"], kind: "horizons of devices"),
    .init(name: "journal", isNumbered: true, kind: "positions"),
    .init(name: "flawed", isNumbered: true, kind: "positions that do not count"),
    .init(name: "event", isNumbered: true, kind: "events"),
    .init(name: "route", key: ["device"], kind: "routes"),
    .init(name: "route_progress", key: ["device"], kind: "places on routes"),
    .init(name: "age_mark", key: ["time_ms"], kind: "marks of age"),
    .init(name: "kept_reply", isNumbered: true, kind: "kept replies"),
  ])

  /// - Throws: `UsageError`; `ServiceError`: `notFound` if there is no store at FROM, `conflict` if
  ///   TO is not empty; `SchemaVersionError`, `SQLError`. TO is then unchanged.
  package static func run(_ list: [String]) throws {
    let ends = try StoreCopy.ends(list)
    let schema = GeofenceStore.schema
    let from = StoreLocation(typed: ends.from, schema: schema)
    try from.checkExistence(of: "fences")
    let bar = ProgressBar("geofence-monitor")
    let counts = try copy.run(
      from: GeofenceStore.database(at: from),
      to: GeofenceStore.database(at: StoreLocation(typed: ends.to, schema: schema)),
      progress: bar.update)
    bar.finish("copied " + counts.joined(separator: ", "))
  }
}
