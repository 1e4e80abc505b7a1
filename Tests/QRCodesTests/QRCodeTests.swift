import QRCodes
import Testing

@Suite struct QRCodeTests {
  @Test("a QR code has its three finder patterns within a light margin")
  func finders() throws {
    let code = try #require(QRCode("geo:37.790000,-122.410000"))
    let finder = [
      "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
    ]
    for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
      let found = (0..<7).map { y in
        String((0..<7).map { code.isDark(column + $0, row + y) ? "#" : " " })
      }
      #expect(found == finder)
    }
    let lines = code.terminalText(inColour: false).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count == code.width + 8 })
    #expect(lines.count == (code.width + 9) / 2)
    #expect(lines.first?.allSatisfy { $0 == "█" } == true)
  }

  @Test("the picture has a square for each dark module, inside the margin")
  func picture() throws {
    let code = try #require(QRCode("https://example.org/?a=1&b=<2>"))
    let size = code.width + 8
    #expect(code.svg.contains("viewBox=\"0 0 \(size) \(size)\""))
    let drawn = Set(code.svg.matches(of: /M(\d+) (\d+)h1v1/).map { "\($0.1) \($0.2)" })
    let dark = (0..<code.width).flatMap { row in
      (0..<code.width).filter { code.isDark($0, row) }.map { "\($0 + 4) \(row + 4)" }
    }
    #expect(drawn == Set(dark))
    #expect(!code.svg.contains("example"))
  }

  @Test("a text that is empty or too long has no code")
  func bounds() {
    #expect(QRCode("") == nil && QRCode(String(repeating: "é", count: 2000)) == nil)
  }
}
