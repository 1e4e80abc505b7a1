import Geography
import Glibc

/// A sketch of lines on the ground in Braille characters, of eight dots each.
///
/// North is up. The scale is the same in both directions: a dot is as wide as it is high where a
/// character is twice as high as wide. Source: Unicode, block "Braille Patterns": dot 1 is bit 0.
struct BrailleMap: Sendable {
  /// A character at a point, drawn over the lines.
  struct Mark: Sendable, Hashable {
    let letter: Character
    let coordinate: Coordinate
  }

  private let columns: Int
  private let rows: Int
  private var dots: [UInt8]
  private var letters: [Int: Character] = [:]
  private let west: Double
  private let north: Double
  private let dotsPerDegree: (longitude: Double, latitude: Double)

  /// - Parameters:
  ///   - columns: the most characters in a row; the rows follow from the shape, up to `rows`.
  init(_ lines: [[Coordinate]], marks: [Mark], columns: Int, rows: Int) {
    let all = lines.joined() + marks.map(\.coordinate)
    let latitudes = all.map(\.latitude), longitudes = all.map(\.longitude)
    let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
    let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    // A degree of longitude is shorter by the cosine of the latitude.
    let shrink = max(0.01, cos((south + north) / 2 * .pi / 180))
    let (width, height) = ((east - west) * shrink, north - south)
    let (wide, high) = (Double(max(2, columns) * 2 - 1), Double(max(1, rows) * 4 - 1))
    // A point, or a line along an axis, has an extent of zero.
    let scale = min(wide / max(width, 1e-9), high / max(height, 1e-9))
    self.west = west
    self.north = north
    dotsPerDegree = (scale * shrink, scale)
    self.columns = min(max(2, columns), Int(width * scale) / 2 + 1)
    self.rows = min(max(1, rows), Int(height * scale) / 4 + 1)
    dots = Array(repeating: 0, count: self.columns * self.rows)
    for line in lines {
      for (start, end) in zip(line, line.dropFirst()) { draw(dot(start), dot(end)) }
    }
    for mark in marks {
      let (column, row) = dot(mark.coordinate)
      letters[row / 4 * self.columns + column / 2] = mark.letter
    }
  }

  /// The sketch as lines of text.
  var text: String {
    (0..<rows).map { row in
      var line = (0..<columns).map { column -> Character in
        let index = row * columns + column
        if let letter = letters[index] { return letter }
        if dots[index] == 0 { return " " }
        return Unicode.Scalar(0x2800 + UInt32(dots[index])).map(Character.init) ?? " "
      }
      while line.last == " " { line.removeLast() }
      return String(line) + "\n"
    }.joined()
  }

  private func dot(_ point: Coordinate) -> (column: Int, row: Int) {
    let column = (point.longitude - west) * dotsPerDegree.longitude
    let row = (north - point.latitude) * dotsPerDegree.latitude
    return (
      min(max(0, Int(column.rounded())), columns * 2 - 1),
      min(max(0, Int(row.rounded())), rows * 4 - 1)
    )
  }

  private mutating func draw(_ start: (column: Int, row: Int), _ end: (column: Int, row: Int)) {
    let (width, height) = (end.column - start.column, end.row - start.row)
    let steps = max(abs(width), abs(height), 1)
    for step in 0...steps {
      set(start.column + width * step / steps, start.row + height * step / steps)
    }
  }

  /// Bits 0 to 2 are the left dots from above, 3 to 5 the right ones, 6 and 7 the lowest two.
  private mutating func set(_ column: Int, _ row: Int) {
    let isRight = !column.isMultiple(of: 2)
    let bit = row % 4 == 3 ? (isRight ? 7 : 6) : row % 4 + (isRight ? 3 : 0)
    dots[row / 4 * columns + column / 2] |= 1 << UInt8(bit)
  }
}
