import CommandLineKit
import Foundation
import Geography
import Messages
import Time

/// A recorded track: positions in the order of the file.
struct TrackFile {
  private(set) var reports: [FenceEngine.Report] = []

  /// Reads GPX, JSON lines, a JSON list, or GeoJSON points; the content tells which.
  ///
  /// - Throws: `UsageError` where the file cannot be read, or a position has no place or time.
  init(path: String) throws { try self.init(text: try Self.text(path), path: path) }

  /// The same of a text that was read from there.
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

  /// - Throws: `UsageError` where the file cannot be read.
  static func text(_ path: String) throws -> String {
    let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let data = try file?.readToEnd(), !data.isEmpty else {
      throw UsageError("Cannot read \(path), or it is empty.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The reports of a GPX file.
  private static func reports(_ text: String, _ path: String) throws -> [FenceEngine.Report] {
    try GPX.points(in: text).enumerated().map { index, point in
      guard let place = point.coordinate, let time = point.time.flatMap({ Timestamp(loose: $0) })
      else {
        throw UsageError(
          "\(path), point \(index + 1): it lacks a place or a time, and events are about times.")
      }
      return FenceEngine.Report(
        device: device, coordinate: place, time: time,
        accuracy: point.dilution.map { $0 * metersPerDilution })
    }
  }

  /// Who it was, where the file does not say.
  static let device: DeviceID = "track"

  /// A dilution of 1 is a common receiver's error under open sky.
  private static let metersPerDilution: Meters = 5

  /// The JSON values of the file, each with where it stands.
  ///
  /// - Throws: `UsageError` for a line that is none.
  static func values(_ text: String, _ path: String) throws -> [(String, Any)] {
    if let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
      let features = LooseJSON(whole)?["features"] as? [Any]
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
    guard let outer = LooseJSON(value) else { return nil }
    let inner = outer.object("properties") ?? outer
    let nested = ["coordinate", "position", "coords", "location"]
    let places = [outer] + nested.compactMap { outer.object($0) }
    var place = LooseJSON.position(
      outer.object("geometry")?["coordinates"] ?? outer["coordinates"] ?? outer["coordinate"])
    for candidate in places where place == nil {
      if let latitude = candidate.number("lat", "latitude"),
        let longitude = candidate.number("lon", "lng", "long", "longitude")
      {
        place = Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    guard let place, let time = inner.time("time", "timestamp", "t", "ts", "at") else {
      return nil
    }
    return FenceEngine.Report(
      device: DeviceID(rawValue: inner.text("device", "deviceId", "device_id") ?? device.rawValue),
      coordinate: place, time: time,
      accuracy: inner.number(
        "accuracy", "accuracyMeters", "accuracy_m", "acc", "horizontalAccuracy"))
  }
}
