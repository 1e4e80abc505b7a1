import Foundation
import Geography
import Messages

/// The car parks of the map that customers may use: which is nearest to a door?
package struct CarParks: Sendable {
  /// One of the map's car parks.
  struct Entry: Codable, Sendable, Hashable {
    let name: String?
    /// The middle of its area.
    let coordinate: Coordinate
  }

  private let entries: [Entry]
  private let index: PointIndex

  init(_ entries: [Entry]) {
    self.entries = entries
    index = PointIndex(entries.map(\.coordinate))
  }

  /// None.
  package init() { self.init([]) }

  package var count: Int { entries.count }

  /// The car park nearest to a door in a straight line; `nil` if none is within
  /// `PlannerLimits.maximumParkingMeters`.
  func nearest(to door: Coordinate) -> CarPark? {
    index.nearest(1, to: door, within: PlannerLimits.maximumParkingMeters).first.map { hit in
      let entry = entries[hit.index]
      // Whole centimetres, as walks are.
      return CarPark(
        name: entry.name, coordinate: entry.coordinate,
        meters: (hit.distance * 100).rounded() / 100)
    }
  }
}

// MARK: - The file

extension CarParks {
  package static let fileName = "planner.parking.json"
  /// Grows whenever an older reader would read the file wrongly.
  static let currentVersion = 1

  private struct Contents: Codable {
    let formatVersion: Int
    let carParks: [Entry]
  }

  /// Reads the file at `path`; none where it is missing, as from a map that an older version built.
  ///
  /// - Throws: an error of Foundation, or `ServiceError`, for a damaged file or another version.
  package init(ofFile path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      self.init()
      return
    }
    let contents = try MessageCoder.decode(Contents.self, from: data)
    try check(
      contents.formatVersion == Self.currentVersion, or: .internal,
      "The file \(path) has format \(contents.formatVersion); this version reads format "
        + "\(Self.currentVersion). Build it again: planner build MAP --into DIR.")
    self.init(contents.carParks)
  }

  func write(to path: String) throws {
    let contents = Contents(formatVersion: Self.currentVersion, carParks: entries)
    try MessageCoder.encode(contents).write(to: URL(filePath: path))
  }
}
