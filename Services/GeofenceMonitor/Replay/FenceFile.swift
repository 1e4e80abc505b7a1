import CommandLineKit
import Foundation
import Geography
import Interchange
import Messages

/// Fences in a GeoJSON file (RFC 7946): a feature collection, a feature, or a bare geometry.
///
/// A `Point` is a circle with the property `radius` in metres (1,000), a `Polygon` or
/// `MultiPolygon` its area, a `LineString` or `MultiLineString` a corridor with the property
/// `buffer` in metres to each side (50).
struct FenceFile {
  private(set) var fences: [Fence] = []

  private static let defaultBuffer: Meters = 50

  /// - Throws: `UsageError` if the file cannot be read or is not GeoJSON with fences;
  ///   `ServiceError` with `invalidRequest` for an invalid area.
  init(path: String) throws {
    let data = Data(try TrackFile.text(path).utf8)
    guard let whole = LenientJSON(try? JSONSerialization.jsonObject(with: data)) else {
      throw UsageError("\(path) is no GeoJSON.")
    }
    for (index, value) in (whole["features"] as? [Any] ?? [whole.asFeature]).enumerated() {
      guard let feature = LenientJSON(value), let geometry = feature.object("geometry") else {
        throw UsageError("\(path), feature \(index + 1): it has no geometry.")
      }
      try add(feature, geometry, "\(path), feature \(index + 1)")
    }
    guard !fences.isEmpty else { throw UsageError("\(path) holds no fences.") }
  }

  private mutating func add(_ feature: LenientJSON, _ geometry: LenientJSON, _ location: String)
    throws
  {
    let properties = feature.object("properties")
    guard let areas = Self.areas(geometry, properties) else {
      throw UsageError(
        "\(location): a fence is a Point, LineString, MultiLineString, Polygon or MultiPolygon "
          + "with longitude and latitude.")
    }
    let label = properties?.text("name", "label", "title")
    let name = feature.text("id") ?? properties?.text("id", "fence") ?? label
    for area in areas {
      let definition = FenceDefinition(
        area: area, label: label, tags: properties?.texts("tags", "tag"),
        dwellSeconds: properties?.number("dwellSeconds", "dwell").map { Int($0) },
        hours: try Self.hours(properties?["hours"], location),
        expires: properties?.time("expires"),
        confirmation: Self.confirmation(properties))
      try definition.validate()
      fences.append(
        Fence(id: FenceID(rawValue: name ?? "fence-\(fences.count + 1)"), definition: definition))
    }
  }

  /// `nil` if the geometry cannot be a fence.
  private static func areas(_ object: LenientJSON, _ properties: LenientJSON?) -> [FenceArea]? {
    guard let data = try? JSONSerialization.data(withJSONObject: object.whole),
      let geometry = try? JSONDecoder().decode(GeoJSON.Geometry.self, from: data)
    else { return nil }
    switch geometry {
    case .point(let center):
      let radius = properties?.number("radius", "radiusMeters", "radius_m", "radius_meters")
      return [
        .circle(center: center, radiusMeters: radius ?? FenceArea.defaultRadiusMeters)
      ]
    case .polygon(let rings): return [.polygon(rings: rings)]
    case .polygons(let parts): return [.polygon(rings: Array(parts.joined()))]
    case .line(let line): return [corridor(line, properties)]
    case .lines(let lines): return lines.map { corridor($0, properties) }
    case .other: return nil
    }
  }

  private static func corridor(_ line: [Coordinate], _ properties: LenientJSON?) -> FenceArea {
    let buffer = properties?.number("buffer", "bufferMeters", "buffer_m", "buffer_meters", "radius")
    let width = properties?.number("width", "widthMeters", "width_m").map { $0 / 2 }
    return .corridor(line: line, bufferMeters: buffer ?? width ?? defaultBuffer)
  }

  private static func hours(_ value: Any?, _ location: String) throws -> [FenceHours]? {
    guard let value, !(value is NSNull) else { return nil }
    guard let data = try? JSONSerialization.data(withJSONObject: value),
      let hours = try? MessageCoder.decode([FenceHours].self, from: data)
    else {
      throw UsageError(
        location
          + #": hours are a list like [{"days": [1, 2], "from": "08:00", "until": "18:00"}]."#)
    }
    return hours
  }

  private static func confirmation(_ properties: LenientJSON?) -> FenceConfirmation? {
    let meters = properties?.number("hysteresis", "hysteresisMeters")
    let fixes = properties?.number("confirmFixes").map { Int($0) }
    let seconds = properties?.number("confirmSeconds").map { Int($0) }
    guard meters != nil || fixes != nil || seconds != nil else { return nil }
    return FenceConfirmation(hysteresisMeters: meters, fixes: fixes, seconds: seconds)
  }
}

extension LenientJSON {
  /// This feature, or a bare geometry as one.
  fileprivate var asFeature: Any {
    self["geometry"] != nil ? whole : ["type": "Feature", "geometry": whole] as [String: Any]
  }
}
