import Geography
import Messages

/// Formats the maps of a stack as text.
enum InfoRendering {
  static func render(_ info: StackInfo, style: Style) -> String {
    var table = TextTable([
      .init("Region"), .init("Map"), .init("Version"), .init("Data of"), .init("Time zone"),
      .init("Country"), .init("From"), .init("To"),
    ])
    for entry in info.maps {
      let name = TextTable.Cell(entry.region?.rawValue ?? "–")
      guard let map = entry.map else {
        let blanks = Array(repeating: TextTable.Cell(""), count: 6)
        table.add([name, .init("does not answer", .red)] + blanks)
        continue
      }
      let box = map.box
      let country = [map.country, map.state].compactMap { $0 }.joined(separator: "-")
      table.add(
        [name]
          + [
            map.name, map.version ?? "unknown", map.date.map { "\($0.time)" } ?? "unknown",
            map.timeZone, country.isEmpty ? "–" : country,
            Formats.coordinate(.init(latitude: box.south, longitude: box.west)),
            Formats.coordinate(.init(latitude: box.north, longitude: box.east)),
          ].map { TextTable.Cell($0) })
    }
    return "QuickBrew \(info.software)\n" + table.render(style)
  }
}
