import CommandLineKit
import Foundation
import Geography
import Interchange
import Messages
import Time

/// A recorded track: positions in the order of the file.
struct TrackFile {
  private(set) var reports: [FenceEngine.Report] = []

  /// Reads GPX, JSON lines, a JSON list, or GeoJSON points; detects which from the content.
  ///
  /// - Throws: `UsageError` if the file cannot be read, or a position lacks coordinates or a time.
  init(path: String) throws { try self.init(text: try Self.text(path), path: path) }

  /// The same for a text that was read from `path`.
  init(text: String, path: String) throws {
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
      reports = try Self.reports(text, path)
    } else {
      for (line, value) in try Self.values(text, path) {
        guard let report = Self.report(value) else {
          throw UsageError(
            "\(path), \(line): not a position; give lat, lon and time, as in "
              + #"{"lat": 45.27, "lon": 13.71, "time": "2026-11-21T08:00:00Z"}."#)
        }
        reports.append(report)
      }
    }
    guard !reports.isEmpty else { throw UsageError("\(path) holds no positions.") }
  }

  /// The maximum size of a file of positions or fences: some 500,000 positions.
  private static let maximumBytes = 64 << 20

  /// - Throws: `UsageError` if the file cannot be read, is empty, or is too large.
  static func text(_ path: String) throws(UsageError) -> String {
    let text = try InputFile.text(path, limit: maximumBytes)
    guard !text.isEmpty else { throw UsageError("\(path) is empty.") }
    return text
  }

  /// The reports of a GPX file.
  private static func reports(_ text: String, _ path: String) throws -> [FenceEngine.Report] {
    let points: [GPX.Point]
    do { points = try GPX.points(in: text) } catch { throw UsageError("\(path), \(error).") }
    return try points.enumerated().map { index, point in
      guard let coordinate = point.coordinate,
        let time = point.time.flatMap({ Timestamp(lenient: $0) })
      else {
        throw UsageError(
          "\(path), point \(index + 1): it lacks a place or a time, and events are about times.")
      }
      return FenceEngine.Report(
        device: device, coordinate: coordinate, time: time,
        accuracy: point.dilution.map { $0 * metersPerDilution })
    }
  }

  /// The device of a file that names none.
  static let device: DeviceID = "track"

  /// The usual error of a receiver under open sky, at a dilution of 1.
  private static let metersPerDilution: Meters = 5

  /// The JSON values of the file, each with its location in it.
  ///
  /// - Throws: `UsageError` for a line that is not JSON.
  static func values(_ text: String, _ path: String) throws -> [(String, Any)] {
    if let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
      let features = LenientJSON(whole)?["features"] as? [Any]
      let list = whole as? [Any] ?? features ?? [whole]
      return list.enumerated().map { ("position \($0 + 1)", $1) }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return try lines.compactMap { index, line in
      guard line.contains(where: { !$0.isWhitespace }) else { return nil }
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) else {
        throw UsageError("\(path), line \(index + 1): not JSON.")
      }
      return ("line \(index + 1)", value)
    }
  }

  private static func report(_ value: Any) -> FenceEngine.Report? {
    guard let outer = LenientJSON(value) else { return nil }
    let inner = outer.object("properties") ?? outer
    let nested = ["coordinate", "position", "coords", "location"]
    let candidates = [outer] + nested.compactMap { outer.object($0) }
    var coordinate = LenientJSON.position(
      outer.object("geometry")?["coordinates"] ?? outer["coordinates"] ?? outer["coordinate"])
    for candidate in candidates where coordinate == nil {
      if let latitude = candidate.number("lat", "latitude"),
        let longitude = candidate.number("lon", "lng", "long", "longitude")
      {
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    guard let coordinate, let time = inner.time("time", "timestamp", "t", "ts", "at") else {
      return nil
    }
    return FenceEngine.Report(
      device: DeviceID(rawValue: inner.text("device", "deviceId", "device_id") ?? device.rawValue),
      coordinate: coordinate, time: time,
      accuracy: inner.number(
        "accuracy", "accuracyMeters", "accuracy_m", "acc", "horizontalAccuracy"))
  }
}
