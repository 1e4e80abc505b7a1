import Foundation
import JSON
import Messages
import TestSupport
import Testing

@testable import VenueStore

@Suite struct JSONRowsTests {
  @Test(
    "finds the rows of a JSON document, however it is cut into chunks",
    arguments: [
      ("[]", [""], []), ("[1, \"a,]\", null]", [""], ["1", "\"a,]\"", "null"]),
      ("[{\"a\":[1,{}]},{\"b\":\"}\"}]", [""], ["{\"a\":[1,{}]}", "{\"b\":\"}\"}"]),
      ("{\"features\":[{}, {}],\"x\":[{\"y\":1}]}", ["features"], ["{}", "{}"]),
      ("{\"a\":{\"b\":[7]},\"b\":[8]}", ["a.b"], ["7"]),
      ("{\"groups\":[{\"items\":[1,2]},{\"items\":[3]}]}", ["groups.items"], ["1", "2", "3"]),
      ("{\"a\\\"b\":[1],\"c\":[\"\\\\\"]}", ["c"], ["\"\\\\\""]),
      ("\u{FEFF} [ 1 ] ", [""], ["1 "]), ("{\"error\":\"slow down\"}", [""], []),
      ("[[1,2],[3]]", [""], ["[1,2]", "[3]"]),
    ] as [(String, [String], [String])])
  func findsRows(_ text: String, at paths: [String], expected: [String]) throws {
    for chunkBytes in [1, 2, 7, 1_000] {
      #expect(try Self.rows(text, paths, chunkBytes) == expected, "pieces of \(chunkBytes)")
    }
  }

  @Test(
    "an invalid JSON document is refused",
    arguments: [
      ("", "The document is empty."), ("   ", "The document is empty."),
      ("<html>", "The document is not JSON."), ("[{}", "The document was cut off"),
      ("[{\"a\":\"b", "The document was cut off"), ("[1] 2", "Something follows"),
      ("{\"a\":[1}", "not well formed"), ("\"text\"", "The document is not JSON."),
    ])
  func invalidDocument(_ text: String, saying part: String) {
    #expect {
      try Self.rows(text, ["", "a"], 3)
    } throws: { "\($0)".contains(part) }
  }

  @Test("the depth of a document is limited")
  func depth() {
    let deep = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: FeedFailure.self) { try Self.rows(deep, [""], 1_000) }
  }

  @Test("a row that is too long is reported, the next one is read")
  func longRow() throws {
    var rows = JSONRows(paths: [[]], maximumRowBytes: 10)
    var found: [Int?] = []
    let text = "[1,\"\(String(repeating: "x", count: 100))\",2]"
    try rows.consume(Array(text.utf8)[...]) { row in
      if case .row(let bytes) = row { found.append(bytes.count) } else { found.append(nil) }
    }
    try rows.finish()
    #expect(found == [1, nil, 1])
  }

  static func rows(_ text: String, _ paths: [String], _ chunkBytes: Int) throws -> [String] {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write(text.utf8, to: "document")
      var rows = JSONRows(
        paths: Set(paths.map { $0.split(separator: ".").map(String.init) }), maximumRowBytes: 100)
      var found: [String] = []
      try FileChunks.forEach(path) { bytes in
        var rest = bytes
        while !rest.isEmpty {
          try rows.consume(rest.prefix(chunkBytes)) { row in
            if case .row(let bytes) = row { found.append(String(decoding: bytes, as: UTF8.self)) }
          }
          rest = rest.dropFirst(chunkBytes)
        }
      }
      try rows.finish()
      return found
    }
  }
}

@Suite struct CSVRowsTests {
  @Test(
    "reads the rows of a CSV document, however it is cut into chunks",
    arguments: [
      ("a,b\n1,2\n", ["a=1 b=2"]), ("a,b\r\n1,2\r\n\r\n3,4", ["a=1 b=2", "a=3 b=4"]),
      ("a,b\n\"x,\"\"y\"\"\n\",\n", ["a=x,\"y\"\n"]), ("a,b\n,\n", [""]),
      ("a,b\n1\n1,2,3\n4,5\n", ["?", "?", "a=4 b=5"]),
      ("\u{FEFF}a,b\né,\"\"\n", ["a=é"]), ("a,b\nx\"y,2\n", ["a=x\"y b=2"]),
    ] as [(String, [String])])
  func readsRows(_ text: String, expected: [String]) throws {
    for chunkBytes in [1, 3, 1_000] {
      let rows = try Self.rows(Array(text.utf8), chunkBytes)
      #expect(rows == expected, "pieces of \(chunkBytes)")
    }
  }

  @Test("a row that is not UTF-8 does not affect others")
  func invalidUTF8() throws {
    let text = Array("a,b\n1,".utf8) + [0xFF, 0xC0] + Array("\n3,4\n".utf8)
    #expect(try Self.rows(text, 4) == ["?", "a=3 b=4"])
  }

  @Test(
    "an invalid CSV document is refused",
    arguments: ["", "\n\n", "one line of text\n", "a,b\n\"1,2\n3,4\n"])
  func invalidDocument(_ text: String) {
    #expect(throws: FeedFailure.self) { try Self.rows(Array(text.utf8), 5) }
  }

  @Test("a row that is too long is reported, the next one is read")
  func longRow() throws {
    let long = String(repeating: "x", count: 200)
    #expect(try Self.rows(Array("a,b\n\(long),1\n3,4\n".utf8), 7) == ["?", "a=3 b=4"])
  }

  private static func rows(_ text: [UInt8], _ chunkBytes: Int) throws -> [String] {
    try TemporaryDirectory.with { directory throws in
      let path = try directory.write(text, to: "document")
      var limits = FeedLimits.patient
      limits.maximumRowBytes = 100
      var rows = CSVRows(limits)
      var found: [String] = []
      func append(_ row: Result<JSONValue, RejectedRow>) { found.append(Self.text(row)) }
      try FileChunks.forEach(path) { bytes in
        var rest = bytes
        while !rest.isEmpty {
          try rows.consume(rest.prefix(chunkBytes), append)
          rest = rest.dropFirst(chunkBytes)
        }
      }
      try rows.finish(append)
      return found
    }
  }

  private static func text(_ row: Result<JSONValue, RejectedRow>) -> String {
    guard case .success(.object(let members)) = row else { return "?" }
    return members.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.asText ?? "")" }.joined(separator: " ")
  }
}

@Suite struct StreetPartsTests {
  @Test(
    "a house number is split from its street",
    arguments: [
      ("1716 Topeka St", "1716", "Topeka St"), ("Hauptstraße 12a", "12a", "Hauptstraße"),
      ("31a Geelsebaan", "31a", "Geelsebaan"), ("6th St", nil, "6th St"),
      ("503 6th St S", "503", "6th St S"), ("Broadway", nil, "Broadway"), ("12", nil, "12"),
    ] as [(String, String?, String)])
  func splits(_ text: String, number: String?, street: String) {
    let parts = StreetParts(text)
    #expect(parts.number == number)
    #expect(parts.street == street)
  }
}

@Suite struct OneLineAddressTests {
  @Test(
    "an address in one line is split into street, postcode and city",
    arguments: [
      ("Sendlinger Straße 27, 80331 München", "Sendlinger Straße 27", "80331", "München"),
      ("1705 Mariposa St, San Francisco, CA 94107", "1705 Mariposa St", "94107", "San Francisco"),
      ("Café Roma, Via Appia 3, Roma", "Via Appia 3", nil, "Roma"),
      ("Sendlinger Straße, 27, München", "Sendlinger Straße 27", nil, "München"),
      ("10 Downing Street\nLondon SW1A 2AA", "10 Downing Street", "SW1A 2AA", "London"),
      ("Broadway", "Broadway", nil, nil),
    ] as [(String, String, String?, String?)])
  func splits(_ line: String, street: String, postcode: String?, city: String?) throws {
    let parts = try #require(OneLineAddress(line))
    #expect(parts.street == street)
    #expect(parts.postcode == postcode)
    #expect(parts.city == city)
  }

  @Test("a line without letters is no address", arguments: ["", "12, 34", ","])
  func none(_ line: String) { #expect(OneLineAddress(line) == nil) }

  @Test("a row with its address in one line is geocoded, the city given beside it or within")
  func drafts() throws {
    for (address, city) in [
      ("Sendlinger Straße 27", "München"), ("27 Sendlinger Straße", "München"),
      ("Sendlinger Straße 27, München", nil),
    ] {
      var draft = RowDraft(category: .coffee)
      (draft.id, draft.name, draft.facts.address, draft.city) = ("1", "A", address, city)
      #expect(
        try draft.checked().geocodableAddress
          == Address(houseNumber: "27", street: "Sendlinger Straße", city: "München"))
    }
  }
}
