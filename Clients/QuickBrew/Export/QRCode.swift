import CQREncode

/// A QR code of a text, for a terminal.
///
/// Source: ISO/IEC 18004, encoded by libqrencode with the lowest error correction, as a screen has
/// no stains.
struct QRCode: Sendable, Hashable {
  /// Modules of a side.
  let width: Int
  /// Row by row; whether a module is dark.
  private let modules: [Bool]

  /// `nil` for a text that is empty or too long: 2,953 bytes is the most.
  init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    // The code is this function's to free; `data` has width² bytes whose lowest bit is the module.
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    self.width = width
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those of the margin are light.
  func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
    return modules[row * width + column]
  }

  /// The light margin that a reader needs.
  static let margin = 4

  /// Two modules a character, one above the other. Light modules are drawn, as a terminal is mostly
  /// dark; with colour they are white in any terminal.
  func render(_ style: Style) -> String {
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
      text += style.hasColor ? "\u{1B}[97;40m\(line)\u{1B}[0m\n" : line + "\n"
    }
    return text
  }
}
