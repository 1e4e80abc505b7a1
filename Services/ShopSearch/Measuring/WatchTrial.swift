import CommandLineKit
import Geography
import Messages
import OpeningHours
import Time

/// How long a list that follows a device takes from a position to the event.
struct WatchTrial {
  let index: VenueIndex
  let place: HoursContext
  let log: Log

  /// - Throws: `ServiceError` for a wish that makes no sense, which none is.
  func run(_ places: [Coordinate]) throws {
    let replica = ReplicaState(
      position: StreamPosition(epoch: "measure", sequence: 0), venues: index.count,
      isCurrent: true)
    let venues = SearchContext(
      snapshot: PublishedVenues.Snapshot(index: index, replica: replica),
      transitions: HoursTransitionCache(OpeningHoursCache(place)))
    var now = MeasureSearch.now
    var watches = NearbySubscriptions(instance: "1", epoch: "measure")
    let request = NearbyWatchRequest(
      device: "phone", filter: VenueFilter(category: .hotDrinks, hours: HoursFilter()))
    _ = try watches.subscribe(request, in: venues, now: now)
    func see(_ place: Coordinate) {
      now = now.adding(seconds: 1)
      let position = DevicePosition(device: "phone", coordinate: place, time: now)
      _ = watches.report(position, in: venues, now: now)
    }
    MeasureSearch.measure("a list elsewhere, hot drinks, open now", log, each: places, see)
    let stays = places.map { _ in places[0] }
    MeasureSearch.measure("a list in its safe zone", log, each: stays, see)
  }
}
