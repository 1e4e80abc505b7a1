import Geography

/// What the engine takes for granted about devices, receivers and doubt. Each default has its
/// reason.
package struct EngineSettings: Sendable, Hashable {
  /// A device has left once it is so far beyond the edge. Receivers under open sky are off by 5 to
  /// 10 m; twice that keeps a phone at the edge from going in and out.
  package var hysteresisMeters: Meters = 20
  /// Fixes that must agree before a device counts as in or out. Two, because receivers give single
  /// fixes that are hundreds of metres off and call themselves accurate to 2 m.
  package var fixes = 2
  /// From the first of these fixes to the last. Errors of fixes a second apart are alike, so two of
  /// them are hardly more than one; after 10 s they are not.
  package var seconds = 10
  /// The band around the edge in which a fix proves nothing, in reported accuracies. Accuracy is
  /// the radius that holds 68 % of fixes, 1.5 standard deviations; this is 2.5 of them.
  package var bandPerAccuracy = 1.65
  /// The same band in units of the scatter that the track itself shows.
  package var bandPerScatter = 2.5
  /// The widest band that scatter alone makes: more than that is a device that turns round.
  package var widestScatterBand: Meters = 150
  /// A visit shorter than the confirmation is believed after its end where it was so many bands
  /// deep, and lasted `spikeSeconds` or was seen by `fixes`.
  package var bandsOfShortVisit = 2.0
  /// A way that goes on in strides of at least this is movement: fixes of a device that stands
  /// rarely lie so far apart, and hardly ever in a row.
  package var strideMeters: Meters = 75
  /// A single fix away and back within this time is an error of the receiver.
  package var spikeSeconds = 30
  /// Samples farther apart in time infer what they tell.
  package var observedSeconds = 120
  /// Over a longer silence the straight way says nothing, and no `cross` follows from it.
  package var longestJumpSeconds = 3_600
  /// A worse fix is ignored. Half the default radius of a fence: it cannot tell in from out.
  package var worstAccuracyMeters: Meters = 500
  /// Faster than this is impossible: the speed of sound; airliners are slower, and nobody who
  /// reports positions is faster.
  package var fastestMetersPerSecond = 340.0
  /// So many fixes in a row that are impossible after the last and possible after each other show
  /// that the last was wrong.
  package var fixesAgainstLast = 3
  /// How late a sample may be, against the newest of its device, to be put in its place.
  package var windowSeconds = 3_600
  /// Samples of a device that are held for that, 80 bytes each.
  package var windowSamples = 256
  /// How far ahead of the monitor's clock a sample may be. Phones keep time to the second, boards
  /// without a battery drift by minutes.
  package var futureSeconds = 300

  package init() {}
}
