/// A text table whose columns are as wide as their widest cell. Columns without any text are
/// dropped.
///
/// In a terminal that is too narrow the last column is wrapped, and where little is left for it,
/// each row is folded into several lines. No word, such as an ID, is ever cut.
struct TextTable {
  enum Alignment { case left, right }

  /// A column of a table whose rows show values of one type.
  struct Column<Row> {
    let heading: String
    let alignment: Alignment
    /// Whether it is there without any text, too.
    let isKept: Bool
    fileprivate let cell: (Row) -> Cell

    /// - Parameter text: `nil` for an empty cell.
    init(
      _ heading: String, _ alignment: Alignment = .left, _ paint: Style.Paint? = nil,
      isKept: Bool = false, _ text: @escaping (Row) -> String?
    ) {
      self.heading = heading
      self.alignment = alignment
      self.isKept = isKept
      cell = { Cell(text: (text($0) ?? "").printable, paint: paint) }
    }

    /// A column whose cells have a color by their row.
    init(
      _ heading: String, isKept: Bool = false,
      painted text: @escaping (Row) -> (String, Style.Paint?)
    ) {
      self.heading = heading
      alignment = .left
      self.isKept = isKept
      cell = {
        let (text, paint) = text($0)
        return Cell(text: text.printable, paint: paint)
      }
    }
  }

  fileprivate struct Cell {
    let text: String
    let paint: Style.Paint?
  }

  private let headings: [Cell]
  private let alignments: [Alignment]
  private let rows: [[Cell]]

  init<Row>(_ rows: [Row], _ columns: [Column<Row>]) {
    let cells = columns.map { column in rows.map(column.cell) }
    let shown = columns.indices.filter { index in
      rows.isEmpty || columns[index].isKept || cells[index].contains { !$0.text.isEmpty }
    }
    headings = shown.map { Cell(text: columns[$0].heading, paint: .bold) }
    alignments = shown.map { columns[$0].alignment }
    self.rows = rows.indices.map { row in shown.map { cells[$0][row] } }
  }

  /// The table as lines, each with a line break; the headings only where there are any.
  func render(_ style: Style) -> String {
    let widths = widths
    let others = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    if let total = style.width, total < others + min(widths.last ?? 0, Self.minimumLastWidth) {
      return rows.map { folded($0, width: total, style: style) }.joined()
    }
    let all = headings.allSatisfy(\.text.isEmpty) ? rows : [headings] + rows
    return all.map { line($0, widths: widths, indent: others, style: style) }.joined()
  }

  /// A row as several lines: the first cell with a heading and those before it, then the other
  /// cells after their headings.
  private func folded(_ cells: [Cell], width: Int, style: Style) -> String {
    let first = headings.firstIndex { !$0.text.isEmpty } ?? 0
    let parts = zip(headings, cells).dropFirst(first + 1).filter { !$0.1.text.isEmpty }
      .map { heading, cell in heading.text.isEmpty ? cell.text : "\(heading.text) \(cell.text)" }
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

  private var widths: [Int] {
    headings.indices.map { index in
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
      switch alignments[index] {
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
