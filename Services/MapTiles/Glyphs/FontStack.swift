import CFreeType
import FoundationEssentials

/// A font for labels, by the name that styles use: its own file, and others for the scripts that
/// it lacks. Chinese, Japanese and Korean are drawn with the browser's font. Used by one thread.
final class FontStack {
  let name: String
  /// Of a character's glyphs the first counts.
  private let fonts: [SDFFont]
  /// By their first code point; all ranges of a font together have less than 3 MB.
  private var drawn: [Int: Data] = [:]

  /// Where Debian's package `fonts-noto-core` puts its files.
  private static let directory = "/usr/share/fonts/truetype/noto"
  /// Scripts with a font of their own that need no shaping beyond what a browser's map can do.
  private static let scripts = ["Armenian", "Georgian", "Hebrew", "Arabic", "Thai", "Ethiopic"]

  /// Regular first.
  ///
  /// - Throws: `GlyphError`.
  static func all() throws -> [FontStack] {
    try ["Regular", "Bold", "Italic"].map { style in
      let others = style == "Italic" ? "Regular" : style
      let files = ["NotoSans-\(style)"] + scripts.map { "NotoSans\($0)-\(others)" }
      return try FontStack(name: "Noto Sans \(style)", files: files)
    }
  }

  private init(name: String, files: [String]) throws {
    self.name = name
    fonts = try files.map { try SDFFont(path: "\(Self.directory)/\($0).ttf") }
  }

  /// The glyphs of 256 code points, as a protocol buffer; drawn when first asked for: 20 ms for
  /// Latin.
  ///
  /// - Throws: `GlyphError`.
  func range(from start: Int) throws -> Data {
    if let range = drawn[start] { return range }
    let glyphs = try (UInt32(start)..<UInt32(start + 256)).compactMap(glyph)
    let range = GlyphRange(font: name, start: start, glyphs: glyphs).encoded()
    drawn[start] = range
    return range
  }

  /// `nil` where no font has the character.
  func glyph(of codePoint: UInt32) throws -> Glyph? {
    try fonts.first { $0.has(codePoint) }?.glyph(of: codePoint, ascender: fonts[0].ascender)
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
