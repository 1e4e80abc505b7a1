import Messages

/// The geocoder's replies as a person reads them.
enum PlaceRendering {
  static func render(_ reply: GeocodeReply, style: Style) -> String {
    let hasDistance = reply.hits.contains { $0.distanceMeters != nil }
    var columns: [TextTable.Column] = [
      .init("Place"), .init("Coordinate"), .init("What"), .init("Sure", .right),
    ]
    if hasDistance { columns.append(.init("Distance", .right)) }
    var table = TextTable(columns + [.init("Understood as")])
    for hit in reply.hits {
      var cells: [TextTable.Cell] = [
        .init(hit.label), .init(Formats.coordinate(hit.coordinate)),
        .init(hit.accuracy.rawValue),
        .init(Formats.decimal(hit.confidence * 100, places: 0) + " %"),
      ]
      if hasDistance { cells.append(.init(hit.distanceMeters.map(Formats.distance) ?? "")) }
      table.add(cells + [.init(hit.matched, .faint)])
    }
    return table.render(style)
  }
}
