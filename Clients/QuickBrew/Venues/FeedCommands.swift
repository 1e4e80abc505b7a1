import CommandLineKit
import FoundationEssentials
import Messages

/// The commands `quickbrew feed …`.
enum FeedCommands {
  static let group = CommandGroup(
    "feed", "Choose where venues come from, besides the map.", [add, list, sync, remove])

  private static let formats = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")

  private static let add = Command(
    "feed add", "Read venues from a source, now and regularly.",
    examples: [
      "feed add breweries --format openbrewerydb https://api.openbrewerydb.org/v1/breweries",
      "feed add campus --format geojson cafes.geojson --every 6h",
      "feed add cafes --format foursquare --header-file KEYFILE --every never https://…",
    ],
    arguments: nil, usage: "NAME --format FORMAT URL|FILE [flags]",
    flags: [
      Flag("format", "FORMAT", of: FeedFormat.self, formats),
      Flag("mapping", "FILE", "JSON that maps the fields of a campus or csv feed"),
      Flag("every", "TIME", "how often to sync, a tenth more or less (1d), or never"),
      Flag(
        "header-file", "FILE",
        "headers to send to the server of URL, and to no other; - for standard input"),
      Flag("header", "'NAME: VALUE'", repeatable: true, "refused: --header-file keeps it a secret"),
    ],
    notes: """
      A mapping: {"rows": "data.places", "fields": {"name": "title", "latitude": "geo.lat"},
      "categories": {"Espresso bar": "coffee"}, "category": "coffee"}; each part may be left out.
      FILE is read by the store at each sync. Adding the same feed twice is fine.
      A header file has “NAME: VALUE” on each line and must be closed to other users (chmod 600):
      a command line is seen by all of them. The store shows nobody the value of a header.
      Never: only feed sync reads the feed.
      """,
    .ask { context in
      try refuseSecrets(context.arguments)
      let feed = try await feed(context)
      if feed.location.hasPrefix("/"), !FileManager.default.fileExists(atPath: feed.location) {
        context.report(Formats.phrase("feed.noFile", ["path": feed.location]))
      }
      return FeedAddRequest(feed: feed)
    } text: { status, _ in
      phrase("added", status.feed.name)
    })

  private static func feed(_ context: CommandContext) async throws -> Feed {
    let arguments = context.arguments
    let words = try arguments.positionals(["NAME", "URL|FILE"])
    let name = try FeedName(argument: words[0])
    let format = try format(arguments)
    let interval = try interval(arguments)
    let paths = (headers: arguments["header-file"], mapping: arguments["mapping"])
    guard paths.headers != "-" || paths.mapping != "-" else {
      throw UsageError("Only one of --header-file and --mapping can be standard input.")
    }
    var headers: [String: String]?
    if let path = paths.headers { headers = try await HeaderFile.read(path, context.environment) }
    var mapping: FeedMapping?
    if let path = paths.mapping { mapping = try await Self.mapping(path, context) }
    return Feed(
      name: name, format: format, location: location(words[1]), mapping: mapping,
      everySeconds: interval, headers: headers)
  }

  private static func format(_ arguments: Arguments) throws(UsageError) -> FeedFormat {
    try Arguments.choice(
      FeedFormat.self, try arguments.required("format").lowercased(), "--format")
  }

  /// In seconds; 0 for never, as in `Feed`.
  private static func interval(_ arguments: Arguments) throws(UsageError) -> Int? {
    if arguments["every"] == "never" { return 0 }
    return try arguments.seconds("every", in: VenueLimits.feedIntervalSeconds)
  }

  /// Checked before all other arguments, whose error messages might repeat the secret.
  private static func refuseSecrets(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.has("header") else {
      throw UsageError(
        """
        --header would show its value to everybody who lists processes, and leave it in the \
        shell's history. Write the line “NAME: VALUE” into a file that only you may read, for \
        --header-file FILE, or hand it over on standard input: --header-file -.
        """)
    }
    // Lists show the URL, including a password in it. Source: RFC 3986, section 3.2.1.
    let hasPassword = arguments.positional.contains { word in
      guard let start = word.firstRange(of: "://")?.upperBound else { return false }
      let authority = word[start...].prefix { !"/?#".contains($0) }
      return authority.prefix { $0 != "@" }.contains(":") && authority.contains("@")
    }
    guard !hasPassword else {
      throw UsageError(
        """
        The address of a feed is shown in lists and holds no password. Write the line \
        “Authorization: …” into a file that only you may read, for --header-file FILE.
        """)
    }
  }

  /// The store runs in another directory, so a relative path is made absolute here.
  private static func location(_ text: String) -> String {
    if text.hasPrefix("/") || text.contains("://") { return text }
    return FileManager.default.currentDirectoryPath + "/" + text
  }

  private static func mapping(_ path: String, _ context: CommandContext) async throws -> FeedMapping
  {
    let source = try context.environment.openLines(path)
    var text = ""
    while let line = await source.next() {
      guard case .text(let line) = line, text.utf8.count < InputLimits.maximumLineBytes else {
        throw UsageError("--mapping \(path) is too long.")
      }
      text += line + "\n"
    }
    do {
      return try MessageCoder.decode(FeedMapping.self, from: Data(text.utf8))
    } catch {
      throw UsageError("--mapping \(path): \(error.message)")
    }
  }

  private static let list = Command(
    "feed list", "List the feeds and their state.", examples: ["feed list"],
    .list(\FeedListReply.feeds, hint: Formats.phrase("hint.feeds")) {
      try await $0.send(FeedListRequest())
    } text: {
      FeedRendering.render($0, style: $1)
    })

  private static let sync = Command(
    "feed sync", "Bring a feed up to date now, or all of them.",
    examples: ["feed sync campus", "feed sync"], arguments: ["NAME"], optional: 1,
    flags: [
      Flag("accept-fewer", "accept a feed that has lost more than half of its rows")
    ],
    notes: """
      Venues without a coordinate are placed by the geocoder afterwards; feed list shows the
      progress. A feed that fails keeps its earlier rows. Waits up to 15 minutes.
      Exit status: 0 up to date, 1 a feed failed, 3 no such feed.
      """,
    .run { context in
      var name: FeedName?
      if let word = context.words.first { name = try FeedName(argument: word) }
      let reply = try await context.connect().send(
        FeedSyncRequest(name: name, acceptsFewer: context.arguments.ifGiven("accept-fewer")),
        timeout: context.arguments.has("timeout") ? context.timeout : patience)
      try context.show(reply, isEmpty: reply.reports.isEmpty, hint: Formats.phrase("hint.feeds")) {
        FeedRendering.render($0, style: $1)
      }
      return reply.reports.contains { $0.outcome == .failed } ? .failure : .success
    })

  private static let patience = Duration.seconds(900)

  private static let remove = Command(
    "feed remove", "Remove a feed with all its rows.",
    examples: ["feed remove campus"], arguments: ["NAME"],
    notes: """
      Venues that no other source lists can no longer be stopped at; favourites still show them.
      Exit status: 0 removed, 3 no such feed.
      """,
    confirming: {
      Formats.phrase("confirm.feed", ["feed": try FeedName(argument: $0.words[0]).rawValue])
    },
    .ask {
      FeedRemoveRequest(name: try FeedName(argument: $0.words[0]))
    } text: { feed, _ in
      phrase("removed", feed.name)
    })

  /// What became of a feed, with a line break.
  private static func phrase(_ key: String, _ feed: FeedName) -> String {
    Formats.phrase("feed.\(key)", ["feed": feed.rawValue]) + "\n"
  }
}
