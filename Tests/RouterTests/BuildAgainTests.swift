import Foundation
import Geography
import TestSupport
import Testing

@testable import Router

/// `router build` into a folder that holds some or all of its files.
struct BuildAgainTests {
  private static let networks = [
    "router.car.network", "router.bicycle.network", "router.foot.network",
  ]
  private static let files = [SharedRoads.fileName] + networks

  @Test("A second build keeps all files, and makes missing and damaged ones again, the same")
  func again() throws {
    try TemporaryDirectory.with { directory in
      let map = try Self.map(latitude: 47, in: directory)
      let build = { try BuildRouter.run([map, "--into", directory.path("map")]) }
      try build()
      let made = try Self.files.map { try Self.state(of: $0, in: directory) }
      try build()
      #expect(try Self.files.map { try Self.state(of: $0, in: directory) } == made)
      for (file, whole) in zip(Self.files, made) {
        let path = directory.path("map/" + file)
        var damaged = whole.bytes
        damaged[damaged.count / 2] ^= 1
        for damage in [damaged, Data(whole.bytes.prefix(100)), nil] {
          try FileManager.default.removeItem(atPath: path)
          if let damage { try damage.write(to: URL(filePath: path)) }
          try build()
          for (other, before) in zip(Self.files, made) {
            let after = try Self.state(of: other, in: directory)
            #expect(after.bytes == before.bytes, "\(other) after \(file)")
          }
        }
      }
    }
  }

  @Test("A build of another map replaces all files, which fit each other")
  func otherMap() throws {
    try TemporaryDirectory.with { directory in
      for latitude in [47, 48] {
        let map = try Self.map(latitude: latitude, in: directory)
        try BuildRouter.run([map, "--into", directory.path("map")])
        for file in Self.networks {
          let network = try RoadNetwork.checked(path: directory.path("map/" + file))
          #expect(Int(network.box.south.rounded()) == latitude, "\(file)")
        }
      }
    }
  }

  private struct State: Equatable {
    let bytes: Data
    /// Another one if the file was made again.
    let inode: UInt
  }

  private static func state(of file: String, in directory: TemporaryDirectory) throws -> State {
    let path = directory.path("map/" + file)
    var status = stat()
    try #require(stat(path, &status) == 0)
    return State(bytes: try Data(contentsOf: URL(filePath: path)), inode: status.st_ino)
  }

  /// A street that two others meet.
  private static func map(latitude: Int, in directory: TemporaryDirectory) throws -> String {
    let nodes = (1...5).map {
      #"<node id="\#($0 * 40_000)" lat="\#(latitude).00\#($0)" lon="8.5"/>"#
    }
    let ways = [[1, 2, 3], [2, 4], [3, 5]].enumerated().map { number, nodes in
      #"<way id="\#(number + 1)"><tag k="highway" v="residential"/>"#
        + nodes.map { #"<nd ref="\#($0 * 40_000)"/>"# }.joined() + "</way>"
    }
    let text = #"<osm version="0.6">"# + (nodes + ways).joined(separator: "\n") + "</osm>"
    return try directory.write(Array(text.utf8), to: "map.osm")
  }
}
