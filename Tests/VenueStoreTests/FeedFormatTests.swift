import Geography
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// The rows that each format reads from a document, in order.
@Suite struct FeedFormatTests {
  @Test("Open Brewery DB: the API’s JSON")
  func openBreweryDBAsJSON() throws {
    let rows = try read(
      .openBreweryDB,
      """
      [{"id":"a","name":"Anchor Brewing Co","brewery_type":"large","address_1":"1705 Mariposa St",
        "address_2":null,"city":"San Francisco","state_province":"California",
        "postal_code":"94107","country":"United States","longitude":"-122.4011065",
        "latitude":37.7630772,"phone":"4158638350","website_url":"http://www.anchor.example"},
       {"id":"b","name":"Soon Ales","brewery_type":"planning","street":"5 Pine St",
        "city":"Reno","longitude":null,"latitude":null},
       {"id":"c","name":"Was Ales","brewery_type":"closed","city":"Reno"},
       {"id":"d","name":"Taps","brewery_type":"bar","latitude":"x","longitude":"1"},
       {"id":"e","name":null},{"name":"Nobody"},{"id":"f","name":"Half","latitude":1},
       {"id":"g","name":"Far","latitude":"-122.4","longitude":"37.7"},
       {"id":"h","name":"Zero","latitude":"0.0","longitude":0},17,
       {"id":"j","name":"Gypsy Ales","brewery_type":"contract"},{"id":"i",}]
      """)
    #expect(rows.count == 12)
    var anchor = FeedRow(
      id: "a", name: "Anchor Brewing Co", category: .brewery,
      coordinate: Coordinate(latitude: 37.7630772, longitude: -122.4011065))
    anchor.facts.address = "1705 Mariposa St, San Francisco"
    anchor.facts.phone = "4158638350"
    anchor.facts.website = "http://www.anchor.example"
    #expect(rows[0] == .success(anchor))
    let planned = try rows[1].get()
    #expect(planned.standing == .planning)
    #expect(planned.geocodableAddress == Address(houseNumber: "5", street: "Pine St", city: "Reno"))
    let closed = try rows[2].get()
    #expect(closed.standing == .closed)
    #expect(closed.geocodableAddress == nil, "a city alone cannot be geocoded")
    #expect(
      rows[3] == .failure(RejectedRow("row with a coordinate that is not a number", id: "d")))
    #expect(rows[4] == .failure(RejectedRow("row without a name", id: "e")))
    #expect(rows[5] == .failure(RejectedRow("row without an identifier")))
    #expect(rows[6] == .failure(RejectedRow("row with half a coordinate", id: "f")))
    #expect(rows[7] == .failure(RejectedRow("row with a coordinate off the globe", id: "g")))
    #expect(try rows[8].get().coordinate == nil)
    #expect(rows[9] == .failure(RejectedRow("row that is not an object")))
    #expect(rows[10] == .failure(RejectedRow("contract brewer, which nobody can visit")))
    #expect(rows[11] == .failure(RejectedRow("row that is not JSON")))
  }

  @Test("Open Brewery DB: CSV")
  func openBreweryDBAsCSV() throws {
    let rows = try read(
      .openBreweryDB,
      """
      id,name,brewery_type,address_1,city,longitude,latitude
      a,"Ales, Inc.",micro,1 A St,Reno,-119.8,39.5
      b,Garden,beergarden,,Reno,,

      """)
    #expect(rows.count == 2)
    #expect(try rows[0].get().name == "Ales, Inc.")
    #expect(try rows[0].get().coordinate == Coordinate(latitude: 39.5, longitude: -119.8))
    #expect(try rows[1].get().category == .pub)
  }

  @Test("campus: fields with default names")
  func campusWithDefaultNames() throws {
    let rows = try read(
      .campus,
      """
      [{"id":7,"name":"Peet's","lat":37.42,"lon":-122.17,"type":"Coffee shop","hours":"24/7",
        "url":"peets.example","tel":"+1 650","outdoorSeating":true,"takeout":"no",
        "wheelchair":"limited","wifi":1,"wifiFee":false},
       {"id":"8","title":"Axe & Palm","latitude":"37.42","longitude":"-122.17","kind":"Juice bar"},
       {"uid":9,"name":"Plain","location":{"lat":1,"lng":2}}]
      """)
    let first = try rows[0].get()
    #expect(first.id == "7")
    #expect(first.category == .coffee)
    #expect(first.facts.openingHours == "24/7")
    #expect(first.facts.website == "https://peets.example")
    #expect(first.facts.phone == "+1 650")
    #expect(
      first.facts.attributes[.outdoorSeating] == true && first.facts.attributes[.takeaway] == false)
    #expect(first.facts.wheelchair == .limited && first.facts.wifi == .free)
    #expect(try rows[1].get().category == .bar)
    #expect(try rows[2].get().category == .coffee)
    #expect(try rows[2].get().coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  @Test(
    "csv: columns by a mapping, separated by commas, semicolons or tabs",
    arguments: [",", ";", "\t"])
  func csvWithMapping(_ separator: String) throws {
    let mapping = FeedMapping(
      fields: ["id": "no.", "name": "Bezeichnung", "latitude": "Y", "longitude": "X"],
      categories: ["B": "pharmacy"])
    let lines = [
      ["no.", "Bezeichnung", "category", "Y", "X", "openingHours"],
      ["1", "\"Löwen, \"\"alte\"\"; neu\"", "b", "47.1", "9.5", "\"Mo-Fr 08:00-12:00; Sa off\""],
      ["2", "Shell", "Tankstelle", "47.2", "9.6", ""],
      ["3", "Odd", "Juice bar", "47.3", "9.7", ""],
    ]
    let text = lines.map { $0.joined(separator: separator) }.joined(separator: "\n")
    let rows = try read(.csv, text + "\n", mapping).map { try $0.get() }
    #expect(rows.map(\.id) == ["1", "2", "3"])
    #expect(rows.map(\.category) == ["pharmacy", "fuel", "bar"])
    #expect(rows[0].name == "Löwen, \"alte\"; neu")
    #expect(rows[0].facts.openingHours == "Mo-Fr 08:00-12:00; Sa off")
    #expect(rows[1].coordinate == Coordinate(latitude: 47.2, longitude: 9.6))
  }

  @Test("geojson: the features of AllThePlaces, with their tags")
  func allThePlaces() throws {
    let rows = try read(
      .geojson,
      """
      {"type":"FeatureCollection","dataset_attributes":{"@spider":"fuel_co"},"features":[
        {"type":"Feature","id":"a1","properties":{"ref":"17","@spider":"fuel_co","name":"Fuel Co",
          "name:ar":"وقود","name:etymology":"fuel",
          "brand":"Fuel Co","brand:wikidata":"Q1","addr:street_address":"1 High Street",
          "addr:city":"Leeds","amenity":"fuel","fuel:diesel":"yes","fuel:adblue":"no",
          "opening_hours":"24/7","nsi_id":"fuelco-1"},
          "geometry":{"type":"Point","coordinates":[-1.5,53.8]}},
        {"type":"Feature","id":"a2","properties":{"ref":"18","@spider":"fuel_co","brand":"Fuel Co",
          "amenity":"charging_station","socket:type2_combo":"2",
          "socket:type2_combo:output":"150 kW",
          "end_date":"yes"},"geometry":null},
        {"type":"Feature","id":"a3","properties":{"@spider":"fuel_co","name":"Office",
          "office":"company"},"geometry":{"type":"Point","coordinates":[-1.5,53.8]}}]}
      """)
    let (first, second) = (try rows[0].get(), try rows[1].get())
    #expect(first.id == "a1" && first.category == "fuel")
    #expect(first.facts.address == "1 High Street, Leeds")
    #expect(first.facts.attributes[.diesel] == true && first.facts.attributes[.adblue] == false)
    #expect(first.facts.openingHours == "24/7" && first.standing == nil)
    #expect(first.facts.names?.byLanguage == ["ar": "وقود"] && second.facts.names == nil)
    #expect(second.name == "Fuel Co" && second.category == "charging")
    #expect(second.facts.attributes[.ccs] == true)
    #expect(second.coordinate == nil && second.standing == .closed)
    #expect(throws: RejectedRow.self) { try rows[2].get() }
  }

  @Test(
    "schemaorg: places of an array, a graph or a list",
    arguments: [("[", "]"), ("{\"@graph\":[", "]}"), ("{\"itemListElement\":[", "]}")])
  func schemaOrg(_ open: String, _ close: String) throws {
    let rows = try read(
      .schemaOrg,
      open + """
        {"@type":"GasStation","@id":"https://a.example/1","name":"A","telephone":"+44 1",
         "geo":{"@type":"GeoCoordinates","latitude":"53.8","longitude":-1.5},
         "address":{"@type":"PostalAddress","streetAddress":"1 High Street",
           "addressLocality":"Leeds","postalCode":"LS1 1AA"},
         "brand":{"@type":"Brand","name":"A"},
         "openingHoursSpecification":[{"dayOfWeek":["https://schema.org/Monday","Tuesday"],
           "opens":"06:00","closes":"22:30:00"},
           {"dayOfWeek":"Sunday","opens":"00:00","closes":"23:59"}]},
        {"@type":["Place","http://schema.org/CafeOrCoffeeShop"],"branchCode":"2","name":"B",
         "latitude":53.9,"longitude":-1.6,"address":"2 Low Road, Leeds",
         "openingHours":["Mo-Fr 08:00-17:00","Sa 09:00-12:00"],"servesCuisine":"Coffee"},
        {"item":{"@type":"AutomatedTeller","identifier":"3","name":"C",
          "openingHoursSpecification":{"dayOfWeek":"Someday","opens":"1","closes":"2"}}},
        {"@type":"Person","@id":"4","name":"D"}
        """ + close)
    let found = rows.map { try? $0.get() }
    #expect(found.map { $0?.category } == ["fuel", "coffee", "atm", nil])
    #expect(found.map { $0?.id } == ["https://a.example/1", "2", "3", nil])
    #expect(found[0]?.facts.openingHours == "Mo,Tu 06:00-22:30, Su 00:00-24:00")
    #expect(found[0]?.facts.address == "1 High Street, Leeds" && found[0]?.facts.brand == "A")
    #expect(found[1]?.facts.openingHours == "Mo-Fr 08:00-17:00; Sa 09:00-12:00")
    #expect(found[1]?.coordinate == Coordinate(latitude: 53.9, longitude: -1.6))
    #expect(found[2]?.facts.openingHours == nil)
  }

  @Test("campus: a mapping of rows, fields and categories")
  func campusWithMapping() throws {
    let mapping = FeedMapping(
      rows: "data.places", fields: ["name": "label.en", "latitude": "p.y", "longitude": "p.x"],
      categories: ["k1": .tea], category: .restaurant)
    let rows = try read(
      .campus,
      """
      {"data":{"count":2,"places":[
        {"id":1,"label":{"en":"Tea"},"p":{"x":2,"y":1},"category":"K1"},
        {"id":2,"label":{"en":"Food"},"p":{"x":2,"y":1}}]},"places":[{"id":3}]}
      """, mapping)
    #expect(rows.count == 2)
    #expect(try rows[0].get().category == .tea)
    #expect(try rows[0].get().name == "Tea")
    #expect(try rows[1].get().category == .restaurant)
  }

  @Test(
    "Foursquare v2",
    arguments: [
      #"{"response":{"venues":[VENUE]}}"#,
      #"{"response":{"groups":[{"type":"x","items":[{"reasons":{},"venue":VENUE}]}]}}"#,
    ])
  func foursquareV2(_ frame: String) throws {
    let venue = """
      {"id":"4b","name":"Ritual","location":{"lat":37.75,"lng":-122.42,"address":"1026 Valencia St",
      "city":"San Francisco","postalCode":"94110"},"contact":{"formattedPhone":"(415) 641-1011"},
      "categories":[{"name":"Office"},{"name":"Coffee Shop","primary":true}],
      "url":"http://ritual.example"}
      """
    let rows = try read(.foursquare, frame.replacing("VENUE", with: venue))
    #expect(rows.count == 1)
    let row = try rows[0].get()
    #expect(row.id == "4b")
    #expect(row.category == .coffee)
    #expect(row.coordinate == Coordinate(latitude: 37.75, longitude: -122.42))
    #expect(row.facts.address == "1026 Valencia St, San Francisco")
    #expect(row.facts.phone == "(415) 641-1011")
  }

  @Test("Foursquare v3")
  func foursquareV3() throws {
    let rows = try read(
      .foursquare,
      """
      {"results":[
        {"fsq_id":"1","name":"A","geocodes":{"main":{"latitude":1.5,"longitude":2.5}},
         "categories":[{"name":"Ice Cream Parlor"}],"chains":[{"name":"Chain"}],
         "features":{"amenities":{"outdoor_seating":true,"wheelchair_accessible":true,"wifi":"n"},
                     "services":{"takeout":true}},
         "hours":{"regular":[{"day":1,"open":"0800","close":"1700"},
                             {"day":6,"open":"2000","close":"+0200"}]}},
        {"fsq_place_id":"2","name":"B","latitude":1,"longitude":2,"date_closed":"2025-01-01",
         "attributes":{"outdoor_seating":false,"wifi":"paid"},
         "categories":[{"name":"Bank"}],"hours":{"regular":[{"day":9,"open":"1","close":"2"}]}}],
       "context":{"geo_bounds":{}}}
      """)
    let first = try rows[0].get()
    #expect(first.category == .iceCream)
    #expect(first.facts.brand == "Chain")
    #expect(first.facts.openingHours == "Mo 08:00-17:00, Sa 20:00-02:00")
    #expect(
      first.facts.attributes[.outdoorSeating] == true && first.facts.attributes[.takeaway] == true)
    #expect(first.facts.wheelchair == .yes && first.facts.wifi == .no)
    let second = try rows[1].get()
    #expect(second.facts.attributes[.outdoorSeating] == false && second.facts.wifi == .paid)
    #expect(second.standing == .closed)
    #expect(second.category == "bank")
    #expect(second.facts.openingHours == nil)
  }

  @Test("GeoJSON points")
  func geoJSON() throws {
    let rows = try read(
      .geojson,
      """
      {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"f1","geometry":{"type":"Point","coordinates":[25.5,60.5,12]},
         "properties":{"name":"Kahvila","amenity":"cafe","addr:street":"Katu","addr:housenumber":5,
                       "addr:city":"Helsinki","opening_hours":"Mo-Su"}},
        {"type":"Feature","properties":{"id":2,"name":"Line"},
         "geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}},
        {"type":"Feature","properties":{"id":3,"name":"Nowhere"},"geometry":null}]}
      """)
    let first = try rows[0].get()
    #expect(first.coordinate == Coordinate(latitude: 60.5, longitude: 25.5))
    #expect(first.category == .coffee)
    #expect(first.facts.address == "5 Katu, Helsinki")
    #expect(rows[1] == .failure(RejectedRow("feature that is not a point", id: "2")))
    #expect(try rows[2].get().coordinate == nil)
  }

  @Test(
    "free-text categories are mapped by keywords",
    arguments: [
      ("Coffee Shop", .coffee), ("Café", .coffee), ("Cafes", .coffee), ("Gastropub", .pub),
      ("Barber", "hairdresser"), ("Undertaker", nil), ("Beer Bar", .bar), ("Tea Room", .tea),
      ("Steak", nil),
      ("Fast Food Restaurant", .fastFood), ("Brewery", .brewery), (nil, nil),
    ] as [(String?, VenueCategory?)])
  func categoryKeywords(_ word: String?, expected: VenueCategory?) {
    #expect(CategoryKeywords.category(word) == expected)
  }

  private func read(
    _ format: FeedFormat, _ text: String, _ mapping: FeedMapping? = nil
  ) throws -> [Result<FeedRow, RejectedRow>] {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write(text.utf8, to: "document")
      let feed = Feed(name: "f", format: format, location: path, mapping: mapping)
      let reader = try #require(feed.reader)
      var rows: [Result<FeedRow, RejectedRow>] = []
      try FeedDocument(path: path, limits: FeedLimits()).forEachRow(reader) { rows.append($0) }
      return rows
    }
  }
}
