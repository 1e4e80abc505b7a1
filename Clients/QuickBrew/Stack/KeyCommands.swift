import CommandLineKit
import MessageBus
import Messages

/// The commands `quickbrew keys …`.
enum KeyCommands {
  static let group = CommandGroup(
    "keys", "Manage who may call the web gateway, and for whom.", [add, list, revoke])

  private static let add = Command(
    "keys add", "Make a key with which a person or program may call the stack.",
    examples: [
      "keys add ann --scope write --user ann", "keys add dashboard",
      "keys add laptop --bus --scope write > client.key",
    ],
    arguments: ["NAME"],
    flags: [
      Flag("scope", "SCOPE", "read, write, or admin for what concerns everybody (read)"),
      Flag("user", "USER", "the only user whose data it may read and change"),
      Flag("bus", "for the bus over TCP, and not for the web gateway"),
    ],
    notes: """
      The token is printed once and stored nowhere: the home has its digest only. It works at once.
      With --bus the three lines of a file client.key are printed instead, which belong into the
      folder keys of the caller's home.
      Exit status: 0 made, 1 there is a key of that name.
      """,
    .run { context in
      let name = try word(context.words[0], "NAME")
      let scope: AccessScope? = try context.arguments.choice("scope")
      let user = try context.arguments["user"].map { try word($0, "--user") }
      let caller = Caller(name: name, scope: scope ?? .read, user: user)
      if context.arguments.has("bus") { return try addToBus(caller, context) }
      struct CreatedToken: Encodable {
        let token: String
        let caller: Caller
      }
      let token = try KeyFile.add(caller, to: keyFile(context))
      try context.show(CreatedToken(token: token, caller: caller)) { created, _ in
        created.token + "\n"
      }
      return .success
    })

  /// Makes the server's key too, if missing.
  private static func addToBus(
    _ caller: Caller, _ context: CommandContext
  ) throws -> CommandStatus {
    struct CreatedKey: Encodable {
      let publicKey: String
      let secretKey: String
      let serverPublicKey: String
      let caller: Caller
    }
    let home = try Home(directory: context.paths().home)
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

  private static let list = Command(
    "keys list", "List the keys: their names, scopes and users.", examples: ["keys list"],
    .run { context in
      let keys = try KeyFile(path: keyFile(context))
      let hint = "No keys yet: quickbrew keys add NAME makes one."
      try context.show(keys.callers, isEmpty: keys.callers.isEmpty, hint: hint) { callers, style in
        TextTable(
          callers,
          [
            .init("Name") { $0.name }, .init("Scope") { $0.scope.rawValue },
            .init("User") { $0.user ?? "all" },
            .init("For") { keys.busNames.contains($0.name) ? "bus" : "web" },
          ]
        ).render(style)
      }
      return .success
    })

  private static let revoke = Command(
    "keys revoke", "Revoke a key, from the next request on.",
    examples: ["keys revoke ann --yes"], arguments: ["NAME"],
    notes: "Exit status: 0 revoked, 3 there is no key of that name.",
    confirming: { "Revoke the key \($0.words[0])?" },
    .run { context in
      let name = context.words[0]
      guard try KeyFile.revoke(name, in: keyFile(context)) > 0 else {
        throw ServiceError(.notFound, "There is no key named “\(name)”.")
      }
      try context.show(["revoked": name]) { _, _ in "Revoked \(name).\n" }
      return .success
    })

  private static func keyFile(_ context: CommandContext) throws -> String {
    Home(directory: try context.paths().home).keyFile
  }
}
