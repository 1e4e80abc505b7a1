import CommandLineKit
import FoundationEssentials
import Messages

/// `quickbrew feed add`.
enum FeedAddCommand: Subcommand {
  static let name = "feed add"
  static let summary = "Take venues from a source, now and from then on."
  static let help = CommandHelp(
    examples: [
      "feed add breweries --format openbrewerydb https://api.openbrewerydb.org/v1/breweries",
      "feed add campus --format geojson cafes.geojson --every 6h",
      "feed add cafes --format foursquare --header-file KEYFILE --every never https://…",
    ],
    usage: "NAME --format FORMAT URL|FILE [flags]",
    flags: [
      Flag(
        "format", "FORMAT", of: FeedFormat.self,
        FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")),
      Flag("mapping", "FILE", "JSON that says where a campus feed keeps what"),
      Flag("every", "TIME", "how often to sync, a tenth more or less (1d), or never"),
      Flag(
        "header-file", "FILE",
        "what to send along to the server of URL, and to no other; - for standard input"),
      Flag("header", "'NAME: VALUE'", repeatable: true, "refused: --header-file keeps it a secret"),
    ],
    notes: """
      A mapping: {"rows": "data.places", "fields": {"name": "title", "latitude": "geo.lat"},
      "categories": {"Espresso bar": "coffee"}, "category": "coffee"}; each part may be left out.
      FILE is read by the store at each sync. Adding the same feed twice is fine.
      A header file has “NAME: VALUE” on each line and must be closed to other users (chmod 600):
      a command line is seen by all of them. The store shows nobody the value of a header.
      Never: only feed sync reads the feed.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    try refuseSecrets(context.arguments)
    let words = try context.arguments.positionals(["NAME", "URL|FILE"])
    let name = try FeedName(argument: words[0])
    let format = try format(context.arguments)
    let interval = try interval(context.arguments)
    let paths = (headers: context.arguments["header-file"], mapping: context.arguments["mapping"])
    guard paths.headers != "-" || paths.mapping != "-" else {
      throw UsageError("Only one of --header-file and --mapping can be standard input.")
    }
    var headers: [String: String]?
    if let path = paths.headers { headers = try await HeaderFile.read(path, context.environment) }
    var mapping: FeedMapping?
    if let path = paths.mapping { mapping = try await Self.mapping(path, context) }
    let feed = Feed(
      name: name, format: format, location: location(words[1]), mapping: mapping,
      everySeconds: interval, headers: headers)
    let status = try await context.send(FeedAddRequest(feed: feed))
    if feed.location.hasPrefix("/"), !FileManager.default.fileExists(atPath: feed.location) {
      context.output.message("quickbrew: There is no file \(feed.location.printable) yet.")
    }
    try context.show(status) { status, _ in
      "Added \(status.feed.name). quickbrew feed sync \(status.feed.name) brings its venues now.\n"
    }
    return .success
  }

  private static func format(_ arguments: Arguments) throws(UsageError) -> FeedFormat {
    let names = FeedFormat.allCases.map(\.rawValue)
    guard let text = arguments["format"] else { throw UsageError("--format is missing.") }
    guard let format = FeedFormat(rawValue: text.lowercased()) else {
      throw UsageError("--format is \(names.joined(separator: ", ")), not “\(text)”.")
    }
    return format
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
}

/// `quickbrew feed list`.
enum FeedListCommand: Subcommand {
  static let name = "feed list"
  static let summary = "List the feeds and how they do."
  static let help = CommandHelp(examples: ["feed list"], usage: "")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let reply = try await context.send(FeedListRequest())
    if reply.feeds.isEmpty, !context.wantsJSON {
      context.output.message("No feeds yet: quickbrew feed add NAME --format … makes one.")
    } else {
      try context.show(reply) { FeedRendering.render($0, style: $1) }
    }
    return .success
  }
}

/// `quickbrew feed sync`.
enum FeedSyncCommand: Subcommand {
  static let name = "feed sync"
  static let summary = "Bring a feed up to date now, or all of them."
  static let help = CommandHelp(
    examples: ["feed sync campus", "feed sync"], usage: "[NAME] [flags]",
    flags: [
      Flag("accept-fewer", "believe a feed that has lost more than half of its rows")
    ],
    notes: """
      Venues without a coordinate are placed by the geocoder afterwards; feed list shows how far
      that is. A feed that fails keeps its earlier rows. Waits up to 15 minutes.
      Exit status: 0 up to date, 1 a feed failed, 3 no such feed.
      """)

  private static let patience = Duration.seconds(900)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["NAME"], optional: 1)
    var name: FeedName?
    if let word = words.first { name = try FeedName(argument: word) }
    let acceptsFewer = context.arguments.has("accept-fewer") ? true : nil
    let reply = try await context.connect().send(
      FeedSyncRequest(name: name, acceptsFewer: acceptsFewer),
      timeout: context.arguments.has("timeout") ? context.timeout : patience)
    if reply.reports.isEmpty, !context.wantsJSON {
      context.output.message("No feeds yet: quickbrew feed add NAME --format … makes one.")
    } else {
      try context.show(reply) { FeedRendering.render($0, style: $1) }
    }
    return reply.reports.contains { $0.outcome == .failed } ? .failure : .success
  }
}

/// `quickbrew feed remove`.
enum FeedRemoveCommand: Subcommand {
  static let name = "feed remove"
  static let summary = "Remove a feed with all its rows."
  static let help = CommandHelp(
    examples: ["feed remove campus"], usage: "NAME [flags]", flags: [Confirmation.flag],
    notes: """
      Venues that no other source lists can no longer be stopped at; favourites still show them.
      Exit status: 0 removed, 3 no such feed.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let name = try FeedName(argument: context.arguments.positionals(["NAME"])[0])
    guard context.confirms("Remove the feed \(name) and its venues?") else { return .failure }
    let feed = try await context.send(FeedRemoveRequest(name: name))
    try context.show(feed) { feed, _ in "Removed \(feed.name).\n" }
    return .success
  }
}
