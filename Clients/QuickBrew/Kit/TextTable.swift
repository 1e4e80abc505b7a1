/// A text table whose columns are as wide as their widest cell.
///
/// In a terminal that is too narrow the last column is wrapped, and where little is left for it,
/// each row is folded into several lines. No word, such as an ID, is ever cut.
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

  /// The table as lines, each with a line break.
  func render(_ style: Style) -> String {
    let widths = widths
    let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    if let total = style.width, total < others + min(widths.last ?? 0, Self.minimumLastWidth) {
      return rows.map { folded($0, width: total, style: style) }.joined()
    }
    return ([headings] + rows).map { line($0, widths: widths, indent: others, style: style) }
      .joined()
  }

  /// A row as several lines: the first cell with a heading and those before it, then the other
  /// cells after their headings.
  private func folded(_ cells: [Cell], width: Int, style: Style) -> String {
    let first = columns.firstIndex { !$0.heading.isEmpty } ?? 0
    let parts = zip(columns, cells).dropFirst(first + 1).filter { !$0.1.text.isEmpty }
      .map { column, cell in column.heading.isEmpty ? cell.text : "\(column.heading) \(cell.text)" }
    let name = cells[...first].map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
    let title = name.wrapped(to: width).map { style.paint($0, .bold) + "\n" }
    var lines = [""]
    for (index, part) in parts.enumerated() {
      let text = part + (index + 1 < parts.count ? "," : "")
      let line = lines[lines.count - 1]
      if line.isEmpty || line.displayWidth + 1 + text.displayWidth + Self.gap <= width {
        lines[lines.count - 1] += line.isEmpty ? text : " " + text
      } else {
        lines.append(text)
      }
    }
    let indent = String(repeating: " ", count: Self.gap)
    let rest = lines.filter { !$0.isEmpty }.flatMap { $0.wrapped(to: width - Self.gap) }
    return title.joined() + rest.map { indent + $0 + "\n" }.joined()
  }

  private var headings: [Cell] { columns.map { Cell($0.heading, .bold) } }

  private var widths: [Int] {
    columns.indices.map { index in
      ([headings] + rows).map { $0[index].text.displayWidth }.max() ?? 0
    }
  }

  private static let gap = 2
  /// With less room for the last column the rows are folded.
  private static let minimumLastWidth = 16

  /// - Parameter indent: where the last column begins.
  private func line(_ cells: [Cell], widths: [Int], indent: Int, style: Style) -> String {
    var line = ""
    var rest: ArraySlice<String> = []
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      var text = cell.text
      if isLast, let total = style.width {
        rest = text.wrapped(to: total - indent)[...]
        text = rest.popFirst() ?? ""
      }
      let blanks = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
      let painted = style.paint(text, cell.paint)
      switch columns[index].alignment {
      case .right: line += blanks + painted
      case .left: line += isLast ? painted : painted + blanks
      }
      if !isLast { line += String(repeating: " ", count: Self.gap) }
    }
    while line.last == " " { line.removeLast() }
    let blanks = String(repeating: " ", count: indent)
    let paint = cells.last?.paint
    return ([line] + rest.map { blanks + style.paint($0, paint) }).map { $0 + "\n" }.joined()
  }
}
