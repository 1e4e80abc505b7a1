package import Geography
import Messages

/// How long the two legs of a trip with a stop take, in whole seconds.
package struct LegDurations: Sendable, Hashable {
  package let toStopSeconds: Int
  package let toDestinationSeconds: Int

  package init(toStopSeconds: Int, toDestinationSeconds: Int) {
    self.toStopSeconds = toStopSeconds
    self.toDestinationSeconds = toDestinationSeconds
  }
}

/// The walks of a trip with a stop and the time to park, in whole seconds.
package struct StopWalks: Sendable, Hashable {
  /// From the origin to the road, and from the road to the destination.
  package var ends = EndWalks()
  /// From the road to the shop, and back.
  package var toDoorSeconds = 0
  package var fromDoorSeconds = 0
  /// Before the walk to the shop.
  package var parkSeconds = 0
  /// From the road to the shop.
  package var toDoorMeters: Meters = 0

  package init() {}
}

/// The walks at the ends of a trip, in whole seconds.
package struct EndWalks: Sendable, Hashable {
  package var originSeconds = 0
  package var destinationSeconds = 0

  package init() {}

  /// - Parameters: from the ends to their roads; whole centimetres count.
  init(originMeters: Meters, destinationMeters: Meters) {
    originSeconds = PlanWalk.seconds((originMeters * 100).rounded() / 100)
    destinationSeconds = PlanWalk.seconds((destinationMeters * 100).rounded() / 100)
  }
}

/// The parts of a trip with a stop, in whole seconds. All sums are exact.
package struct StopTimes: Sendable, Hashable {
  package let legs: LegDurations
  package let walks: StopWalks
  /// Until the shop opens.
  package let waitSeconds: Int
  package let dwellSeconds: Int

  package init(
    legs: LegDurations, walks: StopWalks = StopWalks(), waitSeconds: Int = 0, dwellSeconds: Int
  ) {
    self.legs = legs
    self.walks = walks
    self.waitSeconds = waitSeconds
    self.dwellSeconds = dwellSeconds
  }

  /// From the departure to the arrival at the shop.
  package var toShopSeconds: Int {
    walks.ends.originSeconds + legs.toStopSeconds + walks.parkSeconds + walks.toDoorSeconds
  }

  /// From leaving the shop to the arrival at the destination.
  package var fromShopSeconds: Int {
    walks.fromDoorSeconds + legs.toDestinationSeconds + walks.ends.destinationSeconds
  }

  /// From departure to arrival.
  package var tripSeconds: Int { toShopSeconds + waitSeconds + dwellSeconds + fromShopSeconds }

  /// Both legs less the direct drive; negative where the route through the shop is quicker.
  package func detourSeconds(directSeconds: Int) -> Int {
    legs.toStopSeconds + legs.toDestinationSeconds - directSeconds
  }

  /// Detour, the time to park, the walks at the shop, wait and dwell: how much later than the
  /// direct drive this one arrives.
  package func addedSeconds(directSeconds: Int) -> Int {
    detourSeconds(directSeconds: directSeconds) + walks.parkSeconds + walks.toDoorSeconds
      + walks.fromDoorSeconds + waitSeconds + dwellSeconds
  }
}
