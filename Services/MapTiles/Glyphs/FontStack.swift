import CFreeType

/// A font for labels, by the name that styles use: its own file, and others for the scripts that
/// it lacks. Chinese, Japanese and Korean are drawn with the browser's font.
struct FontStack: Hashable {
  let name: String
  /// Files of Debian's package `fonts-noto-core`; of a character's glyphs the first counts.
  let files: [String]

  static let regular = FontStack(name: "Noto Sans Regular", style: "Regular")
  static let all = [
    regular, FontStack(name: "Noto Sans Bold", style: "Bold"),
    FontStack(name: "Noto Sans Italic", style: "Italic", others: "Regular"),
  ]

  /// Where `fonts-noto-core` puts its files.
  static let directory = "/usr/share/fonts/truetype/noto"
  /// Scripts with a font of their own that need no shaping beyond what a browser's map can do.
  private static let scripts = ["Armenian", "Georgian", "Hebrew", "Arabic", "Thai", "Ethiopic"]

  private init(name: String, style: String, others: String? = nil) {
    self.name = name
    files =
      ["NotoSans-\(style).ttf"] + Self.scripts.map { "NotoSans\($0)-\(others ?? style).ttf" }
  }

  /// Every range with at least one glyph, in order.
  ///
  /// - Throws: `GlyphError`.
  func ranges() throws -> [GlyphRange] {
    let fonts = try files.map { try SDFFont(path: "\(Self.directory)/\($0)") }
    let ascender = fonts.first?.ascender ?? 0
    return try stride(from: 0, to: 1 << 16, by: 256).compactMap { start in
      let glyphs = try (UInt32(start)..<UInt32(start + 256)).compactMap { codePoint in
        try fonts.first { $0.has(codePoint) }?.glyph(of: codePoint, ascender: ascender)
      }
      return glyphs.isEmpty ? nil : GlyphRange(font: name, start: start, glyphs: glyphs)
    }
  }
}

/// A font file at the size of map glyphs.
private final class SDFFont {
  // Opened by `init`, closed by `deinit` and nowhere else.
  private let handle: OpaquePointer
  private let path: String

  init(path: String) throws(GlyphError) {
    let scale = quickbrew_glyph_scale(
      size: Int32(GlyphScale.pixels), buffer: Int32(GlyphScale.buffer),
      radius: GlyphScale.radius, cutoff: GlyphScale.cutoff)
    guard let handle = quickbrew_font_open(path, scale) else { throw .unreadable(path: path) }
    self.handle = handle
    self.path = path
  }

  deinit { quickbrew_font_close(handle) }

  var ascender: Int { Int(quickbrew_font_ascender(handle)) }

  func has(_ codePoint: UInt32) -> Bool { quickbrew_font_has(handle, codePoint) != 0 }

  func glyph(of codePoint: UInt32, ascender: Int) throws(GlyphError) -> Glyph {
    var drawn = quickbrew_glyph()
    guard quickbrew_font_draw(handle, codePoint, &drawn) == 0 else {
      throw .cannotDraw(codePoint, path: path)
    }
    let (width, height) = (Int(drawn.width), Int(drawn.height))
    let count = (width + 2 * GlyphScale.buffer) * (height + 2 * GlyphScale.buffer)
    // `count` bytes, valid until the font draws again.
    let bitmap = [UInt8](UnsafeBufferPointer(start: drawn.bytes, count: width > 0 ? count : 0))
    return Glyph(
      codePoint: codePoint, bitmap: bitmap, width: width, height: height, left: Int(drawn.left),
      top: width > 0 ? Int(drawn.top) - ascender : 0, advance: Int(drawn.advance))
  }
}

/// Why letters cannot be drawn.
package enum GlyphError: Error, CustomStringConvertible {
  case unreadable(path: String)
  case cannotDraw(UInt32, path: String)

  package var description: String {
    switch self {
    case .unreadable(let path):
      "Cannot read the font \(path) for the map's labels; install Debian's package fonts-noto-core."
    case .cannotDraw(let codePoint, let path):
      "FreeType cannot draw U+\(String(codePoint, radix: 16)) of \(path)."
    }
  }
}
