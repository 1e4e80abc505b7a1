import Geography
import Messages

/// The walks at the ends of a trip, in whole seconds.
struct EndWalks: Sendable, Hashable {
  /// From the origin to the road.
  var originSeconds = 0
  /// From the road to the destination.
  var destinationSeconds = 0
}

/// The parts of a trip with a stop, in whole seconds. All sums are exact.
struct StopTimes: Sendable, Hashable {
  /// Of the drive to the stop.
  var toStopSeconds: Int
  /// Of the drive from the stop.
  var toDestinationSeconds = 0
  var ends = EndWalks()
  /// Before the walk to the shop.
  var parkSeconds = 0
  /// From the road to the shop.
  var toDoorMeters: Meters = 0
  var toDoorSeconds = 0
  /// From the shop to the road.
  var fromDoorSeconds = 0
  /// Until the shop opens.
  var waitSeconds = 0
  var dwellSeconds: Int

  /// From the departure to the arrival at the shop.
  var toShopSeconds: Int { ends.originSeconds + toStopSeconds + parkSeconds + toDoorSeconds }

  /// From leaving the shop to the arrival at the destination.
  var fromShopSeconds: Int { fromDoorSeconds + toDestinationSeconds + ends.destinationSeconds }

  /// From departure to arrival.
  var tripSeconds: Int { toShopSeconds + waitSeconds + dwellSeconds + fromShopSeconds }

  /// Both drives less the direct one; negative where the route through the shop is quicker.
  func detourSeconds(directSeconds: Int) -> Int {
    toStopSeconds + toDestinationSeconds - directSeconds
  }

  /// Detour, the time to park, the walks at the shop, wait and dwell: how much later than the
  /// direct drive this one arrives.
  func addedSeconds(directSeconds: Int) -> Int {
    detourSeconds(directSeconds: directSeconds) + parkSeconds + toDoorSeconds + fromDoorSeconds
      + waitSeconds + dwellSeconds
  }
}
