import Messages
import Time

/// A meeting with the legs of both.
struct RoutedMeeting {
  let meeting: Meeting
  private let venue: Venue
  private let pair: MeetingPair
  private let first: (there: DoorToDoor, home: DoorToDoor)
  private let second: (there: DoorToDoor, home: DoorToDoor)

  /// - Parameter routes: of the first to the shop and on, then of the second.
  /// - Throws: `noRoute`; `internal` if the router left the geometry out.
  init(
    _ meeting: Meeting, _ venue: Venue, _ routes: [RouteResult], _ pair: MeetingPair
  ) throws(ServiceError) {
    func legs(
      _ trip: Trip, _ there: RouteResult, _ home: RouteResult
    ) throws(ServiceError) -> (DoorToDoor, DoorToDoor) {
      let shop = trip.driveEnd(at: meeting.shop.coordinate)
      return (
        try DoorToDoor(try there.get(), from: DriveEnd(door: trip.origin.coordinate), to: shop),
        try DoorToDoor(try home.get(), from: shop, to: DriveEnd(door: trip.destination.coordinate))
      )
    }
    first = try legs(pair.first, routes[0], routes[1])
    second = try legs(pair.second, routes[2], routes[3])
    self.meeting = meeting.routed(
      (first.there.seconds, second.there.seconds), (first.home.seconds, second.home.seconds), pair)
    self.venue = venue
    self.pair = pair
  }

  var option: MeetOption {
    MeetOption(
      venue: venue.stopping(at: first.there.road), begins: meeting.begins,
      dwellSeconds: pair.first.query.dwellSeconds, isCertain: meeting.isCertain,
      first: trip(pair.first, first), second: trip(pair.second, second))
  }

  /// One traveller's trip. One whose departure is open leaves in time for the meeting.
  private func trip(_ trip: Trip, _ legs: (there: DoorToDoor, home: DoorToDoor)) -> MeetTrip {
    let (there, home) = legs
    let zone = trip.map.zone
    let leaveBy = zone.localized(meeting.begins.adding(seconds: -there.seconds))
    let leave = trip.query.openEnd == .departure ? leaveBy : trip.departure
    let wait = leaveBy.seconds(since: leave)
    var builder = ScheduleBuilder(
      leaving: leave, walkSeconds: there.before?.seconds ?? 0, in: zone)
    builder.add(
      driveSeconds: there.leg.durationSeconds, parkSeconds: there.parkSeconds,
      afootSeconds: (there.after?.seconds ?? 0, home.before?.seconds ?? 0), waitSeconds: wait,
      dwellSeconds: trip.query.dwellSeconds)
    let schedule = builder.arriving(
      driveSeconds: home.leg.durationSeconds, walkSeconds: home.after?.seconds ?? 0)
    return MeetTrip(
      toStop: there.leg, toDestination: home.leg, waitSeconds: wait, arrival: schedule.arrive,
      slackSeconds: trip.query.window.deadline.seconds(since: schedule.arrive), leaveBy: leaveBy,
      originWalk: there.before, toDoor: there.after, fromDoor: home.before,
      destinationWalk: home.after, carPark: trip.driveEnd(at: meeting.shop.coordinate).carPark,
      schedule: schedule)
  }
}
