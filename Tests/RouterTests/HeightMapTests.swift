import CommandLineKit
import Foundation
import Geography
import TestSupport
import Testing

@testable import Router

/// Tiles of heights, and what is read from them.
@Suite("Heights of the ground")
struct HeightMapTests {
  @Test("names of tiles, and of other files")
  func names() {
    #expect(HeightTile.Corner(fileName: "N47E009.hgt")?.latitude == 47)
    #expect(HeightTile.Corner(fileName: "s01w078.HGT")?.latitude == -1)
    #expect(HeightTile.Corner(fileName: "S01W078.hgt")?.longitude == -78)
    #expect(HeightTile.Corner(fileName: "S01W078.hgt")?.fileName == "S01W078.hgt")
    #expect(HeightTile.Corner(latitude: 0, longitude: 9).fileName == "N00E009.hgt")
    for name in ["N47E009.hgt.zip", "N95E009.hgt", "N47E190.hgt", "readme.txt", ""] {
      #expect(HeightTile.Corner(fileName: name) == nil)
    }
    #expect(
      HeightTile.Corner(below: Coordinate(latitude: -0.5, longitude: -77.5))
        == HeightTile.Corner(fileName: "S01W078.hgt"))
  }

  @Test("heights between samples, at edges, in voids and outside")
  func heights() throws {
    try TemporaryDirectory.with { folder in
      try DrawnHeights.write(to: folder.path(".")) { point in
        point.longitude > -122.2 ? .nan : (point.longitude + 123) * 1_200
      }
      let heights = try DrawnHeights.map(folder.path("."))
      func height(_ latitude: Double, _ longitude: Double) -> Double? {
        heights.height(at: Coordinate(latitude: latitude, longitude: longitude))
      }
      #expect(height(37, -123) == 0)
      #expect(abs((height(37.5, -123 + 10.25 / 1_200) ?? 0) - 10.25) < 1e-6)
      #expect(abs((height(37.9999, -122.5) ?? 0) - 600) < 1e-3)
      #expect(height(37.5, -122.1) == nil)
      #expect(height(36.9, -122.5) == nil)
      #expect(height(90, 180) == nil && height(-90, -180) == nil)
    }
  }

  @Test("a fine tile has three samples where a coarse one has one")
  func fine() throws {
    try TemporaryDirectory.with { folder in
      try DrawnHeights.write(side: 3_601, to: folder.path(".")) { ($0.longitude + 123) * 3_600 }
      let heights = try DrawnHeights.map(folder.path("."))
      for column in [2_100.25, 2_123, 2_149.5] {
        let point = Coordinate(latitude: 37.79, longitude: -123 + column / 3_600)
        #expect(abs((heights.height(at: point) ?? 0) - column) < 1e-6)
      }
    }
  }

  @Test("a random point lies between its samples", arguments: [UInt64(7)])
  func bilinear(_ seed: UInt64) throws {
    try TemporaryDirectory.with { folder in
      let rough = { (point: Coordinate) in
        (100 * sin(point.latitude * 9_000) + 100 * cos(point.longitude * 7_000)).rounded()
      }
      try DrawnHeights.write(to: folder.path("."), rough)
      let heights = try DrawnHeights.map(folder.path("."))
      var random = SeededGenerator(seed: seed)
      for _ in 0..<2_000 {
        let row = Int.random(in: 0..<1_200, using: &random)
        let column = Int.random(in: 0..<1_200, using: &random)
        let samples = [(0, 0), (0, 1), (1, 0), (1, 1)].map { down, right in
          rough(
            Coordinate(
              latitude: 38 - Double(row + down) / 1_200,
              longitude: -123 + Double(column + right) / 1_200))
        }
        let point = Coordinate(
          latitude: 38 - (Double(row) + .random(in: 0...1, using: &random)) / 1_200,
          longitude: -123 + (Double(column) + .random(in: 0...1, using: &random)) / 1_200)
        let height = try #require(heights.height(at: point), "seed \(seed)")
        #expect(
          (samples.min() ?? 0) - 1e-6...(samples.max() ?? 0) + 1e-6 ~= height, "seed \(seed)")
      }
    }
  }

  @Test("the mean around a point: on a slope its own height, also beside a void and at an edge")
  func smoothing() throws {
    try TemporaryDirectory.with { folder in
      let plane = DrawnHeights.plane(0.2)
      try DrawnHeights.write(to: folder.path(".")) { $0.latitude > 37.9 ? .nan : plane($0) }
      let heights = try DrawnHeights.map(folder.path("."))
      for latitude in [37.5, 37.8995, 37.0001] {
        let point = Coordinate(latitude: latitude, longitude: -122.41)
        let found = try #require(heights.smoothHeight(at: point))
        #expect(abs(found - plane(point)) <= 0.5, "\(latitude)")
      }
      // The tile in the east is missing.
      let edge = Coordinate(latitude: 37.5, longitude: -122.0001)
      #expect(abs((heights.smoothHeight(at: edge) ?? 0) - plane(edge)) <= 0.5)
      #expect(heights.smoothHeight(at: Coordinate(latitude: 37.95, longitude: -122.41)) == nil)
    }
  }

  @Test("tiles side by side are one ground")
  func neighbors() throws {
    try TemporaryDirectory.with { folder in
      let height = { (point: Coordinate) in (point.longitude + 123) * 1_000 }
      for name in ["N37W123.hgt", "N37W122.hgt"] {
        try DrawnHeights.write(name, to: folder.path("."), height)
      }
      let heights = try HeightFolder(path: folder.path(".")).map(
        of: [-122.5, -121.5].map { Coordinate(latitude: 37.5, longitude: $0) })
      for longitude in stride(from: -122.001, through: -121.999, by: 0.0001) {
        let point = Coordinate(latitude: 37.5, longitude: longitude)
        #expect(abs((heights.smoothHeight(at: point) ?? 0) - height(point)) < 1, "\(longitude)")
      }
    }
  }

  @Test("a folder without tiles, of elsewhere, and files that are none, are refused")
  func refusals() throws {
    try TemporaryDirectory.with { folder in
      #expect(throws: HeightMapError.noFolder(folder.path("none"))) {
        try HeightFolder(path: folder.path("none"))
      }
      #expect(throws: HeightMapError.noTiles(folder.path("."))) {
        try HeightFolder(path: folder.path("."))
      }
      let tile = folder.path(".") + "/N47E009.hgt"
      try Data(count: 1_000).write(to: URL(filePath: tile))
      // A tile that the map does not need is not opened.
      #expect(throws: HeightMapError.notHere(missing: "N37W123.hgt")) {
        try DrawnHeights.map(folder.path("."))
      }
      #expect(throws: HeightMapError.noTile(path: tile, bytes: 1_000)) {
        try HeightFolder(path: folder.path(".")).map(
          of: [Coordinate(latitude: 47.1, longitude: 9.5)])
      }
    }
  }

  @Test("another tile, another fingerprint")
  func fingerprint() throws {
    try TemporaryDirectory.with { folder in
      try Data(count: 10).write(to: URL(filePath: folder.path("N47E009.hgt")))
      let first = try HeightFolder(path: folder.path(".")).fingerprint
      #expect(try HeightFolder(path: folder.path(".")).fingerprint == first)
      try Data(count: 10).write(to: URL(filePath: folder.path("N47E010.hgt")))
      let second = try HeightFolder(path: folder.path(".")).fingerprint
      try Data(count: 11).write(to: URL(filePath: folder.path("N47E010.hgt")))
      #expect(
        try Set([first, second, HeightFolder(path: folder.path(".")).fingerprint]).count == 3)
    }
  }
}
