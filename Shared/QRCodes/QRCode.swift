import CQREncode

/// A QR code of a text, drawn for a terminal or as a picture.
///
/// Source: ISO/IEC 18004, encoded by libqrencode with the lowest error correction, as a screen has
/// no stains.
package struct QRCode: Sendable, Hashable {
  /// Modules of a side, without the margin.
  package let width: Int
  /// Row by row; whether a module is dark.
  private let modules: [Bool]

  /// `nil` for a text that is empty or longer than 2,953 bytes.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    // The code is this function's to free; `data` has width² bytes whose lowest bit is the module.
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    self.width = width
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those of the margin are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
    return modules[row * width + column]
  }

  /// The light margin that a reader needs, in modules.
  package static let margin = 4

  /// Lines for a terminal: two modules a character, one above the other. Light modules are drawn,
  /// as a terminal is mostly dark; with colour they are white in any terminal.
  package func terminalText(inColour: Bool) -> String {
    let range = -Self.margin..<width + Self.margin
    var text = ""
    for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      let line = range.map { column -> String in
        // Below the margin's last row there is nothing to draw.
        let isLast = row + 1 >= range.upperBound
        switch (isDark(column, row), isLast || isDark(column, row + 1)) {
        case (true, true): return " "
        case (true, false): return "▄"
        case (false, true): return "▀"
        case (false, false): return "█"
        }
      }.joined()
      text += inColour ? "\u{1B}[97;40m\(line)\u{1B}[0m\n" : line + "\n"
    }
    return text
  }

  /// A picture in SVG, a unit for each module, black on white in any theme.
  package var svg: String {
    let size = width + 2 * Self.margin
    let path = (0..<width).flatMap { row in
      (0..<width).filter { isDark($0, row) }.map {
        "M\($0 + Self.margin) \(row + Self.margin)h1v1h-1z"
      }
    }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)">\
      <path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path d="\(path)"/></svg>
      """
  }
}
