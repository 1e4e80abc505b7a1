import Foundation
import Testing

@testable import MapTiles

private let hasFonts = FileManager.default.fileExists(
  atPath: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")

@Suite(.enabled(if: hasFonts, "fonts-noto-core is missing"))
struct FontStackTests {
  /// How far pixels are outside of an outline, as a style's shader reads the bytes.
  private struct Field {
    let glyph: Glyph
    var width: Int { glyph.width + 2 * GlyphScale.buffer }
    var height: Int { glyph.height + 2 * GlyphScale.buffer }

    func distance(_ x: Int, _ y: Int) -> Double {
      (0.75 - Double(glyph.bitmap[y * width + x]) / 255) * GlyphScale.radius
    }
  }

  private func field(_ character: Unicode.Scalar, style: Int = 0) throws -> Field {
    let glyph = try FontStack.all()[style].glyph(of: character.value)
    return Field(glyph: try #require(glyph))
  }

  /// A hyphen is a rectangle: where it ends is read off the lines through its middle, and all other
  /// pixels are compared with the distance to it.
  @Test("distances are those to the outline", arguments: [0, 1])
  func rectangle(style: Int) throws {
    let hyphen = try field("-", style: style)
    let (middleX, middleY) = (hyphen.width / 2, hyphen.height / 2)
    let (left, top) = (hyphen.distance(0, middleY), hyphen.distance(middleX, 0))
    let right = Double(hyphen.width - 1) - hyphen.distance(hyphen.width - 1, middleY)
    let bottom = Double(hyphen.height - 1) - hyphen.distance(middleX, hyphen.height - 1)
    #expect(right - left > 4 && bottom - top > 1)
    for y in 0..<hyphen.height {
      for x in 0..<hyphen.width {
        let (dx, dy) = (
          max(left - Double(x), Double(x) - right), max(top - Double(y), Double(y) - bottom)
        )
        let expected = dx > 0 && dy > 0 ? hypot(dx, dy) : max(dx, dy)
        // A pixel of the drawing.
        #expect(abs(hyphen.distance(x, y) - expected) < 1.0 / 3, "\(x), \(y)")
      }
    }
  }

  @Test("an o is dark around a light middle, and has its buffer on each side")
  func ring() throws {
    let ring = try field("o")
    let row = (0..<ring.width).map { ring.distance($0, ring.height / 2) }
    let changes = zip(row, row.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
    #expect(changes == 4)
    for edge in [row.first, row.last] { #expect(abs((edge ?? 0) - 3) <= 1) }
  }

  @Test("places of letters: a g goes below the line, an E is as high as capitals, a space is empty")
  func metrics() throws {
    let (g, e, space) = try (field("g").glyph, field("E").glyph, field(" ").glyph)
    // Noto Sans has capitals of 714 and an ascender of 1,069 thousandths.
    #expect(abs(Double(e.height) - 0.714 * 24) <= 1.5)
    #expect(abs(Double(e.top) - (0.714 - 1.069) * 24) <= 1.5)
    #expect(e.top - e.height > g.top - g.height)
    #expect(space.bitmap.isEmpty && space.width == 0 && space.advance > 4)
  }

  @Test("scripts with a font of their own have letters, others have none")
  func scripts() throws {
    let fonts = try FontStack.all()
    #expect(fonts.map(\.name) == ["Noto Sans Regular", "Noto Sans Bold", "Noto Sans Italic"])
    for font in fonts {
      for letter in "Aяაא".unicodeScalars {
        #expect(try font.glyph(of: letter.value)?.bitmap.isEmpty == false, "\(letter)")
      }
      #expect(try font.glyph(of: 0x4E2D) == nil)
    }
  }
}
