import Foundation
import FoundationXML
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import QuickBrew

/// A plan's option as links, files and QR code, checked with readers that are not ours.
@Suite struct ExportTests {
  static let shop = Venue(
    id: "osm/node/1", name: "Café <Roma>; \"1, 2\" & Söhne 咖啡", category: .coffee,
    coordinate: Coordinate(latitude: 37.79, longitude: -122.41),
    facts: VenueFacts(address: "1 Lane, Town"))
  static let kept = LastPlan(
    plan: Fixtures.plan(
      [Fixtures.option(shop, toStop: 200, toDestination: 370, wait: 60)],
      counts: Fixtures.counts(1, onTime: 1)),
    profile: .bicycle)

  static func trip(_ option: Int = 1) throws -> Itinerary { try Itinerary(kept, option: option) }

  @Test("the times of an itinerary are those of the plan")
  func times() throws {
    let trip = try Self.trip()
    let start = Fixtures.departure
    #expect(trip.points.map(\.arrival) == [nil, start.adding(seconds: 200), trip.arrival])
    #expect(trip.points.map(\.departure) == [start, start.adding(seconds: 860), nil])
    #expect(trip.arrival == start.adding(seconds: 1230))
    #expect(trip.leaveBy == Self.kept.plan.options[0].leaveBy)
    #expect(try Self.trip(0).points.count == 2)
    #expect(throws: ServiceError.self) { try Self.trip(2) }
  }

  @Test(
    "plan, calendar and GPX name the same instants, with parking, walks and wait",
    arguments: [0, 1500])
  func sameEverywhere(after seconds: Int) throws {
    let walk = PlanWalk(from: Fixtures.origin, to: Fixtures.tower, meters: 83)
    let times = Fixtures.schedule(200, wait: 60, 370, walk: walk.seconds, after: seconds)
    let plan = Fixtures.plan(
      [
        PlanOption(
          venue: Self.shop, toStop: Fixtures.leg(200), toDestination: Fixtures.leg(370),
          detourSeconds: 200, waitSeconds: 60, dwellSeconds: 600, addedSeconds: 980,
          arrival: Fixtures.departure.adding(seconds: 1350), slackSeconds: 1350, onTime: true,
          leaveBy: times.leave, hours: VisitHours(state: .open), toDoor: walk, fromDoor: walk,
          schedule: times)
      ], counts: Fixtures.counts(1, onTime: 1), openEnd: seconds > 0 ? .departure : nil)
    let trip = try Itinerary(LastPlan(plan: plan, profile: .car), option: 1)
    let stop = times.stops[0]
    let calendar = CalendarEvent.text(trip, now: Fixtures.departure)
      .replacing("\r\n ", with: "")
    func utc(_ time: Timestamp) -> String {
      Timestamp(secondsSince1970: time.secondsSince1970).description
    }
    func compact(_ time: Timestamp) -> String { utc(time).filter { $0 != "-" && $0 != ":" } }
    #expect(calendar.contains("DTSTART:\(compact(times.leave))\r\n"))
    #expect(calendar.contains("DTEND:\(compact(times.arrive))\r\n"))
    #expect(times.leave < times.arrive)
    let words =
      "arrive \(Formats.clock(stop.reaches)), leave \(Formats.clock(stop.until))"
    #expect(calendar.contains(CalendarEvent.escaped(words)))
    let reader = XMLElements()
    let parser = XMLParser(data: Data(ItineraryExport.gpx(trip).utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(
      reader.texts["wpt/time"] == [times.leave, stop.reaches, times.arrive].map(utc))
    #expect(reader.texts["wpt/cmt"]?[1] == words)
    if seconds > 0 {
      let text = PlanRendering.render(plan, style: .plain)
      for time in [times.leave, stop.from, times.arrive] {
        #expect(text.contains(Formats.clock(time)), "\(text)")
      }
    }
  }

  @Test("links go over the stop, with the way of travelling")
  func links() throws {
    let links = ItineraryLinks(try Self.trip())
    #expect(
      links.google == "https://www.google.com/maps/dir/?api=1&origin=37.785834,-122.406417"
        + "&destination=37.802395,-122.405822&waypoints=37.790000,-122.410000"
        + "&travelmode=bicycling")
    #expect(
      links.apple == "https://maps.apple.com/directions?source=37.785834,-122.406417"
        + "&waypoint=37.790000,-122.410000&destination=37.802395,-122.405822&mode=cycling")
    #expect(links.geo == "geo:37.790000,-122.410000")
    #expect(ItineraryLinks(try Self.trip(0)).geo == "geo:37.802395,-122.405822")
    for link in [links.google, links.apple] {
      #expect(URLComponents(string: link)?.queryItems?.isEmpty == false)
    }
  }

  @Test("GPX is read by another parser, with every name and point")
  func gpx() throws {
    let reader = XMLElements()
    let parser = XMLParser(data: Data(ItineraryExport.gpx(try Self.trip()).utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      reader.texts["wpt/name"] == ["37.785834,-122.406417", Self.shop.name, "Coit Tower"])
    #expect(reader.texts["wpt/time"]?[1] == "2026-11-21T16:03:20Z")
    #expect(reader.attributes["wpt"]?.map { $0["lat"] } == ["37.785834", "37.790000", "37.802395"])
    #expect(reader.attributes["trk"]?.count == 2)
    #expect(reader.attributes["trkpt"]?.count == 4)
  }

  @Test("GeoJSON is read by another parser: three points and two lines, longitude first")
  func geoJSON() throws {
    let text = try ItineraryExport.geoJSON(try Self.trip())
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let features = try #require(read?["features"] as? [[String: Any]])
    let geometries = features.compactMap { $0["geometry"] as? [String: Any] }
    #expect(read?["type"] as? String == "FeatureCollection")
    #expect(
      geometries.map { $0["type"] as? String } == [
        "Point", "Point", "Point", "LineString", "LineString",
      ])
    #expect(geometries[1]["coordinates"] as? [Double] == [-122.41, 37.79])
    let names = features.compactMap { ($0["properties"] as? [String: Any])?["name"] as? String }
    #expect(names[1] == Self.shop.name && names.count == 5)
  }

  @Test("the calendar file has folded lines, escaped text, and an alarm at leave by")
  func calendar() throws {
    let text = CalendarEvent.text(try Self.trip(), now: Fixtures.departure)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "" && !text.replacing("\r\n", with: "").contains("\n"))
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    // Unfolding is taking away each line break with the blank after it (RFC 5545, 3.1).
    let whole = text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
    for line in [
      "DTSTART:20261121T160000Z", "DTEND:20261121T162030Z", "GEO:37.790000;-122.410000",
      "TRIGGER;VALUE=DATE-TIME:20261121T162530Z",
      #"SUMMARY:Coffee at Café <Roma>\; "1\, 2" & Söhne 咖啡 on the way to Coit Tower"#,
    ] { #expect(whole.contains(line), "\(whole)") }
    let blocks = whole.filter { $0.hasPrefix("BEGIN:") || $0.hasPrefix("END:") }
    #expect(
      blocks == [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VALARM", "END:VALARM", "END:VEVENT",
        "END:VCALENDAR",
      ])
  }

  @Test("a folded line is the same when it is unfolded, and no character is divided")
  func folding() {
    for length in 0...200 {
      let line = String(String(repeating: "aé咖👩‍👩‍👧", count: 40).prefix(length))
      let folded = CalendarEvent.folded(line)
      #expect(folded.replacing("\r\n ", with: "") == line)
      #expect(folded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    }
  }
}

/// The texts of leaf elements and the attributes of all elements, by name.
private final class XMLElements: NSObject, XMLParserDelegate {
  var texts: [String: [String]] = [:]
  var attributes: [String: [[String: String]]] = [:]
  private var path: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes found: [String: String]
  ) {
    path.append(name)
    text = ""
    attributes[name, default: []].append(found)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    texts[path.suffix(2).joined(separator: "/"), default: []].append(text)
    path.removeLast()
    text = ""
  }
}
