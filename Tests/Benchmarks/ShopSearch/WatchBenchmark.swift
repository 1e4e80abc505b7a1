import CommandLineKit
import Geography
import Messages
import OpeningHours
import ShopSearch
import Time

/// How long a list that follows a device takes from a position to the event.
struct WatchBenchmark {
  let index: VenueIndex
  let context: HoursContext

  /// - Throws: `ServiceError` for an invalid subscription, which this is not.
  func run(_ points: [Coordinate]) throws {
    let replica = ReplicaState(
      position: StreamPosition(epoch: "measure", sequence: 0), venues: index.count,
      isCurrent: true)
    let venues = SearchContext(
      snapshot: PublishedVenues.Snapshot(index: index, replica: replica),
      transitions: HoursTransitionCache(OpeningHoursCache(context)))
    var now = SearchBenchmark.now
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "measure")
    let request = NearbyWatchRequest(
      device: "phone", filter: VenueFilter(category: .hotDrinks, hours: HoursFilter()))
    _ = try subscriptions.subscribe(request, in: venues, now: now)
    func report(_ point: Coordinate) {
      now = now.adding(seconds: 1)
      let position = DevicePosition(device: "phone", coordinate: point, time: now)
      _ = subscriptions.report(position, in: venues, now: now)
    }
    Stopwatch.report("a list elsewhere, hot drinks, open now", over: points, report)
    let stays = points.map { _ in points[0] }
    Stopwatch.report("a list in its safe region", over: stays, report)
  }
}
