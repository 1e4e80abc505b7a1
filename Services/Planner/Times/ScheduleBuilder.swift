import Messages
import Time

/// Adds up the parts of a trip, one after the other, to the instants of its schedule.
struct ScheduleBuilder {
  private let leave: Timestamp
  private let zone: MapTimeZone
  private var stops: [StopSchedule] = []
  private var time: Timestamp

  init(leaving time: Timestamp, walkSeconds: Int, in zone: MapTimeZone) {
    self.zone = zone
    leave = zone.localized(time)
    self.time = time.adding(seconds: walkSeconds)
  }

  /// Adds a stop with the drive to it.
  ///
  /// - Parameters:
  ///   - afootSeconds: from the end of the drive to the door, and from the door to the next drive.
  mutating func add(
    driveSeconds: Int, parkSeconds: Int, afootSeconds: (to: Int, from: Int), waitSeconds: Int,
    dwellSeconds: Int
  ) {
    let parks = time.adding(seconds: driveSeconds)
    let reaches = parks.adding(seconds: parkSeconds + afootSeconds.to)
    let from = reaches.adding(seconds: waitSeconds)
    let until = from.adding(seconds: dwellSeconds)
    time = until.adding(seconds: afootSeconds.from)
    stops.append(
      StopSchedule(
        parks: zone.localized(parks), reaches: zone.localized(reaches),
        from: zone.localized(from), until: zone.localized(until), drivesOn: zone.localized(time)))
  }

  /// The schedule with the drive to the destination.
  func arriving(driveSeconds: Int, walkSeconds: Int) -> TripSchedule {
    TripSchedule(
      leave: leave, stops: stops,
      arrive: zone.localized(time.adding(seconds: driveSeconds + walkSeconds)))
  }
}
