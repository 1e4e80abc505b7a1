import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import CommandLineKit

struct HomeTests {
  @Test(arguments: [
    (["QUICKBREW_HOME": "/srv/brew"], "/src/.build/debug/router", "/srv/brew"),
    (["QUICKBREW_HOME": "/srv/brew/"], "", "/srv/brew"),
    (["QUICKBREW_HOME": "", "HOME": "/home/ann"], "/usr/bin/router", "/home/ann/.quickbrew"),
    ([:], "/src/.build/x86_64/debug/router", "/src/.quickbrew"),
  ])
  func namedByTheEnvironmentOrFound(
    _ environment: [String: String], _ executable: String, _ expected: String
  ) {
    #expect(Home.current(environment: environment, executable: executable).directory == expected)
  }

  @Test("different spellings of a path give the same home") func spellings() throws {
    try TemporaryDirectory.with { temporary in
      let folder = temporary.path("a folder")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: temporary.path("link"), withDestinationPath: folder)
      let plain = Home.current(environment: ["QUICKBREW_HOME": folder])
      for spelling in ["link", "link/", "a folder/../link", "./a folder/"] {
        let other = Home.current(environment: ["QUICKBREW_HOME": temporary.path(spelling)])
        #expect(other == plain, "\(spelling)")
      }
    }
  }

  @Test func socketPathsFitTheSystem() {
    for length in [10, 60, 70, 80, 90, 100, 200] {
      let home = Home(directory: "/" + String(repeating: "a", count: length))
      let path = home.runDirectory.socketPath(.geofenceMonitor, instance: "99", .requests)
      #expect(path.utf8.count <= 107)
      #expect(home.runDirectory == Home(directory: home.directory).runDirectory)
    }
    let one = Home(directory: "/" + String(repeating: "a", count: 200)).runDirectory
    let other = Home(directory: "/" + String(repeating: "b", count: 200)).runDirectory
    #expect(one != other)
  }

  @Test func runDirectoryIsPrivate() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path("home"))
      try home.makeRunDirectory()
      try home.makeRunDirectory()
      let attributes = try FileManager.default.attributesOfItem(atPath: home.runDirectory.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("only the owner has access to durable data, also in a directory that was open before")
  func dataAreClosed() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path("new/home"))
      let data = home.directory + "/data"
      #expect(try home.dataFile("a.sqlite") == data + "/a.sqlite")
      #expect(try mode(home.directory) == 0o700 && mode(data) == 0o700)
      for path in [home.directory, data] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      _ = try home.dataFile("a.sqlite")
      #expect(try mode(data) == 0o700)
      #expect(try mode(home.directory) == 0o755, "the home may have other contents")
    }
  }

  @Test("a data directory behind a link keeps its mode")
  func dataBehindALink() throws {
    try TemporaryDirectory.with { temporary in
      let elsewhere = temporary.path("disk")
      try FileManager.default.createDirectory(
        atPath: elsewhere, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o755])
      try FileManager.default.createSymbolicLink(
        atPath: temporary.path("data"), withDestinationPath: elsewhere)
      _ = try Home(directory: temporary.path).dataFile("a.sqlite")
      #expect(try mode(elsewhere) == 0o755)
    }
  }

  @Test(
    "data are not written to a file or to somebody else's directory", arguments: [true, false])
  func dataOfOthersAreRefused(isDirectory: Bool) throws {
    try TemporaryDirectory.with { temporary in
      let path = temporary.path("data")
      if isDirectory {
        // Only root can change the owner; other users link to a directory of root's.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/usr")
        if getuid() == 0 {
          unlink(path)
          mkdir(path, 0o777)
          chown(path, 65_534, 65_534)
        }
      } else {
        try temporary.write([], to: "data")
      }
      #expect(throws: HomeError.self) { try Home(directory: temporary.path).dataFile("a") }
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func runDirectoryThatIsALinkIsRefused() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path)
      try FileManager.default.createSymbolicLink(
        atPath: home.runDirectory.path, withDestinationPath: "/tmp")
      #expect(throws: HomeError.self) { try home.makeRunDirectory() }
    }
  }

  @Test func artifactsAreThoseOfTheCurrentMap() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path)
      let maps = temporary.path("maps")
      try FileManager.default.createDirectory(
        atPath: maps + "/town-1", withIntermediateDirectories: true)
      #expect(home.mapArtifact("router.car.network") == maps + "/current/router.car.network")
      try FileManager.default.createSymbolicLink(
        atPath: maps + "/current", withDestinationPath: "town-1")
      #expect(home.mapArtifact("router.car.network").hasSuffix("/maps/town-1/router.car.network"))
    }
  }
}
