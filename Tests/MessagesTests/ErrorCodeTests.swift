import Foundation
import Geography
import Messages
import Testing

@Suite struct ErrorCodeTests {
  @Test func everyRowReadsBackAsItsCode() throws {
    for row in ErrorCode.table {
      let json = try MessageCoder.encode([row.code])
      #expect(String(decoding: json, as: UTF8.self) == "[\"\(row.name)\"]")
      #expect(try MessageCoder.decode([ErrorCode].self, from: json) == [row.code])
      #expect(row.code.row.name == row.name)
      #expect("\(row.code)" == row.name)
    }
    #expect(Set(ErrorCode.table.map(\.name)).count == ErrorCode.table.count)
    #expect(Set(ErrorCode.table.map(\.code)).count == ErrorCode.table.count)
  }

  @Test func aCodeOfANewerPeer() throws {
    let json = Data("[\"madeUpLater\"]".utf8)
    let codes = try MessageCoder.decode([ErrorCode].self, from: json)
    #expect(codes == [.unknown("madeUpLater")])
    #expect(try MessageCoder.encode(codes) == json)
    #expect("\(codes[0])" == "madeUpLater")
    #expect(!codes[0].isRetryable)
    #expect(codes[0].row.exitStatus == 1)
  }

  @Test func retryableCodes() {
    #expect(
      ErrorCode.table.filter(\.isRetryable).map(\.name)
        == ["overloaded", "unavailable", "shuttingDown", "deadlineExceeded"])
    for row in ErrorCode.table {
      #expect((400..<600).contains(row.httpStatus))
      #expect((1...6).contains(row.exitStatus))
      #expect(row.code.isRetryable == row.isRetryable)
    }
  }
}

@Suite struct PackedNumbersTests {
  @Test(
    arguments: [
      [], [0], [nil], [1, nil, 3], [Int32.max, 0, 256, 65_536, 16_777_216],
    ] as [[Int32?]])
  func roundTrips(_ cells: [Int32?]) throws {
    let packed = PackedNumbers(cells)
    #expect(packed.count == cells.count)
    #expect(packed.numbers == cells)
    let json = try MessageCoder.encode([packed])
    #expect(try MessageCoder.decode([PackedNumbers].self, from: json) == [packed])
  }

  @Test func bytesAreLittleEndian() throws {
    let json = try MessageCoder.encode([PackedNumbers([1, nil, 0x0102_0304])])
    let base64 = Data([1, 0, 0, 0, 255, 255, 255, 255, 4, 3, 2, 1]).base64EncodedString()
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(base64)\"]")
  }

  @Test func refusesPartsOfACell() {
    let json = Data("{\"packedSeconds\":\"AQIDBAU=\",\"mapVersion\":\"\"}".utf8)
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(TableReply.self, from: json)
    }
    #expect(
      error?.message
        == "Cannot read TableReply: packedSeconds: 5 bytes are not a whole number of cells.")
  }
}

@Suite struct PackedShopsTests {
  private static let shops = [
    Shop(id: "osm/node/1", coordinate: unionSquare, openingHours: "24/7"),
    Shop(id: "café/2", coordinate: coitTower, openingHours: nil),
    Shop(id: "", coordinate: unionSquare, openingHours: "Mo-Fr 08:00-18:00 \"früh\""),
    Shop(id: "a\nb", coordinate: coitTower, openingHours: "24/7"),
  ]

  @Test func roundTrips() throws {
    for count in 0...Self.shops.count {
      let shops = Array(Self.shops.prefix(count))
      let json = try MessageCoder.encode(PackedShops(shops))
      let read = try MessageCoder.decode(PackedShops.self, from: json)
      #expect(read.shops == shops && read.count == count)
    }
  }

  /// Texts split at other offsets, and arrays of different lengths.
  @Test(arguments: [([Int32(4), 5], 2), ([4, 4, 1], 3), ([4, -1], 2), ([8], 2)])
  func arraysThatDoNotMatchAreRefused(bytes: [Int32], count: Int) {
    let packed = PackedShops(
      ids: PackedTexts(utf8: Array("abcdefgh".utf8), bytes: bytes),
      coordinates: Array(repeating: unionSquare, count: count), hours: [],
      hoursNumbers: PackedNumbers(Array(repeating: nil, count: count)))
    #expect(packed.shops == nil)
  }

  @Test(arguments: [Int32(1), -2]) func missingHoursAreRefused(number: Int32) {
    let packed = PackedShops(
      ids: PackedTexts(["a"]), coordinates: [unionSquare], hours: ["24/7"],
      hoursNumbers: PackedNumbers([number]))
    #expect(packed.shops == nil)
  }
}

@Suite struct PlaceReferenceTests {
  @Test(arguments: [
    (LocationReference.text("Coit Tower"), #"{"text":"Coit Tower"}"#),
    (.device("phone"), #"{"device":"phone"}"#),
  ])
  func oneKeyForEachKind(_ place: LocationReference, _ json: String) throws {
    #expect(try String(decoding: MessageCoder.encode(place), as: UTF8.self) == json)
    #expect(try MessageCoder.decode(LocationReference.self, from: Data(json.utf8)) == place)
  }

  @Test func coordinate() throws {
    let json = #"{"coordinate":{"latitude":1.5,"longitude":-2}}"#
    #expect(
      try MessageCoder.decode(LocationReference.self, from: Data(json.utf8))
        == .coordinate(Coordinate(latitude: 1.5, longitude: -2)))
  }
}

/// The error messages for malformed requests.
@Suite struct MessageCoderTests {
  @Test(arguments: [
    ("", "the body is not JSON at byte 0: a value is missing."),
    ("{", "the body is not JSON at byte 1: a key is missing."),
    ("{}", "origin is missing."),
    (#"{"origin":{}}"#, "origin: a place is given by text, coordinate or device."),
    (#"{"origin":{"coordinate":{"latitude":1}}}"#, "origin.coordinate.longitude is missing."),
    (
      #"{"origin":{"text":"a"},"destination":{"text":"b"},"departure":"8"}"#,
      "departure: “8” is not a time like \(RequestedTime.examples) or now."
    ),
  ])
  func aPlanRequest(_ json: String, _ fault: String) {
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(PlanRequest.self, from: Data(json.utf8))
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == "Cannot read PlanRequest: \(fault)")
  }

  @Test func elementsOfAList() {
    let json = #"{"waypoints":[{"latitude":1,"longitude":2},{"latitude":1}]}"#
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(RouteRequest.self, from: Data(json.utf8))
    }
    #expect(error?.message == "Cannot read RouteRequest: waypoints[1].longitude is missing.")
  }

  @Test func aTypeThatDoesNotFit() {
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(GeocodeRequest.self, from: Data(#"{"text":5}"#.utf8))
    }
    #expect(
      error?.message == "Cannot read GeocodeRequest: text: must be a text, and is 5.")
  }

  @Test func aTimeInAReply() {
    let json =
      #"{"venue":{"id":"a","name":"b","category":"c","#
      + #""coordinate":{"latitude":1,"longitude":2}},"addedAt":"yesterday"}"#
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(Favourite.self, from: Data(json.utf8))
    }
    #expect(
      error?.message == "Cannot read Favourite: addedAt: “yesterday” is not a time like "
        + "2026-11-21T08:00:00-08:00.")
  }

  @Test func numbersThatJSONCannotRepresent() {
    #expect(throws: EncodingError.self) {
      try MessageCoder.encode(Coordinate(latitude: .nan, longitude: 0))
    }
  }

  @Test func slashesStayAsTheyAre() throws {
    let json = try MessageCoder.encode(VenueRequest(id: "osm/node/1"))
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":"osm/node/1"}"#)
  }

  @Test func identifiersArePlainStrings() throws {
    #expect(try MessageCoder.decode([VenueID].self, from: Data(#"["a"]"#.utf8)) == ["a"])
    #expect(["b", "a"].map(VenueID.init(rawValue:)).sorted() == ["a", "b"])
  }
}
