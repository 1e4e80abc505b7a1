import Messages

/// A drive with the walks between the roads and the doors at its ends.
struct DoorToDoor: Sendable {
  let before: PlanWalk?
  let leg: PlanLeg
  /// Before the walk to the door.
  let parkSeconds: Int
  let after: PlanWalk?

  /// - Throws: `internal` if the router left the geometry out.
  init(_ route: RouteReply, from start: DriveEnd, to end: DriveEnd) throws(ServiceError) {
    before = route.walk(from: start)
    leg = try PlanLeg(route)
    parkSeconds = end.parkSeconds
    after = route.walk(to: end)
  }

  /// Of the walks, the drive and the parking.
  var seconds: Int {
    (before?.seconds ?? 0) + leg.durationSeconds + parkSeconds + (after?.seconds ?? 0)
  }
}
