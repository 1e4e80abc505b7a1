package import Geography

/// What the engine assumes about devices, receivers and noise. Each default has its reason.
package struct EngineSettings: Sendable, Hashable {
  /// A device has left once it is this far beyond the edge. Receivers under open sky are off by 5
  /// to 10 m; twice that keeps a phone at the edge from going in and out.
  package var hysteresisMeters: Meters = 20
  /// Fixes that must agree before a transition is confirmed. Two, because receivers give single
  /// fixes that are hundreds of metres off and report an accuracy of 2 m.
  package var fixes = 2
  /// From the first of these fixes to the last. The errors of two fixes a second apart are nearly
  /// the same, so they count for little more than one; after 10 s they are independent.
  package var seconds = 10
  /// The band around the edge in which a fix proves nothing, in reported accuracies. Accuracy is
  /// the radius that holds 68 % of fixes, 1.5 standard deviations; this is 2.5 of them.
  package var bandPerAccuracy = 1.65
  /// The same band in units of the scatter that the track itself shows.
  package var bandPerScatter = 2.5
  /// The widest band that scatter alone makes: larger excursions are a device that reverses.
  package var widestScatterBand: Meters = 150
  /// A visit that ends before it was confirmed still counts if it went this many bands deep, and
  /// lasted `spikeSeconds` or was seen by `fixes`.
  package var bandsOfShortVisit = 2.0
  /// A track that goes on in strides of at least this is movement: fixes of a stationary device
  /// rarely lie so far apart, and hardly ever in a row.
  package var strideMeters: Meters = 75
  /// A single fix away and back within this time is an error of the receiver.
  package var spikeSeconds = 30
  /// One fix alone ends a visit if it is this many times the depth of the area beyond its edge, and
  /// `farMeters`: a device that is switched off after it would otherwise stay inside for ever.
  package var farDepths = 2.0
  package var farMeters: Meters = 500
  /// Such a fix must be no faster than this after the last one, and `spikeSeconds` later: a train.
  /// The errors of receivers that are kilometres off come between fixes a few seconds apart.
  package var farMetersPerSecond = 100.0
  /// A crossing between samples farther apart in time is inferred, not observed.
  package var observedSeconds = 120
  /// Over a longer silence the straight line between two samples proves nothing, so it produces no
  /// `cross`.
  package var longestJumpSeconds = 3_600
  /// A worse fix is ignored. Half the default radius of a fence: it cannot distinguish inside from
  /// outside.
  package var worstAccuracyMeters: Meters = 500
  /// Faster than this is impossible: the speed of sound; airliners are slower, and no device that
  /// reports positions is faster.
  package var fastestMetersPerSecond = 340.0
  /// This many fixes in a row that are impossible after the last one, but possible after each
  /// other, show that the last one was wrong.
  package var outliersToReplaceLast = 3
  /// How late a sample may be, against the newest of its device, to be sorted into the track.
  package var windowSeconds = 3_600
  /// Samples of a device that are held for sorting, 80 bytes each.
  package var windowSamples = 256
  /// How far ahead of the monitor's clock a sample may be. Phones keep time to the second, boards
  /// without a battery drift by minutes.
  package var futureSeconds = 300
  /// A monitor's clock that is set back by more than this was wrong before. Time servers make
  /// smaller steps.
  package var clockStepSeconds = 60

  package init() {}
}
