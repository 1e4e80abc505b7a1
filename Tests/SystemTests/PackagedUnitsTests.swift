import Foundation
import TestSupport
import Testing

/// The systemd units of the packages, read by systemd itself.
@Suite struct PackagedUnitsTests {
  private static let verifier = "/usr/bin/systemd-analyze"
  private static let targets = "/lib/systemd/system/sysinit.target"

  /// A tree with the units and what they start, as the packages have it: prints `ok` for each part
  /// that systemd has nothing to say about.
  private static let script = """
    set -euo pipefail
    cd "$1"
    root=$PWD/root here=$0/deploy
    units=$root/lib/systemd/system bin=$root/usr/lib/quickbrew/bin
    services=(geocoder router venue-store shop-search geofence-monitor planner)
    services+=(map-tiles web-gateway)
    source "$here/lib/systemd.sh"
    mkdir -p "$units" "$bin" "$root/usr/lib/quickbrew/deploy"
    cp -r /lib/systemd/system/*.target "$units/"
    write_units "$units" "${services[@]}"
    for name in "${services[@]}"; do cp /bin/true "$bin/$name"; done
    for name in stack systemd-restart backup; do
      cp /bin/true "$root/usr/lib/quickbrew/deploy/$name"
    done
    names=(quickbrew.target quickbrew-map.service quickbrew-router@1@helsinki.service)
    names+=(quickbrew-backup.service quickbrew-backup.timer)
    for name in "${services[@]}"; do names+=("quickbrew-$name@1.service"); done
    silent() {
      local said
      said=$(systemd-analyze verify --root="$root" --man=no "${names[@]}" 2>&1) || true
      [[ -z $said ]] || { echo "$said"; exit 1; }
    }
    silent
    echo ok
    printf 'plans-at = postgresql://db/quickbrew\\n#fences-at = postgresql://db/fences\\n' >settings
    QUICKBREW_CONFIG=$PWD/settings "$here/debian/store-network" "$PWD/generated"
    (cd generated && find . -type f -exec grep -H PrivateNetwork {} +)
    cp -r generated/. "$units/"
    silent
    echo ok
    """

  @Test(
    "systemd accepts every unit, also of a region, and with a store on a server",
    .enabled(if: FileManager.default.isExecutableFile(atPath: verifier)),
    .enabled(if: FileManager.default.fileExists(atPath: targets)))
  func units() async throws {
    try await TemporaryDirectory.with { directory in
      let outcome = try await Executables.run(
        "/bin/bash", ["-c", Self.script, Executables.repository, directory.path],
        environment: [:], in: directory.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.output == """
          ok
          ./quickbrew-planner@.service.d/server.conf:PrivateNetwork=no
          ok

          """)
    }
  }

  @Test("each unit and container has all descriptors; systemd kills what hangs within 15 seconds")
  func limits() async throws {
    let services = ["geocoder", "router", "venue-store", "planner", "map-tiles", "web-gateway"]
    let script = #"source "$0/deploy/lib/systemd.sh"; service_unit "$1""#
    for service in services + ["shop-search", "geofence-monitor"] {
      let outcome = try await Executables.run(
        "/bin/bash", ["-c", script, Executables.repository, service], environment: [:], in: "/")
      let lines = Set(outcome.output.split(separator: "\n").map(String.init))
      // What `OpenFiles` raises the soft limit to.
      for line in ["LimitNOFILE=32768", "Type=notify", "WatchdogSignal=SIGKILL", "Restart=always"] {
        #expect(lines.contains(line), "\(service): \(line)")
      }
      let seconds = ["WatchdogSec=", "RestartSec="].compactMap { key in
        lines.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
      }
      // `WATCHDOG=1` comes every two seconds.
      #expect(seconds.count == 2 && seconds[0] >= 3 * 2 && seconds.reduce(2, +) <= 15, "\(service)")
    }
    let compose = try String(
      contentsOfFile: Executables.repository + "/deploy/container/compose.yaml", encoding: .utf8)
    #expect(compose.contains("x-service: &service\n"))
    #expect(compose.contains("\n  ulimits: {nofile: 32768}\n"))
    let parts = compose.split(separator: "\nservices:\n")[1].split(separator: "\nvolumes:")[0]
    let names = parts.split(separator: "\n").filter { $0.wholeMatch(of: #/  [a-z-]+:.*/#) != nil }
    #expect(names.count == 9 && parts.components(separatedBy: "<<: *service").count == 10)
  }

  /// What the map's unit does before the services start.
  @Test(
    "`map build --all` builds the maps of regions again, and chooses the stores of the settings",
    .enabled(if: StackScript.isUsable, StackScript.absence))
  func beforeTheServices() async throws {
    try await StackScript.with { stack in
      let settings = stack.temporary + "/settings.conf"
      let variables = ["QUICKBREW_CONFIG": settings]
      func build(_ lines: String) async throws -> Executables.Outcome {
        try Data(lines.utf8).write(to: URL(filePath: settings))
        return try await stack("map", "build", "--all", environment: variables)
      }
      let sample = Executables.repository + "/deploy/sample/downtown-san-francisco.osm"
      let other = stack.temporary + "/other.osm"
      let text = try String(contentsOfFile: sample, encoding: .utf8)
      try Data(text.replacing("<osm ", with: "<osm note=\"another\" ", maxReplacements: 1).utf8)
        .write(to: URL(filePath: other))
      try await stack.succeeds("map", "add", "twin", other)
      let index = stack.home + "/maps/current@twin/geocoder.sqlite"
      try FileManager.default.removeItem(atPath: index)
      let address = "postgresql://me@db/plans"
      let built = try await build("plans-at = \(address)\n")
      #expect(built.status == 0, "\(built.errors)")
      #expect(FileManager.default.fileExists(atPath: index))
      let written = try String(contentsOfFile: stack.home + "/plans-at", encoding: .utf8)
      #expect(written == address + "\n")
      let open = try await build("plans-at = postgresql://me:s3cret@db/plans\n")
      #expect(open.status == 2 && open.errors.contains("PGPASSFILE"), "\(open.errors)")
      #expect(!open.errors.contains("s3cret"))
      let back = try await build("plans-at = file\n")
      #expect(back.status == 0, "\(back.errors)")
      #expect(!FileManager.default.fileExists(atPath: stack.home + "/plans-at"))
    }
  }

  @Test("an instance may be named as it is on the bus, with its region")
  func instanceOfRegion() async throws {
    try await TemporaryDirectory.with { home in
      for (name, sentence) in [
        ("1@Helsinki", "A region's name has"), ("x@helsinki", "a number from 1 to 99"),
        ("1@helsinki", "maps/current@helsinki"),
      ] {
        let outcome = try await Executables.run(
          "geocoder", ["serve", "--instance", name, "--home", home.path], environment: [:],
          in: home.path)
        #expect(outcome.status != 0)
        #expect(
          (outcome.output + outcome.errors).contains(sentence), "\(name): \(outcome)")
      }
    }
  }
}
