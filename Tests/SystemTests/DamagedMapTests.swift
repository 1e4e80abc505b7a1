import Foundation
import TestSupport
import Testing

/// Damaged map artifacts are refused at start, and files that are no maps by each builder.
@Suite(.timeLimit(.minutes(10)))
struct DamagedMapTests {
  private static let artifacts = [
    ("router", "router.car.network"), ("router", "router.foot.network"),
    ("geocoder", "geocoder.sqlite"), ("venue-store", "venues.sqlite"), ("planner", "map.json"),
  ]

  @Test(arguments: artifacts)
  func damagedArtifactIsRefusedAtStart(_ service: String, _ artifact: String) async throws {
    try await TemporaryDirectory.with { home in
      try await build(service, in: home)
      let path = home.path("maps/current/\(artifact)")
      let whole = try Data(contentsOf: URL(filePath: path))
      var flipped = whole
      flipped[whole.count / 2] ^= 0xff
      let damages = [
        "truncated": whole.prefix(whole.count / 2), "empty": Data(),
        "changed": flipped, "of another kind": Data("not a map".utf8),
      ]
      for (damage, contents) in damages {
        try contents.write(to: URL(filePath: path))
        let outcome = try await Executables.run(
          service, ["serve"], environment: ["QUICKBREW_HOME": home.path], in: home.path)
        #expect(outcome.status == 1, "\(damage): \(outcome.errors)")
        #expect(outcome.errors.contains(artifact), "\(damage): \(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["router", "geocoder", "venue-store", "planner"])
  func fileThatIsNoMapIsRefused(_ builder: String) async throws {
    try await TemporaryDirectory.with { home in
      try await build(builder, in: home)
      let before = try FileManager.default.contentsOfDirectory(atPath: home.path("maps/current"))
      let text = try home.write(Array("These are not the roads.\n".utf8), to: "letter.osm.pbf")
      for file in [text, home.path("missing.osm.pbf"), home.path] {
        let outcome = try await Executables.run(
          builder, ["build", file, "--into", home.path("maps/current")], in: home.path)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains(file), "\(outcome.errors)")
      }
      let after = try FileManager.default.contentsOfDirectory(atPath: home.path("maps/current"))
      #expect(Set(before) == Set(after))
    }
  }

  private func build(_ service: String, in home: TemporaryDirectory) async throws {
    let outcome = try await Executables.run(
      service, ["build", Executables.sampleMap, "--into", home.path("maps/current")],
      in: home.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
