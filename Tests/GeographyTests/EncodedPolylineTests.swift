import CommandLineKit
import Geography
import TestSupport
import Testing

@Suite struct EncodedPolylineTests {
  /// The line of Google's description of the format, and others, with six decimal places; the
  /// texts were computed by the published steps, independently of this code.
  @Test(arguments: [
    ([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)], "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"),
    ([(0.0, 0.0)], "??"), ([(0.000001, -0.000001)], "A@"), ([], ""),
    ([(-0.5, 0.5), (-0.5, 0.5)], "~po]_qo]??"),
  ])
  func knownVectors(_ row: ([(Double, Double)], String)) {
    let line = row.0.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    #expect(EncodedPolyline(line).rawValue == row.1)
    #expect(EncodedPolyline(rawValue: row.1).coordinates == line)
  }

  @Test(arguments: [UInt64](1...5)) func comesBackWithinTheSixthPlace(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let line = (0..<500).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    let back = try #require(EncodedPolyline(line).coordinates)
    #expect(back.count == line.count)
    for (there, here) in zip(line, back) {
      #expect(abs(there.latitude - here.latitude) <= 0.500_001e-6, "seed \(seed)")
      #expect(abs(there.longitude - here.longitude) <= 0.500_001e-6, "seed \(seed)")
    }
    #expect(EncodedPolyline(back).rawValue == EncodedPolyline(line).rawValue)
  }

  @Test(arguments: [
    "_izlhA", "_", "?", "??_", "a b?", "é?", "\u{0}\u{0}", "??\n", "> ?", "???",
    String(repeating: "~", count: 1_000), String(repeating: "_", count: 13) + "??",
  ])
  func refusesWhatIsNoLine(_ text: String) {
    #expect(EncodedPolyline(rawValue: text).coordinates == nil)
  }

  @Test func hugeDeltasDoNotTrap() {
    let step = String(repeating: "~", count: 11) + "N"
    let text = String(repeating: step, count: 64)
    let count = EncodedPolyline(rawValue: text).coordinates?.count
    #expect(count == 32)
  }
}
