import Algorithms
import CommandLineKit
import Geography
import Interchange
import Messages
import Time

/// The closures of a DATEX II publication of situations, version 2 or 3.
///
/// Taken are records that are valid now and close a road or a carriageway, at places given by
/// coordinates: points, and lines of GML. Lanes, speed limits and places by OpenLR, Alert-C or
/// kilometre alone are left out. Source: DATEX II, "SituationPublication" (CEN/TS 16157-3, -2).
struct DATEX {
  let traffic: (changes: [TrafficChange], ignored: Int)

  /// - Throws: `UsageError` for a text that is no XML, or has no situations.
  init(_ text: String, now: Timestamp) throws(UsageError) {
    let root: XMLElement
    do throws(XMLError) {
      root = try XML.read(text)
    } catch {
      throw UsageError("The feed is no XML: \(error)")
    }
    let records = root.all(named: "situationRecord")
    guard
      !records.isEmpty || !root.all(named: "situation").isEmpty
        || !root.all(named: "payloadPublication").isEmpty || root.name == "payload"
    else { throw UsageError("The feed has no situations, as DATEX II has.") }
    var changes: [TrafficChange] = []
    var ignored = 0
    for record in records {
      let isUsed = Self.closes(record) && Self.isValid(record, now)
      let roads = isUsed ? Self.roads(record) : []
      if roads.isEmpty { ignored += 1 }
      changes += roads.map { TrafficChange(road: $0, state: .closed) }
    }
    traffic = (changes, ignored)
  }

  /// The words of closures, by the element that has them.
  private static let closures = [
    "roadOrCarriagewayOrLaneManagementType": [
      "roadClosed", "carriagewayClosures", "closedPermanentlyForTheWinter",
    ],
    "trafficConstrictionType": ["roadBlocked", "carriagewayBlocked"],
  ]

  private static func closes(_ record: XMLElement) -> Bool {
    closures.contains { name, words in
      record.all(named: name).contains { words.contains($0.text.trimmed) }
    }
  }

  private static func isValid(_ record: XMLElement, _ now: Timestamp) -> Bool {
    guard let validity = record.children.first(where: { $0.name == "validity" }) else {
      return true
    }
    switch validity.text(of: "validityStatus") {
    case "suspended", "planned": return false
    case "active": return true
    default:
      let time = { (name: String) in
        validity.all(named: name).first.flatMap { Timestamp($0.text.trimmed) }
      }
      if let start = time("overallStartTime"), now < start { return false }
      if let end = time("overallEndTime"), end < now { return false }
      return true
    }
  }

  /// The middle of each piece of a line, else its points, else the one to show on a map.
  private static func roads(_ record: XMLElement) -> [RoadReference] {
    let lines = record.all(named: "posList").map { coordinates($0.text.trimmed) }
    let pieces = lines.flatMap { line in
      zip(line, line.dropFirst()).map { start, end in
        start.moved(by: start.distance(to: end) / 2, bearing: start.bearing(to: end))
      }
    }
    if !pieces.isEmpty { return pieces.map { RoadReference(coordinate: $0) } }
    let points = record.all(named: "pointByCoordinates").compactMap { point in
      point.all(named: "pointCoordinates").first.flatMap(coordinate).map {
        let bearing = point.text(of: "bearing").flatMap(Double.init)
        return RoadReference(
          coordinate: $0, bearing: bearing.map { $0.truncatingRemainder(dividingBy: 360) })
      }
    }
    if !points.isEmpty { return points }
    let shown = ["locationForDisplay", "coordinatesForDisplay"].flatMap(record.all(named:))
    return shown.first.flatMap(coordinate).map { [RoadReference(coordinate: $0)] } ?? []
  }

  private static func coordinate(_ element: XMLElement) -> Coordinate? {
    guard let latitude = element.text(of: "latitude").flatMap(Double.init),
      let longitude = element.text(of: "longitude").flatMap(Double.init)
    else { return nil }
    let point = Coordinate(latitude: latitude, longitude: longitude)
    return point.isValid ? point : nil
  }

  /// Latitude and longitude in turns.
  private static func coordinates(_ text: String) -> [Coordinate] {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
    }.filter(\.isValid)
  }
}

extension XMLElement {
  /// All elements of a name within this one, in the order of the document.
  fileprivate func all(named name: String) -> [XMLElement] {
    children.flatMap { child in
      (child.name == name ? [child] : []) + child.all(named: name)
    }
  }
}
