import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Heights around San Francisco, where drawn maps lie, as functions of the place.
enum DrawnHeights {
  static let metersEast =
    RoadMap.corner.distance(to: Coordinate(latitude: 37.79, longitude: -122.4)) / 0.01

  /// Metres east of the drawing's corner.
  static func east(_ point: Coordinate) -> Double { (point.longitude + 122.41) * metersEast }

  /// Rises to the east, in metres per metre.
  static func plane(_ slope: Double) -> (Coordinate) -> Double {
    { 500 + east($0) * slope }
  }

  /// Writes a tile with `side` samples a side; not a number makes a void. The fine one has heights
  /// only within some kilometres of the drawing's corner.
  static func write(
    _ name: String = "N37W123.hgt", side: Int = 1_201, to folder: String,
    _ height: (Coordinate) -> Double
  ) throws {
    let corner = try #require(HeightTile.Corner(fileName: name))
    var samples = [Int16](repeating: HeightTile.void.bigEndian, count: side * side)
    for row in 0..<side {
      let latitude = Double(corner.latitude + 1) - Double(row) / Double(side - 1)
      guard side == 1_201 || abs(latitude - RoadMap.corner.latitude) < 0.06 else { continue }
      for column in 0..<side {
        let longitude = Double(corner.longitude) + Double(column) / Double(side - 1)
        guard side == 1_201 || abs(longitude - RoadMap.corner.longitude) < 0.06 else { continue }
        let found = height(Coordinate(latitude: latitude, longitude: longitude))
        if !found.isNaN { samples[row * side + column] = Int16(found.rounded()).bigEndian }
      }
    }
    try samples.withUnsafeBytes { Data($0) }.write(to: URL(filePath: folder + "/" + name))
  }

  /// The tiles of a folder over the drawing.
  static func map(_ folder: String) throws -> HeightMap {
    try HeightFolder(path: folder).map(of: [RoadMap.corner])
  }

  /// A router on a drawn map.
  ///
  /// - Parameter height: of the ground; `nil` for a build without heights.
  static func router(
    _ map: RoadMap, _ profile: TravelProfile, side: Int = 1_201,
    _ height: ((Coordinate) -> Double)?
  ) throws -> ProfileRouter {
    try router(map.elements, profile, side: side, height)
  }

  static func router(
    _ elements: MapElements, _ profile: TravelProfile, side: Int = 1_201,
    _ height: ((Coordinate) -> Double)?
  ) throws -> ProfileRouter {
    try TemporaryDirectory.with { folder in
      let heights = try height.map { height in
        try write(side: side, to: folder.path("."), height)
        return try Self.map(folder.path("."))
      }
      let path = folder.path(NetworkFormat.fileName(for: profile))
      let survey = try RoadSurvey(elements) { _ in }
      try RoadOrder(survey).write(to: folder.path(SharedRoads.fileName))
      let summary = try NetworkBuilder.build(
        survey, for: profile, drivingSide: nil, heights: heights, to: path
      ) { _ in }
      if let made = summary.heights {
        try made.write(
          network: RoadNetwork(path: path).version,
          to: folder.path(HeightColumn.fileName(for: profile)))
      }
      return ProfileRouter(
        RoadSnapshot(
          try RoadNetwork.checked(path: path),
          speedSchedule: profile == .car ? .standard : .emptyRoads))
    }
  }
}

extension ProfileRouter {
  /// The route through a drawing's letters.
  func route(_ letters: String, on map: RoadMap) throws -> RouteReply {
    try answer(RouteRequest(waypoints: letters.map { map.coordinate(of: $0) }))
  }
}
