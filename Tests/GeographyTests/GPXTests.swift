import Geography
import Testing

@Suite struct GPXTests {
  @Test func readsTheTrackAndIgnoresWaypoints() {
    let points = GPX.points(
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
    arguments: [
      (#"<gpx><rte><rtept lat="1" lon="2"/></rte><wpt lat="3" lon="4"/></gpx>"#, [1]),
      (#"<gpx><wpt lat="3" lon="4"></wpt><wpt lat="5" lon="6"/></gpx>"#, [3, 5]),
      ("<gpx></gpx>", []), ("", []), ("no such thing", []),
    ] as [(String, [Double])])
  func readsRoutePointsAndElseWaypoints(text: String, latitudes: [Double]) {
    #expect(GPX.points(in: text).compactMap(\.coordinate?.latitude) == latitudes)
  }

  @Test(arguments: ["<trkpt", "<trkpt lat=", "<trkpt lat=\"x\" lon=\"\">", "<trkpt lat=\"1\">"])
  func aBrokenPointHasNoCoordinate(text: String) {
    let points = GPX.points(in: text)
    #expect(points.count == 1)
    #expect(points.first?.coordinate == nil)
  }
}
