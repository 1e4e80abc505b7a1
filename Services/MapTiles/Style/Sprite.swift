import Foundation
import Messages

/// The icons of the style in one picture.
enum Sprite {
  /// A picture for one density of pixels.
  struct Sheet {
    /// Pixels of the picture for one of the map.
    let scale: Int
    /// A PNG.
    let image: Data
    /// The text of the JSON that says where each icon is.
    let index: String
  }

  /// Where an icon is, in pixels of the picture.
  private struct Cell: Encodable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let pixelRatio: Int
  }

  private static let columns = 8

  /// The picture as SVG, each icon in its own cell.
  static var drawing: String {
    let cells = Icon.all.enumerated().map { index, icon in
      let (x, y) = (index % columns * Icon.size, index / columns * Icon.size)
      return "<g transform=\"translate(\(x) \(y))\">\(icon.drawing)</g>"
    }
    let height = (Icon.all.count + columns - 1) / columns * Icon.size
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(columns * Icon.size)\" "
      + "height=\"\(height)\">\(cells.joined())</svg>"
  }

  /// The picture at each density.
  ///
  /// - Parameter folder: an existing folder for files in between.
  /// - Throws: `ToolError`.
  static func sheets(in folder: String) throws -> [Sheet] {
    let source = folder + "/sprite.svg"
    try Data(drawing.utf8).write(to: URL(filePath: source))
    return try [1, 2].map { scale in
      let path = "\(folder)/sprite-\(scale).png"
      try ExternalTool.renderSVG.run(["--zoom", "\(scale)", "--output", path, source])
      let image = try Data(contentsOf: URL(filePath: path))
      let index = try MessageCoder.encode(cells(scale: scale))
      return Sheet(scale: scale, image: image, index: String(decoding: index, as: UTF8.self))
    }
  }

  private static func cells(scale: Int) -> [String: Cell] {
    let size = Icon.size * scale
    let cells = Icon.all.enumerated().map { index, icon in
      (
        icon.name,
        Cell(
          x: index % columns * size, y: index / columns * size, width: size, height: size,
          pixelRatio: scale)
      )
    }
    return Dictionary(uniqueKeysWithValues: cells)
  }
}
