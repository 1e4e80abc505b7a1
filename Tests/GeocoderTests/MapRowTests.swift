import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Searches on one map: the text, a part of the first hit's label, and its position.
struct MapRows: Sendable, CustomTestStringConvertible {
  struct Row: Sendable {
    let text: String
    let label: String
    let accuracy: GeocodeAccuracy
    let coordinate: Coordinate
    let meters: Meters
  }

  let map: String
  let rows: [Row]

  init(_ map: String, _ rows: Row...) {
    self.map = map
    self.rows = rows
  }

  var testDescription: String { map }
}

/// - Parameter meters: the tolerance for the position of the first hit.
private func row(
  _ text: String, _ label: String, _ accuracy: GeocodeAccuracy, _ latitude: Double,
  _ longitude: Double, within meters: Meters = 50
) -> MapRows.Row {
  MapRows.Row(
    text: text, label: label, accuracy: accuracy,
    coordinate: Coordinate(latitude: latitude, longitude: longitude), meters: meters)
}

@Suite(.computing) struct MapRowTests {
  private func check(_ rows: [MapRows.Row], _ searcher: Searcher) throws {
    for row in rows {
      let reply = try searcher.search(GeocodeRequest(text: row.text))
      let first = reply.hits.first
      #expect(first?.label.contains(row.label) == true, "\(row.text): \(reply)")
      #expect(first?.accuracy == row.accuracy, "\(row.text): \(reply)")
      let distance = first?.coordinate.distance(to: row.coordinate) ?? .infinity
      #expect(distance <= row.meters, "\(row.text), \(distance) m: \(reply)")
    }
  }

  @Test(
    "searches on real maps return the expected first hit",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: realMaps)
  func realMap(_ rows: MapRows) throws {
    let path = try #require(RealMaps.path("\(rows.map).osm.pbf"))
    try Indexed.with(MapFile(path: path)) { try check(rows.rows, $0) }
  }

  @Test("searches on the sample map return the expected first hit")
  func sampleMap() throws {
    try Indexed.with(MapFile(path: Self.sample)) { searcher in
      try check(Self.sampleRows, searcher)
    }
  }

  @Test("from some length on, every prefix of a sight of the sample map completes to it")
  func sampleSuggestions() throws {
    try Indexed.with(MapFile(path: Self.sample)) { searcher in
      for (text, label, from) in Self.sampleTexts {
        for length in from...text.count {
          let prefix = String(text.prefix(length))
          let found = try searcher.suggest(SuggestRequest(text: prefix)).completions
          #expect(found.contains { $0.label.hasPrefix(label) }, "\(prefix): \(found)")
        }
      }
    }
  }

  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/sample/downtown-san-francisco.osm").path

  private static let sampleTexts = [
    ("Coit Tower", "Coit Tower", 2), ("Transamerica Pyramid", "Transamerica Pyramid", 2),
    ("Ferry Building", "Ferry Building", 3), ("Blue Bottle Coffee", "Blue Bottle Coffee", 3),
    ("1 Telegraph Hill Boulevard", "1 Telegraph Hill Boulevard", 5),
    ("Columbus Avenue & Vallejo Street", "Columbus Avenue & Vallejo Street", 19),
    ("North Beach", "North Beach", 3), ("Grant Avenue 9", "916 Grant Avenue", 14),
  ]

  private static let sampleRows = [
    row("Coit Tower", "Coit Tower", .venue, 37.80239, -122.4058),
    row("coit towr", "Coit Tower", .venue, 37.80239, -122.4058),
    row("1 telegraf hill blvd", "1 Telegraph Hill Boulevard", .rooftop, 37.80239, -122.4058),
    row("601 vallejo st", "601 Vallejo Street", .rooftop, 37.79908, -122.40761),
    row("ferry building", "Ferry Building", .venue, 37.79598, -122.39373),
    row("trans america pyramid", "Transamerica Pyramid", .venue, 37.7951, -122.40317),
    row("cafe greco", "Caffè Greco", .venue, 37.79986, -122.40958),
    row("blue bottle sansome", "Blue Bottle Coffee", .venue, 37.79124, -122.40133),
    row("starbucks powell st", "Starbucks", .venue, 37.78881, -122.40855),
    row("north beach", "North Beach", .place, 37.8003, -122.40928),
    row("larkin street 350", "350 Larkin Street", .rooftop, 37.78096, -122.41712),
    row("450 larkin", "450 Larkin Street", .rooftop, 37.78189, -122.4173),
    row("first st 51", "51 1st Street", .rooftop, 37.79074, -122.39866),
  ]

  static let realMaps = [
    MapRows(
      "baltimore_2015",
      row("6828 boston ave, dundalk", "6828 Boston Avenue, Dundalk", .rooftop, 39.28081, -76.52977),
      row("2112 e pratt st", "2112 East Pratt Street, Baltimore", .rooftop, 39.28963, -76.5866),
      row("1832 eastren avenue", "1832 Eastern Avenue, Baltimore", .rooftop, 39.28583, -76.59031),
      row("woodrow ave 6800 highlandtown", "6800 Woodrow Avenue", .rooftop, 39.28584, -76.52954),
      row("fells point", "Fells Point", .place, 39.28219, -76.59461),
      row("odonnell heights", "O'Donnell Heights", .place, 39.27828, -76.53905),
      row("seven foot knol lighthouse", "Seven Foot Knoll", .venue, 39.2836, -76.60536),
      row(
        "baltimore police department headqarters", "Police Department Headquarters", .venue,
        39.29055, -76.60774),
      // Its middle: 12 ha are arrived at where a road meets them.
      row(
        "st stanislaus cemetery", "Saint Stanislaus Cemetery", .venue, 39.27677, -76.53607,
        within: 150)),
    MapRows(
      "lauf_2020",
      row("Altdorfer Str. 64, Lauf", "Altdorfer Straße 64", .rooftop, 49.50498, 11.28414),
      row("kraemerstr 18", "Krämerstraße 18", .rooftop, 49.50626, 11.27622),
      row("Schmiedstrasse 15 a", "Schmiedstraße 15a", .rooftop, 49.508, 11.2785),
      row("galgenbuelstrasse 18a", "Galgenbühlstraße 18a", .rooftop, 49.51014, 11.27026),
      row(
        "90607 Rückersdorf, Laufer Straße 35", "Laufer Straße 35, Rückersdorf", .rooftop, 49.5044,
        11.26176),
      row("heuchling", "Heuchling", .place, 49.51904, 11.29077, within: 600),
      row("markt apotheke", "Markt-Apotheke", .venue, 49.51153, 11.27985),
      row("schleifmuele", "Schleifmühle", .venue, 49.51012, 11.28029)),
    MapRows(
      "reisterstown_md",
      row("48 E Sudbrook Ln, Pikesville", "48 East Sudbrook Lane", .rooftop, 39.37769, -76.71978),
      row("22 stags leap ct", "22 Stags Leap Court", .rooftop, 39.3932, -76.74499),
      row("hewit farms rd 10736", "10736 Hewitt Farms Road", .rooftop, 39.42517, -76.80078),
      row("40 s ritters lane 21117", "40 South Ritters Lane", .rooftop, 39.4196, -76.78765),
      row(
        "2311 Velvet Ridge Drive, Apt 4", "2311 Velvet Ridge Drive", .rooftop, 39.4299, -76.72975),
      row("st charles borromeo", "Saint Charles Borromeo", .venue, 39.37414, -76.72573),
      row("odyssey school", "The Odyssey School", .venue, 39.40541, -76.69162, within: 100),
      row("fort garison", "Fort Garrison", .venue, 39.39907, -76.70766)),
    MapRows(
      "liechtenstein_2021",
      row("Rüfestr. 21, Vaduz", "Rüfestrasse 21, Vaduz", .rooftop, 47.15133, 9.5177),
      row("ruefestrasse 21 vaduz", "Rüfestrasse 21, Vaduz", .rooftop, 47.15133, 9.5177),
      row("herrengasse 3", "Herrengasse 3, Vaduz", .rooftop, 47.1413, 9.52065),
      row("sandweg 5 triesen", "Sandweg 5, Triesen", .rooftop, 47.11117, 9.52333),
      row("bannholzstrase 7", "Bannholzstrasse 7", .rooftop, 47.14885, 9.51937),
      row("schaan", "Schaan", .place, 47.16634, 9.51031, within: 300),
      row("malbun", "Malbun", .place, 47.10262, 9.60831, within: 300),
      row("berggasthof matu", "Berggasthof Matu", .venue, 47.13849, 9.54432),
      row("casino 96", "Casino 96", .venue, 47.06612, 9.49812)),
    MapRows(
      "malta_2016",
      row("24 st johns street valletta", "24 Triq San Gwann", .rooftop, 35.89678, 14.51274),
      row("227 triq is-sur fgura", "227 Triq is-Sur", .rooftop, 35.87473, 14.52184),
      row("triq is sebuqa 55", "55 Triq is-Sebuqa", .rooftop, 35.91348, 14.48254),
      row("haz zabbar", "Ħaż-Żabbar", .place, 35.87534, 14.53748, within: 300),
      row("gzira", "Gżira", .place, 35.90778, 14.49612, within: 300),
      row("san giljan", "San Ġiljan", .place, 35.91982, 14.48788, within: 300),
      row("victoria", "Victoria", .place, 36.04289, 14.23985, within: 300),
      row("dolmen resort", "Dolmen", .venue, 35.95489, 14.41801, within: 150),
      row("zepis pub", "Zeppi's Pub", .venue, 36.03536, 14.31166)),
  ]
}
