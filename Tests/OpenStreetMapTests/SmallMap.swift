import Geography
import OpenStreetMap
import TestSupport

/// A map typed by hand: as the text of a file, and as the elements that the text means.
enum SmallMap {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osm version="0.6" generator="hand">
      <bounds minlat="0" minlon="0" maxlat="1" maxlon="1"/>
      <node id="1" lat="60.1" lon="24.9" version="1"/>
      <node id="2" lat="60.2" lon="24.8" version="1">
        <tag k="amenity" v="cafe"/>
        <tag k="name" v="Café &amp; Ääni ☕"/>
      </node>
      <node id="3" lat="-60.25" lon="-179.5" version="1"><tag k="name" v=""/></node>
      <way id="10" version="1">
        <nd ref="1"/><nd ref="2"/><nd ref="99"/>
        <tag k="highway" v="residential"/>
      </way>
      <way id="11" version="1"/>
      <relation id="20" version="1">
        <member type="way" ref="10" role="from"/>
        <member type="node" ref="2" role="via"/>
        <member type="relation" ref="77" role=""/>
        <tag k="type" v="restriction"/>
      </relation>
    </osm>
    """

  static let elements = MapElements(
    nodes: [
      MapNode(id: 1, coordinate: Coordinate(latitude: 60.1, longitude: 24.9)),
      MapNode(
        id: 2, coordinate: Coordinate(latitude: 60.2, longitude: 24.8),
        tags: ["amenity": "cafe", "name": "Café & Ääni ☕"]),
      MapNode(
        id: 3, coordinate: Coordinate(latitude: -60.25, longitude: -179.5), tags: ["name": ""]),
    ],
    ways: [
      MapWay(id: 10, nodeIDs: [1, 2, 99], tags: ["highway": "residential"]),
      MapWay(id: 11, nodeIDs: []),
    ],
    relations: [
      MapRelation(
        id: 20,
        members: [
          MapRelation.Member(kind: .way, id: 10, role: "from"),
          MapRelation.Member(kind: .node, id: 2, role: "via"),
          MapRelation.Member(kind: .relation, id: 77, role: ""),
        ], tags: ["type": "restriction"])
    ])
}

extension MapSource {
  /// Every selected element, in the order of the source.
  func all(_ selection: MapSelection) throws -> [MapElement] {
    var elements: [MapElement] = []
    try read(selection) { elements.append($0) }
    return elements
  }
}

extension MapSelection {
  /// Everything a source holds.
  static let everything = MapSelection(Set(MapElementKind.allCases))
}

extension MapElement {
  var kind: MapElementKind {
    switch self {
    case .node: .node
    case .way: .way
    case .relation: .relation
    }
  }

  var id: Int64 {
    switch self {
    case .node(let node): node.id
    case .way(let way): way.id
    case .relation(let relation): relation.id
    }
  }

  var tags: Tags {
    switch self {
    case .node(let node): node.tags
    case .way(let way): way.tags
    case .relation(let relation): relation.tags
    }
  }
}
