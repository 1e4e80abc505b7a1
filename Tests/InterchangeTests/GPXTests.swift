import Geography
import Interchange
import Testing

@Suite struct GPXTests {
  @Test("a track's points are read, not its waypoints")
  func readsTrack() throws {
    let points = try GPX.points(
      in: """
        <?xml version="1.0"?><gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata>
        <wpt lat="1" lon="2"><name>Café</name></wpt>
        <trk><trkseg><trkpt lat="45.5" lon="13.25"><ele>3</ele>
          <time>2026-11-21T08:00:00Z</time><hdop>1.5</hdop></trkpt>
        <trkpt lon='-13.5' lat='-45'/>
        <trkpt lat="95" lon="13"><time>2026-11-21T08:00:09Z</time></trkpt>
        </trkseg></trk></gpx>
        """)
    #expect(
      points.map(\.coordinate) == [
        Coordinate(latitude: 45.5, longitude: 13.25), Coordinate(latitude: -45, longitude: -13.5),
        nil,
      ])
    #expect(points.map(\.time) == ["2026-11-21T08:00:00Z", nil, "2026-11-21T08:00:09Z"])
    #expect(points.map(\.dilution) == [1.5, nil, nil])
  }

  @Test(
    "without a track the route is read, without a route the waypoints",
    arguments: [
      (#"<gpx><rte><rtept lat="1" lon="2"/></rte><wpt lat="3" lon="4"/></gpx>"#, [1]),
      (#"<gpx><wpt lat="3" lon="4"></wpt><wpt lat="5" lon="6"/></gpx>"#, [3, 5]),
      (#"<g:gpx xmlns:g="urn:g"><g:wpt lat="3" lon="4"/></g:gpx>"#, [3]),
      ("<gpx></gpx>", []), ("<kml/>", []),
    ] as [(String, [Double])])
  func readsRouteOrWaypoints(text: String, latitudes: [Double]) throws {
    #expect(try GPX.points(in: text).compactMap(\.coordinate?.latitude) == latitudes)
  }

  @Test(
    "a point without valid numbers has no coordinate", arguments: ["lat=\"1\"", "lat='x' lon=''"])
  func invalidPoint(attributes: String) throws {
    let points = try GPX.points(in: "<gpx><trkpt \(attributes)/></gpx>")
    #expect(points.count == 1)
    #expect(points.first?.coordinate == nil)
  }

  @Test("a cut file is refused", arguments: ["", "no such thing", "<trkpt", "<gpx><trkpt lat="])
  func cutFile(text: String) {
    #expect(throws: XMLError.self) { try GPX.points(in: text) }
  }
}
