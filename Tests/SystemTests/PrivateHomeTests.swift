import CommandLineKit
import Foundation
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

/// A stack's files are readable by their owner only, and keys appear in no list and no log.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: StackScript.isUsable, StackScript.absence))
struct PrivateHomeTests {
  private static let secret = "s3cret"

  @Test("nothing that a stack writes is open to other users, and a key is in no list and no log")
  func nothingIsOpen() async throws {
    try await StackScript.with { stack in
      try await stack.succeeds("up")
      let printed = try await writeEverywhere(in: stack)
      #expect(!printed.contains(Self.secret), "\(printed)")
      #expect(try openEntries(of: stack.home) == [])
      let names = Set(try entries(of: stack.home).map(\.path))
      for name in Self.written { #expect(names.contains(name), "\(name) is missing") }
      let holders = try holders(of: Self.secret, in: stack)
      #expect(!holders.isEmpty)
      #expect(holders.allSatisfy { $0.hasPrefix("data/venue-store.sqlite") }, "\(holders)")

      let mode = try Entry("\(stack.temporary)/mine.gpx").mode
      #expect(mode == 0o644, "an export has the mode that its user's umask gives it")
    }
  }

  @Test("a service that is started by hand, with the usual umask, closes what it writes")
  func aServiceByHand() async throws {
    try await TemporaryDirectory.with { directory in
      let home = Home(directory: directory.path("home"))
      let former = umask(0o022)
      defer { umask(former) }
      let monitor = try ChildProcess(
        "geofence-monitor", ["serve"], environment: ["QUICKBREW_HOME": home.directory])
      let socket = home.runDirectory.socketPath(.geofenceMonitor, instance: "1", .requests)
      while access(socket, F_OK) != 0, monitor.isRunning {
        // The monitor is another process without a notification, so its socket is polled.
        try await Task.sleep(for: .milliseconds(10))
      }
      let names = try entries(of: home.directory).map(\.path)
      #expect(names.contains("data/geofence-monitor.sqlite"))
      #expect(names.contains("run/geofence-monitor.1.requests"))
      #expect(try openEntries(of: home.directory) == [])
      await monitor.kill()
    }
  }

  @Test("an open home is closed with all it holds, but for what links lead to")
  func anOpenHomeIsClosed() async throws {
    try await StackScript.with { stack in
      let outside = stack.temporary + "/outside"
      try Data().write(to: URL(filePath: outside))
      for folder in ["data", "logs/old", "client"] {
        try FileManager.default.createDirectory(
          atPath: "\(stack.home)/\(folder)", withIntermediateDirectories: true)
      }
      for name in ["data/a.sqlite", "data/a.sqlite-wal", "data/a.sqlite-shm", "logs/old/x.log"] {
        try Data().write(to: URL(filePath: "\(stack.home)/\(name)"))
      }
      try FileManager.default.createSymbolicLink(
        atPath: stack.home + "/data/link", withDestinationPath: outside)
      for entry in try entries(of: stack.home) where !entry.isLink {
        chmod("\(stack.home)/\(entry.path)", entry.isFolder ? 0o755 : 0o644)
      }
      chmod(outside, 0o644)
      #expect(try openEntries(of: stack.home).count == 9)

      #expect(try await stack("up", "--map", try stack.noMap()).status == 1)
      #expect(try openEntries(of: stack.home) == [])
      #expect(try Entry(outside).mode == 0o644)
    }
  }

  @Test("of a folder with other things in it only our own part is closed")
  func otherThingsKeepTheirMode() async throws {
    try await StackScript.with { stack in
      try FileManager.default.createDirectory(
        atPath: stack.home, withIntermediateDirectories: false)
      let mine = stack.home + "/mine.txt"
      try Data().write(to: URL(filePath: mine))
      chmod(mine, 0o644)
      chmod(stack.home, 0o755)
      try await stack.succeeds("scale", "router", "2")
      chmod(stack.home + "/scale/router", 0o644)
      try await stack.succeeds("scale", "router", "2")
      #expect(try openEntries(of: stack.home) == ["", "mine.txt"])
      #expect(try Entry(mine).mode == 0o644 && Entry(stack.home).mode == 0o755)
    }
  }

  @Test(
    "a folder that others may write to, or own, or use otherwise, is refused and stays as it is",
    arguments: ["writable", "somebody else's", "other work", "a file"])
  func unfitHomeIsRefused(_ kind: String) async throws {
    try await StackScript.with { stack in
      let data = stack.home + "/data"
      if kind == "a file" {
        try Data().write(to: URL(filePath: stack.home))
      } else {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      }
      var message = "is no directory"
      switch kind {
      case "writable":
        chmod(stack.home, 0o777)
        message = "Everybody may write to"
      case "somebody else's":
        // Only root can change the owner; without it this case cannot be tested.
        guard chown(stack.home, 65_534, 65_534) == 0 else { return }
        message = "belongs to"
      case "other work":
        try Data().write(to: URL(filePath: stack.home + "/mine.txt"))
        message = "other work has names that QuickBrew uses: data."
      default: break
      }
      let before = try Entry(stack.home).mode
      let outcome = try await stack("up")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.errors.contains("Name another directory with QUICKBREW_HOME."))
      #expect(try Entry(stack.home).mode == before)
      #expect(kind == "a file" || !stack.contents(of: "").contains("supervisor"))
    }
  }

  @Test("a password comes from a file or standard input, and stays in one file")
  func passwordOfTheServer() async throws {
    try await PostgreSQLServer.withDatabase { url in
      try await StackScript.with { stack in
        let file = stack.temporary + "/venues"
        let address = "\(url)&password=\(Self.secret)\n"
        try Data(address.utf8).write(to: URL(filePath: file))
        chmod(file, 0o640)
        let refused = try await stack("up", "--venues-at-file", file)
        #expect(refused.status == 2 && refused.errors.contains("chmod 600"), "\(refused.errors)")
        chmod(file, 0o600)
        let up = try await stack("up", "--venues-at-file", file)
        #expect(up.status == 0, "\(up.errors)")
        let status = try await stack("status")
        let logs = try await stack("logs", "-n", "1000")
        let commands = try stack.processes().compactMap {
          try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
        }
        #expect(commands.contains { $0.contains("venue-store") })
        let printed = [up.errors, up.output, status.output, logs.output] + commands
        #expect(!printed.joined().contains(Self.secret))
        #expect(try holders(of: Self.secret, in: stack) == ["venues-at"])
        #expect(try openEntries(of: stack.home) == [])

        try FileManager.default.removeItem(atPath: stack.home + "/venues-at")
        let piped = try await stack(["up", "--venues-at-file", "-"], input: address)
        #expect(piped.status == 0, "\(piped.errors)")
        #expect(try holders(of: Self.secret, in: stack) == ["venues-at"])
      }
    }
  }
}

extension PrivateHomeTests {
  /// Some of the files that `writeEverywhere` creates.
  private static let written = [
    "data/venue-store.sqlite", "data/venue-store.sqlite-wal", "data/venue-store.sqlite-shm",
    "data/geofence-monitor.sqlite", "data/planner.sqlite", "data/feeds-1",
    "data/router-traffic.json", "run/router-traffic.json", "run/supervisord.sock",
    "run/venue-store.1.requests", "client/favourites.json", "logs/router-1.log",
    "logs/supervisord.log", "supervisor/supervisord.conf", "maps/current",
  ]

  /// Makes each service write its files, and lets a feed with a key fail.
  ///
  /// - Returns: everything that was printed.
  private func writeEverywhere(in stack: StackScript) async throws -> String {
    let here = "37.785834,-122.406417"
    var printed = ""
    func run(_ outcome: Executables.Outcome, fails: Bool = false) {
      #expect((outcome.status != 0) == fails, "\(outcome.output)\(outcome.errors)")
      printed += outcome.output + outcome.errors
    }
    run(try await stack.quickbrew("geofence", "add", here))
    run(try await stack.quickbrew("position", "report", here, "--device", "phone"))
    run(try await stack.quickbrew("pins", "add", here))
    run(try await stack.quickbrew("traffic", "set", here, "--closed", "--keep"))
    let list = try await stack.quickbrew("nearby", "--at", here, "--json")
    let venue = try #require(list.output.firstMatch(of: /osm\/node\/[0-9]+/)).output
    run(try await stack.quickbrew("favourite", "add", String(venue)))
    run(try await stack.quickbrew("favourite", "export", stack.temporary + "/mine.gpx"))
    run(
      try await stack.quickbrew(
        "feed", "add", "cafes", "--format", "campus", "--every", "never", "--header-file", "-",
        "http://127.0.0.1:1/", input: "Authorization: \(Self.secret)\n"))
    run(try await stack.quickbrew("feed", "sync", "cafes"), fails: true)
    run(try await stack.quickbrew("feed", "list"))
    run(try await stack.quickbrew("feed", "list", "--json"))
    run(try await stack("logs", "-n", "1000"))
    return printed
  }

  /// A file, folder, link or socket.
  private struct Entry {
    let path: String
    let mode: mode_t
    let isFolder: Bool
    let isLink: Bool

    /// - Parameter path: the name to show.
    init(_ file: String, shownAs path: String = "") throws {
      var status = stat()
      guard lstat(file, &status) == 0 else { throw Unexpected("\(file) is gone: \(errno)") }
      self.path = path
      mode = status.st_mode & 0o7777
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      isLink = status.st_mode & S_IFMT == S_IFLNK
    }
  }

  /// The home, as "", and everything below it, sorted.
  private func entries(of home: String) throws -> [Entry] {
    // A running service may remove a file at any time.
    let below = try FileManager.default.subpathsOfDirectory(atPath: home).sorted()
      .compactMap { try? Entry("\(home)/\($0)", shownAs: $0) }
    return try [Entry(home)] + below
  }

  /// Entries with permissions for anybody but the owner. Modes of links have no effect.
  private func openEntries(of home: String) throws -> [String] {
    try entries(of: home).filter { !$0.isLink && $0.mode & 0o077 != 0 }.map(\.path)
  }

  /// The files of the home that contain a text.
  private func holders(of text: String, in stack: StackScript) throws -> [String] {
    try entries(of: stack.home).filter { entry in
      let data = try? Data(contentsOf: URL(filePath: "\(stack.home)/\(entry.path)"))
      return !entry.isFolder && !entry.isLink && data?.range(of: Data(text.utf8)) != nil
    }.map(\.path)
  }
}
