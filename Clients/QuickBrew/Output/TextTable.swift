/// A text table whose columns are as wide as their widest cell.
struct TextTable {
  enum Alignment { case left, right }

  struct Column {
    let heading: String
    let alignment: Alignment

    init(_ heading: String, _ alignment: Alignment = .left) {
      self.heading = heading
      self.alignment = alignment
    }
  }

  struct Cell {
    let text: String
    let paint: Style.Paint?

    init(_ text: String, _ paint: Style.Paint? = nil) {
      self.text = text.printable
      self.paint = paint
    }
  }

  let columns: [Column]
  private(set) var rows: [[Cell]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with one cell for each column.
  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The minimum width of a row in terminal columns.
  var minimumWidth: Int {
    let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    return others + min(widths.last ?? 0, Self.minimumLastWidth)
  }

  /// The table as lines, each with a line break. With a limited width the last column is cut to
  /// fit.
  func render(_ style: Style) -> String {
    let widths = widths
    return ([headings] + rows).map { line($0, widths: widths, style: style) + "\n" }.joined()
  }

  private var headings: [Cell] { columns.map { Cell($0.heading, .bold) } }

  private var widths: [Int] {
    columns.indices.map { index in
      ([headings] + rows).map { $0[index].text.displayWidth }.max() ?? 0
    }
  }

  private static let gap = 2
  /// The last column is never cut below this.
  private static let minimumLastWidth = 8

  private func line(_ cells: [Cell], widths: [Int], style: Style) -> String {
    var line = ""
    var used = 0
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      var text = cell.text
      if isLast, let total = style.width {
        text = text.shortened(to: max(Self.minimumLastWidth, total - used))
      }
      let blanks = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
      let painted = style.paint(text, cell.paint)
      switch columns[index].alignment {
      case .right: line += blanks + painted
      case .left: line += isLast ? painted : painted + blanks
      }
      if !isLast { line += String(repeating: " ", count: Self.gap) }
      used += widths[index] + Self.gap
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
