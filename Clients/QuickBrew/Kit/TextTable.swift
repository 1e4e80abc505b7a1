/// A text table whose columns are as wide as their widest cell. Columns without any text are
/// dropped.
///
/// In a terminal that is too narrow the columns of details are left out; then the widest column of
/// texts is wrapped, and where little is left for it, each row is folded into several lines. No
/// word, such as an ID, is ever cut.
struct TextTable {
  enum Alignment { case left, right }

  /// A column of a table whose rows show values of one type.
  struct Column<Row> {
    let heading: String
    let alignment: Alignment
    /// Whether it is there without any text, too.
    let isKept: Bool
    /// Whether it is left out where the table is wider than the terminal.
    let isDetail: Bool
    fileprivate let cell: (Row) -> Cell

    /// - Parameter text: `nil` for an empty cell.
    init(
      _ heading: String, _ alignment: Alignment = .left, _ paint: Style.Paint? = nil,
      isKept: Bool = false, isDetail: Bool = false, _ text: @escaping (Row) -> String?
    ) {
      self.init(heading, alignment, isKept: isKept, isDetail: isDetail) { (text($0) ?? "", paint) }
    }

    /// The same with a heading of the phrases, `table.KEY`.
    init(
      titled key: String, _ alignment: Alignment = .left, _ paint: Style.Paint? = nil,
      isKept: Bool = false, isDetail: Bool = false, _ text: @escaping (Row) -> String?
    ) {
      self.init(
        Formats.phrase("table.\(key)"), alignment, paint, isKept: isKept, isDetail: isDetail, text)
    }

    /// A column whose cells have a color by their row.
    init(
      _ heading: String, _ alignment: Alignment = .left, isKept: Bool = false,
      isDetail: Bool = false, painted text: @escaping (Row) -> (String, Style.Paint?)
    ) {
      self.heading = heading
      self.alignment = alignment
      self.isKept = isKept
      self.isDetail = isDetail
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

  /// The cell that says whether something is on time.
  static func onTime(_ isOnTime: Bool) -> (String, Style.Paint?) {
    (Formats.phrase(isOnTime ? "onTime" : "isLate"), isOnTime ? .green : .red)
  }

  private var headings: [Cell]
  private var alignments: [Alignment]
  private var rows: [[Cell]]
  private var isDetail: [Bool]

  init<Row>(_ rows: [Row], _ columns: [Column<Row>]) {
    let cells = columns.map { column in rows.map(column.cell) }
    let shown = columns.indices.filter { index in
      rows.isEmpty || columns[index].isKept || cells[index].contains { !$0.text.isEmpty }
    }
    headings = shown.map { Cell(text: columns[$0].heading, paint: .bold) }
    alignments = shown.map { columns[$0].alignment }
    isDetail = shown.map { columns[$0].isDetail }
    self.rows = rows.indices.map { row in shown.map { cells[$0][row] } }
  }

  /// The table as lines, each with a line break; the headings only where there are any.
  func render(_ style: Style) -> String {
    var widths = widths
    let excess = widths.reduce(-Self.gap) { $0 + $1 + Self.gap } - (style.width ?? .max)
    guard let total = style.width, excess > 0 else { return lines(widths, style) }
    if isDetail.contains(true) { return withoutDetails.render(style) }
    let room = widths.indices.map { alignments[$0] == .left ? widths[$0] - leastWidth(of: $0) : 0 }
    guard let widest = room.indices.max(by: { room[$0] < room[$1] }), room[widest] >= excess else {
      return rows.map { folded($0, width: total, style: style) }.joined()
    }
    widths[widest] -= excess
    return lines(widths, style)
  }

  private var withoutDetails: TextTable {
    let kept = isDetail.indices.filter { !isDetail[$0] }
    var table = self
    table.headings = kept.map { headings[$0] }
    table.alignments = kept.map { alignments[$0] }
    table.isDetail = kept.map { isDetail[$0] }
    table.rows = rows.map { row in kept.map { row[$0] } }
    return table
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
    headings.indices.map { index in texts(of: index).map(\.displayWidth).max() ?? 0 }
  }

  private func texts(of column: Int) -> [String] { ([headings] + rows).map { $0[column].text } }

  /// How far a column can be narrowed without cutting a word.
  private func leastWidth(of column: Int) -> Int {
    let words = texts(of: column).flatMap { $0.split(separator: " ") }.flatMap(\.lineParts)
    return words.map(\.displayWidth).reduce(Self.leastWrappedWidth, max)
  }

  private static let gap = 2
  /// A column is not wrapped to less; the rows are folded then.
  private static let leastWrappedWidth = 16

  private func lines(_ widths: [Int], _ style: Style) -> String {
    let all = headings.allSatisfy(\.text.isEmpty) ? rows : [headings] + rows
    return all.map { line($0, widths: widths, style: style) }.joined()
  }

  private func line(_ cells: [Cell], widths: [Int], style: Style) -> String {
    let parts = zip(cells, widths).map { cell, width in
      cell.text.displayWidth > width ? cell.text.wrapped(to: width) : [cell.text]
    }
    return (0..<(parts.map(\.count).max() ?? 0)).map { row in
      var line = ""
      for (index, part) in parts.enumerated() {
        let text = row < part.count ? part[row] : ""
        let blanks = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
        let painted = style.paint(text, cells[index].paint)
        line += alignments[index] == .right ? blanks + painted : painted + blanks
        line += String(repeating: " ", count: Self.gap)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
