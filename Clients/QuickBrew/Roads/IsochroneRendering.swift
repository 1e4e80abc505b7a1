import Messages

/// Formats isochrones as text.
enum IsochroneRendering {
  static func render(_ reply: IsochroneReply, style: Style) -> String {
    var text = "Around \(RouterRendering.description(reply.center))\n"
    var table = TextTable([
      .init("Within", .right), .init("Area", .right), .init("Parts", .right),
    ])
    for contour in reply.contours {
      // A line that cannot be decoded has no area.
      let area = (try? contour.squareMeters()).map { Formats.decimal($0 / 1e6, places: 2) + " km²" }
      table.add([
        .init(Formats.duration(contour.durationSeconds)), .init(area ?? "–"),
        .init("\(contour.areas.count)"),
      ])
    }
    text += table.render(style)
    return text
  }
}
