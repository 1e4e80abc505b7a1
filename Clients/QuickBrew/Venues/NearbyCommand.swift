import Messages

/// `quickbrew nearby`: venues around a point, or around a device as it moves.
enum NearbyCommand {
  static let command = Command(
    "nearby", "List the venues nearest to a place, as the crow flies.",
    examples: [
      "nearby --at 37.785834,-122.406417 --category coffee --limit 5",
      "nearby --at @phone --open --open-for 30m --sort rating",
      "nearby --along ride.gpx --buffer 300 --category bakery --open 08:15",
      "nearby --device phone --watch --category coffee",
    ],
    arguments: ["PLACE"], optional: 1,
    flags: [
      Flag(
        "at", "PLACE", excludes: ["PLACE"],
        "the same as PLACE: LAT,LON, a text, or @DEVICE (in the middle of the area)"),
      Flag(
        "device", "NAME", excludes: ["PLACE", "at"], "around a device: the same as --at @NAME"),
      Flag("watch", "update the list as the device moves, and venues open and close"),
      Flag("radius", "METERS", "how far to look, 1 to 100000 (no limit)"),
      Flag(
        "box", "EDGES", excludes: ["watch"], "only between SOUTH,WEST,NORTH,EAST, in degrees"),
      Flag(
        "area", "FILE", excludes: ["watch"],
        "only in the polygon of a GeoJSON file; - is standard input"),
      Flag(
        "along", "FILE", excludes: ["area", "watch"],
        "only along the line of a GPX or GeoJSON file"),
      Flag(
        "buffer", "METERS", requires: ["along"], "how far from that line, 1 to 100000 (250)"),
      Flag(
        "category", "WORD", "only coffee, brewery, bar … and what is below, in any language"),
      Flag("name", "TEXT", "only where the name has these words, however spelt"),
      Flag("favourites", "only your favourites"), UserFlag.ofFavourites,
      Flag("open", "TIME", implied: "now", "only what is open then: HH:MM, ISO 8601, or now (now)"),
      Flag("open-for", "TIME", "and stays open this long from then: 30m, 1h"),
    ] + VenueFlags.all + [
      Flag(
        "sort", "ORDER", of: NearbyOrder.self, excludes: ["watch"],
        "distance, rating or name (distance)"),
      Flag("limit", "N", "how many at most, 1 to 500 (20); 1 to 50 with --watch (10)"),
      Flag("after", "TOKEN", excludes: ["watch"], "the next page, with all other flags unchanged"),
    ],
    notes: """
      Only venues known to satisfy every flag are listed. With --open, venues whose hours nobody
      knows are listed apart, below those that are open. HH:MM is in the map's time zone.
      Without PLACE, distances are from a line's first point, or from the middle of an area or box.
      --watch redraws the list on a terminal, + for what came, - for what went; elsewhere, and
      with --json, each list is a line of JSON. It accepts no area, order or page. Ctrl-C ends it.
      Exit status: 0 found, 3 nothing found, or no favourites kept.
      """,
    .run { context in
      let options = try NearbyOptions(context)
      if options.watches { return try await NearbyWatchMode.run(options, context) }
      let search = try await NearbySearch(options, context)
      let lists = try await search.lists()
      try show(lists, options, context)
      if lists.isEmpty || lists.known?.venues.isEmpty == true {
        context.report(search.nothingFound)
      }
      return lists.isEmpty ? .nothingFound : .success
    })

  private static func show(
    _ lists: NearbyLists, _ options: NearbyOptions, _ context: CommandContext
  ) throws {
    if context.wantsJSON {
      guard options.opening == nil, let reply = lists.known else {
        return try context.output.json(lists)
      }
      return try context.output.json(reply)
    }
    if !lists.isEmpty {
      try context.show(NearbyRendering.render(lists, style: context.style))
    }
    guard lists.known?.next != nil || lists.unknown?.next != nil else { return }
    context.report(
      Formats.phrase("nearby.more", ["most": "\(ShopSearchLimits.maximumNearby)"]))
  }
}
