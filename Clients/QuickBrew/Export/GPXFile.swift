import Geography
import Interchange

/// Waypoints and tracks as a GPX file. Source: GPX 1.1, topografix.com/GPX/1/1, which fixes the
/// order of the elements.
struct GPXFile {
  struct Waypoint {
    let name: String
    let coordinate: Coordinate
    /// In UTC, as GPX has it.
    var time: String?
    var comment: String?
    var description: String?
    var type: String?
    /// The ID of a venue, by which `favourite import` finds it.
    var venue: String?
  }

  var title: String?
  let waypoints: [Waypoint]
  var tracks: [(name: String, line: [Coordinate])] = []

  var text: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">

      """
    if let title { text += "  <metadata>\(Self.element("name", title))</metadata>\n" }
    text += waypoints.map(Self.waypoint).joined()
    for (name, line) in tracks {
      text += "  <trk>\(Self.element("name", name))<trkseg>\n"
      text += line.map { "    <trkpt \(Self.position($0))/>\n" }.joined()
      text += "  </trkseg></trk>\n"
    }
    return text + "</gpx>\n"
  }

  private static func waypoint(_ point: Waypoint) -> String {
    let parts = [
      ("time", point.time), ("name", point.name), ("cmt", point.comment),
      ("desc", point.description), ("type", point.type),
    ]
    let venue = point.venue.map {
      #"<extensions><venue xmlns="urn:quickbrew">\#(XML.escaped($0))</venue></extensions>"#
    }
    return "  <wpt \(position(point.coordinate))>"
      + parts.map { name, text in text.map { element(name, $0) } ?? "" }.joined()
      + (venue ?? "") + "</wpt>\n"
  }

  private static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(XML.escaped(text))</\(name)>"
  }

  private static func position(_ point: Coordinate) -> String {
    "lat=\"\(Formats.digits(point.latitude, places: 6))\" "
      + "lon=\"\(Formats.digits(point.longitude, places: 6))\""
  }
}
