import CTables
package import Geography

/// The time zones of the world on a grid, so fine that a city is in a few cells.
///
/// `Shared/CTables` describes the file and says where its borders are from.
package struct ZoneGrid: Sendable {
  /// The grid that is part of the executable. Read in about 10 ms when it is first used.
  package static let world = ZoneGrid(String(cString: table_of_zones()))

  /// The different lists of zones that a cell may have.
  private let lists: [[String]]
  /// From north to south: the runs of a row, from west to east.
  private let rows: [Substring]

  /// - Parameter text: lists of zones, an empty line, and rows of runs; see `Shared/CTables`. The
  ///   height of a cell in degrees follows from the number of rows; cells are square.
  package init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let header = lines.prefix { !$0.isEmpty }
    lists = header.map { $0 == "-" ? [] : $0.split(separator: "|").map(String.init) }
    rows = lines.dropFirst(header.count + 1).filter { !$0.isEmpty }
  }

  /// The zones of a box, each with its share of the cells on land that the box touches: above 0,
  /// up to 1, the largest first. A cell with several zones counts for each of them alike. Empty at
  /// sea.
  package func shares(of box: BoundingBox) -> [(zone: String, share: Double)] {
    var cells: [String: Double] = [:]
    var order: [String] = []
    let columns = column(box.west)...column(box.east)
    for row in rows[row(box.north)...row(box.south)] {
      for (zones, run) in runs(of: row) {
        let count = run.clamped(to: columns.lowerBound..<columns.upperBound + 1).count
        for zone in zones where count > 0 {
          if cells[zone] == nil { order.append(zone) }
          cells[zone, default: 0] += Double(count) / Double(zones.count)
        }
      }
    }
    let all = cells.values.reduce(0, +)
    // Of equal shares the one that a cell lists first.
    return order.enumerated().map { ($0.offset, $0.element, cells[$0.element, default: 0] / all) }
      .sorted { ($1.2, $0.0) < ($0.2, $1.0) }
      .map { ($0.1, $0.2) }
  }

  /// A cell of the grid.
  package struct Cell: Sendable, Hashable {
    let row: Int
    let column: Int
  }

  /// The cell that contains the point.
  package func cell(at point: Coordinate) -> Cell {
    Cell(row: row(point.latitude), column: column(point.longitude))
  }

  /// The zones of a cell; empty at sea.
  package func zones(in cell: Cell) -> [String] {
    runs(of: rows[cell.row]).first { $0.columns.contains(cell.column) }?.zones ?? []
  }

  private func runs(of row: Substring) -> [(zones: [String], columns: Range<Int>)] {
    var west = 0
    return row.split(separator: " ").compactMap { run in
      let parts = run.split(separator: ":")
      guard let number = Int(parts[0], radix: 36), lists.indices.contains(number) else {
        return nil
      }
      let length = parts.count > 1 ? Int(parts[1], radix: 36) ?? 1 : 1
      defer { west += length }
      return (lists[number], west..<west + length)
    }
  }

  private func row(_ latitude: Double) -> Int {
    min(max(Int((90 - latitude) * cellsOfDegree), 0), rows.count - 1)
  }

  private func column(_ longitude: Double) -> Int {
    min(max(Int((longitude + 180) * cellsOfDegree), 0), 2 * rows.count - 1)
  }

  private var cellsOfDegree: Double { Double(rows.count) / 180 }
}
