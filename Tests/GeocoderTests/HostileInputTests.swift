import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import Geocoder

@Suite(.computing) struct HostileInputTests {
  private func code(of body: () throws -> GeocodeReply) -> ErrorCode? {
    do {
      _ = try body()
      return nil
    } catch let error as ServiceError {
      return error.code
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test(
    "text without letters and digits, or with too many bytes, is rejected",
    arguments: [
      "", " ", "\n\t", ",;.-&/", "\u{0}\u{1}\u{7F}", "🦊🌉", "\u{202E}\u{200F}", "\"'\"'", "()*^:~",
      String(repeating: "a", count: 10_000), String(repeating: "ä ", count: 400),
    ])
  func refused(_ text: String) throws {
    try SmallTown.search { searcher in
      #expect(code { try searcher.search(GeocodeRequest(text: text)) } == .invalidRequest)
    }
  }

  @Test(
    "unusual text is answered without an error",
    arguments: [
      "a", "1", "\"Coit\" OR 1=1; DROP TABLE entry", "coit* NEAR tower", "name:coit NOT tower",
      "☕ Coit Tower 🗼", "\u{202E}rewoT tioC", "מגדל קויט", "برج", "コイトタワー", "Ко\u{0301}ит",
      "Coit\u{0}Tower", "& & &a", "a & b & c & d", "/ / 1 / 2", "99999999999999999999 street",
      "-1 street", "1-2-3-4-5 street", "12 12 12 12 12 12 street", "#", "# 1", "suite 3",
      String(repeating: "street ", count: 140), String(repeating: "a ", count: 499),
      String(repeating: "x", count: 1_000), String(repeating: "1", count: 1_000),
      "e\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}", "ẞ ß ſ ﬁ ½ ² Ⅷ", "1 st st st st st st",
    ])
  func answered(_ text: String) throws {
    try SmallTown.search { searcher in
      // "#" has no token.
      let expected: ErrorCode? = text == "#" ? .invalidRequest : nil
      #expect(code { try searcher.search(GeocodeRequest(text: text)) } == expected)
    }
  }

  @Test("random text is answered or rejected, seed 7")
  func random() throws {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("aeiost 1234567890,&/-'\"#@().äßéЖ語🦊\u{0}\u{301}\u{202E}".unicodeScalars)
    try SmallTown.search { searcher in
      for _ in 0..<300 {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...60, using: &generator) {
          text.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
        }
        let found = code { try searcher.search(GeocodeRequest(text: String(text))) }
        #expect(found == nil || found == .invalidRequest, "\(String(text).debugDescription)")
      }
    }
  }

  @Test("values out of range are rejected")
  func ranges() throws {
    let off = Coordinate(latitude: 91, longitude: 0)
    let here = SmallTown.middle
    try SmallTown.search { searcher in
      for limit in [0, -1, 51] {
        let request = GeocodeRequest(text: "a", limit: limit)
        #expect(code { try searcher.search(request) } == .invalidRequest)
      }
      #expect(
        code { try searcher.search(GeocodeRequest(text: "a", near: off)) } == .invalidRequest)
      #expect(
        code { try searcher.reverse(ReverseGeocodeRequest(coordinate: off)) } == .invalidRequest)
      for radius in [0, -5, 10_001, .nan, .infinity] {
        let request = ReverseGeocodeRequest(coordinate: here, radiusMeters: radius)
        #expect(code { try searcher.reverse(request) } == .invalidRequest)
      }
      let wrong = [
        GeocodeRequest(text: "a", nearStrength: -0.1),
        GeocodeRequest(text: "a", nearStrength: .nan),
        GeocodeRequest(text: "a", language: ""),
        GeocodeRequest(text: "a", language: String(repeating: "x", count: 40)),
        GeocodeRequest(text: "a", within: .circle(center: off, radiusMeters: 10)),
        GeocodeRequest(text: "a", within: .circle(center: here, radiusMeters: .infinity)),
        GeocodeRequest(
          text: "a", within: .box(BoundingBox(south: 1, west: 0, north: 0, east: 1))),
        GeocodeRequest(address: Address(city: String(repeating: "a", count: 1_001))),
        GeocodeRequest(address: Address()), GeocodeRequest(address: Address(street: "☕")),
      ]
      for request in wrong {
        #expect(code { try searcher.search(request) } == .invalidRequest, "\(request)")
      }
    }
  }
}
