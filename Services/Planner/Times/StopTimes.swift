/// How long the two legs of a trip with a stop take, in whole seconds.
package struct LegDurations: Sendable, Hashable {
  package let toStopSeconds: Int
  package let toDestinationSeconds: Int

  package init(toStopSeconds: Int, toDestinationSeconds: Int) {
    self.toStopSeconds = toStopSeconds
    self.toDestinationSeconds = toDestinationSeconds
  }
}

/// The parts of a trip with a stop, in whole seconds. All sums are exact.
package struct StopTimes: Sendable, Hashable {
  package let legs: LegDurations
  /// Until the shop opens.
  package let waitSeconds: Int
  package let dwellSeconds: Int

  package init(legs: LegDurations, waitSeconds: Int = 0, dwellSeconds: Int) {
    self.legs = legs
    self.waitSeconds = waitSeconds
    self.dwellSeconds = dwellSeconds
  }

  /// Both legs, wait and dwell: from departure to arrival.
  package var tripSeconds: Int {
    legs.toStopSeconds + waitSeconds + dwellSeconds + legs.toDestinationSeconds
  }

  /// Both legs less the direct drive; negative where the route through the shop is quicker.
  package func detourSeconds(directSeconds: Int) -> Int {
    legs.toStopSeconds + legs.toDestinationSeconds - directSeconds
  }

  /// Detour, wait and dwell: how much later than the direct drive this one arrives.
  package func addedSeconds(directSeconds: Int) -> Int {
    detourSeconds(directSeconds: directSeconds) + waitSeconds + dwellSeconds
  }
}
