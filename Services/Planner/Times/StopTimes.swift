/// How long the drive over a shop takes, in whole seconds.
package struct StopDriving: Sendable, Hashable {
  package let toStopSeconds: Int
  package let toDestinationSeconds: Int

  package init(toStopSeconds: Int, toDestinationSeconds: Int) {
    self.toStopSeconds = toStopSeconds
    self.toDestinationSeconds = toDestinationSeconds
  }
}

/// Where the time of a trip with a stop goes, in whole seconds. All sums are exact.
package struct StopTimes: Sendable, Hashable {
  package let driving: StopDriving
  /// Until the shop opens.
  package let waitSeconds: Int
  package let dwellSeconds: Int

  package init(driving: StopDriving, waitSeconds: Int = 0, dwellSeconds: Int) {
    self.driving = driving
    self.waitSeconds = waitSeconds
    self.dwellSeconds = dwellSeconds
  }

  /// Both legs, wait and dwell: from departure to arrival.
  package var tripSeconds: Int {
    driving.toStopSeconds + waitSeconds + dwellSeconds + driving.toDestinationSeconds
  }

  /// Both legs less the direct drive; negative where the way over the shop is quicker.
  package func detourSeconds(directSeconds: Int) -> Int {
    driving.toStopSeconds + driving.toDestinationSeconds - directSeconds
  }

  /// Detour, wait and dwell: how much later than the direct drive this one arrives.
  package func addedSeconds(directSeconds: Int) -> Int {
    detourSeconds(directSeconds: directSeconds) + waitSeconds + dwellSeconds
  }
}
