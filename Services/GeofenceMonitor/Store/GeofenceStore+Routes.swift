import Messages
import SQL
import Stores

/// The table of active routes, and how far each device has come.
extension GeofenceStore {
  /// Stores a device's route; replaces the previous one.
  func insert(_ route: DeviceRoute, _ progress: RouteProgress, of device: DeviceID) throws {
    let body = try MessageCoder.encode(route)
    try database.run(
      """
      INSERT INTO route (device, body, digest) VALUES (?, ?, ?)
      ON CONFLICT (device) DO UPDATE SET body = excluded.body, digest = excluded.digest
      """,
      device.rawValue, body, RowDigest.of(device.rawValue, body))
    try save(progress, of: device)
  }

  func save(_ progress: RouteProgress, of device: DeviceID) throws {
    try database.queue(
      """
      INSERT INTO route_progress (device, body) VALUES (?, ?)
      ON CONFLICT (device) DO UPDATE SET body = excluded.body
      """,
      device.rawValue, try MessageCoder.encode(progress))
  }

  func deleteRoute(of device: DeviceID) throws {
    try database.queue("DELETE FROM route WHERE device = ?", device.rawValue)
    try database.queue("DELETE FROM route_progress WHERE device = ?", device.rawValue)
  }

  /// Calls `body` with each route, without those that cannot be read.
  func forEachRoute(
    _ damage: inout [StoreDamage], _ body: (DeviceID, DeviceRoute, RouteProgress) throws -> Void
  ) throws {
    let sql = """
      SELECT device, route.body AS route, route_progress.body AS progress, digest
      FROM route JOIN route_progress USING (device) ORDER BY device
      """
    try database.forEach(sql) { row in
      let device = DeviceID(rawValue: row.text("device"))
      guard row.isIntact("device", "route"),
        let route = try? MessageCoder.decode(DeviceRoute.self, from: row.data("route")),
        let progress = try? MessageCoder.decode(RouteProgress.self, from: row.data("progress"))
      else {
        damage.append(.route(device))
        return
      }
      try body(device, route, progress)
    }
  }
}
