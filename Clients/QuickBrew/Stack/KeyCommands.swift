import CommandLineKit
import MessageBus
import Messages

/// `quickbrew keys add`.
enum KeyAddCommand: Subcommand {
  static let name = "keys add"
  static let summary = "Make a key with which a person or program may call the stack."
  static let help = CommandHelp(
    examples: [
      "keys add ann --scope write --user ann", "keys add dashboard",
      "keys add laptop --bus --scope write > client.key",
    ],
    usage: "NAME [flags]",
    flags: [
      Flag("scope", "SCOPE", "read, write, or admin for what concerns everybody (read)"),
      Flag("user", "USER", "the only user whose data it may read and change"),
      Flag("bus", "for the bus over TCP, and not for the web gateway"),
    ],
    notes: """
      The token is printed once and kept nowhere: the home has its digest only. It counts at once.
      With --bus the three lines of a file client.key are printed instead, which belong into the
      folder keys of the caller's home.
      Exit status: 0 made, 1 there is a key of that name.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let name = try word(context.arguments.positionals(["NAME"])[0], "NAME")
    let scope = context.arguments["scope"] ?? AccessScope.read.rawValue
    guard let allowed = AccessScope(rawValue: scope) else {
      throw UsageError("--scope is read, write or admin, not “\(scope)”.")
    }
    let user = try context.arguments["user"].map { try word($0, "--user") }
    let caller = Caller(name: name, scope: allowed, user: user)
    if context.arguments.has("bus") { return try addToBus(caller, context) }
    struct CreatedToken: Encodable {
      let token: String
      let caller: Caller
    }
    let token = try KeyFile.add(caller, to: try home(context).keyFile)
    try context.show(CreatedToken(token: token, caller: caller)) { created, _ in
      created.token + "\n"
    }
    return .success
  }

  /// Makes the server's key as well, where there is none.
  private static func addToBus(
    _ caller: Caller, _ context: CommandContext
  ) throws -> CommandStatus {
    struct CreatedKey: Encodable {
      let publicKey: String
      let secretKey: String
      let serverPublicKey: String
      let caller: Caller
    }
    let home = try home(context)
    _ = try home.privateDirectory(BusKeyFile.folder)
    let server = try BusKeyFile.makeServer(at: home.busKeyPath(BusKeyFile.server))
    let keys = ClientKeys(own: .random(), serverPublicKey: server.publicKey)
    try KeyFile.add(caller, publicKey: keys.own.publicKey, to: home.keyFile)
    let created = CreatedKey(
      publicKey: keys.own.publicKey, secretKey: keys.own.secretKey,
      serverPublicKey: keys.serverPublicKey, caller: caller)
    try context.show(created) { _, _ in BusKeyFile.text(of: keys) }
    return .success
  }

  /// Names stand between spaces in the file.
  private static func word(_ text: String, _ what: String) throws(UsageError) -> String {
    guard (1...60).contains(text.count), !text.hasPrefix("#"),
      text.allSatisfy({ $0.isLetter || $0.isNumber || "._-@".contains($0) })
    else { throw UsageError("\(what) is made of letters, digits and ._-@, not “\(text)”.") }
    return text
  }
}

/// `quickbrew keys list`.
enum KeyListCommand: Subcommand {
  static let name = "keys list"
  static let summary = "List the keys: their names, scopes and users."
  static let help = CommandHelp(examples: ["keys list"], usage: "[flags]")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let keys = try KeyFile(path: try home(context).keyFile)
    let callers = keys.callers
    if callers.isEmpty, !context.wantsJSON {
      context.output.message("No keys yet: quickbrew keys add NAME makes one.")
      return .success
    }
    try context.show(callers) { callers, style in
      var table = TextTable([.init("Name"), .init("Scope"), .init("User"), .init("For")])
      for caller in callers {
        table.add([
          .init(caller.name), .init(caller.scope.rawValue), .init(caller.user ?? "all"),
          .init(keys.busNames.contains(caller.name) ? "bus" : "web"),
        ])
      }
      return table.render(style)
    }
    return .success
  }
}

/// `quickbrew keys revoke`.
enum KeyRevokeCommand: Subcommand {
  static let name = "keys revoke"
  static let summary = "Take a key away; it counts no longer from the next request on."
  static let help = CommandHelp(
    examples: ["keys revoke ann --yes"], usage: "NAME [flags]", flags: [Confirmation.flag],
    notes: "Exit status: 0 revoked, 3 there is none of that name.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let name = try context.arguments.positionals(["NAME"])[0]
    guard context.confirms("Revoke the key \(name)?") else { return .failure }
    guard try KeyFile.revoke(name, in: try home(context).keyFile) > 0 else {
      throw ServiceError(.notFound, "There is no key named “\(name)”.")
    }
    try context.show(["revoked": name]) { _, _ in "Revoked \(name).\n" }
    return .success
  }
}

private func home(_ context: CommandContext) throws -> Home {
  Home(directory: try context.environment.paths(context.arguments["home"]).home)
}
