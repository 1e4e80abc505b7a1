import Foundation

/// Who may import whom: in `Shared` each module what its row of the table says, a service what is
/// shared, a client messages and what carries them; nobody imports a service but its own doorstep.
struct DependencyRule {
  /// Modules that come with Swift itself.
  static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
  ]
  /// What each module of `Shared` may import, in layers: every module uses only rows above its own.
  static let layers: [(module: String, imports: Set<String>)] = [
    ("CCrypto", []), ("CCurl", []), ("CExpat", []), ("CFreeType", []), ("CMetis", []),
    ("CMicroHTTPD", []),
    ("COsmium", []), ("CPostgreSQL", []), ("CQREncode", []), ("CSQLite", []), ("CZeroMQ", []),
    ("CAccept", []), ("CTables", []), ("CZlib", []), ("CResolver", []),
    // The ground.
    ("StructSource", []), ("MemberwiseMacro", ["StructSource"]),
    ("Memberwise", ["MemberwiseMacro"]), ("Algorithms", []),
    ("Geography", ["Algorithms", "Memberwise"]), ("Time", ["Memberwise"]), ("JSON", []),
    ("Hashing", ["CCrypto"]), ("Files", ["Memberwise"]),
    // Libraries about one subject.
    ("Areas", ["Geography", "Memberwise"]), ("FoldedText", []), ("PlaceWords", ["FoldedText"]),
    ("OpeningHours", ["CTables", "Geography", "Time"]), ("Phrases", []), ("SQL", ["Memberwise"]),
    ("SQLite", ["SQL", "CSQLite"]), ("PostgreSQL", ["SQL", "CPostgreSQL"]),
    ("Interchange", ["Geography", "Memberwise", "CExpat"]), ("QRCodes", ["CQREncode"]),
    ("OpenStreetMap", ["Geography", "Hashing", "Memberwise", "COsmium"]),
    ("Countries", ["CTables", "Geography", "OpenStreetMap"]),
    // The contract between services, and what is made of it.
    ("Messages", ["Geography", "Memberwise", "PlaceWords", "Time", "JSON"]),
    ("Idempotency", ["Hashing", "Messages", "SQL", "Time"]),
    // The bus, and what every executable stands on.
    ("MessageBus", ["Messages", "CAccept", "CResolver", "CZeroMQ"]),
    ("Regions", ["Algorithms", "Geography", "MessageBus", "Messages"]),
    ("CommandLineKit", ["Files", "Hashing", "MessageBus", "Messages", "Time"]),
    ("MapFiles", ["Files", "Geography", "Hashing", "Messages"]),
    ("ServiceRuntime", ["CCurl", "CommandLineKit", "MessageBus", "Messages", "Time"]),
    (
      "Stores",
      ["CommandLineKit", "Hashing", "MessageBus", "Messages", "PostgreSQL", "SQL", "SQLite"]
    ),
  ]
  /// What a client may know.
  static let forClients: Set<String> = [
    "Algorithms", "CommandLineKit", "Files", "FoldedText", "Geography", "Interchange", "JSON",
    "MessageBus", "Messages", "OpeningHours", "Phrases", "PlaceWords", "QRCodes", "Regions",
    "Time",
  ]

  /// Rows that use a row which is not above them.
  static var misplacedLayers: [String] {
    layers.indices.filter { index in
      !layers[index].imports.isSubset(of: layers[..<index].map(\.module))
    }.map { layers[$0].module }
  }

  func violations(in source: SwiftSource) -> [Violation] {
    guard let allowed = allowed(in: source.folders) else { return [] }
    return Self.imports(of: source).filter { !allowed.contains($0.module) }.map { line, module in
      Violation(
        path: source.path, line: line,
        what: "\(source.folders.prefix(2).joined(separator: "/")) must not import \(module)")
    }
  }

  /// The modules that a file may import; `nil` if the rule does not apply.
  private func allowed(in folders: [String]) -> Set<String>? {
    guard folders.count >= 2 else { return nil }
    let shared = Set(Self.layers.map(\.module))
    switch folders[0] {
    case "Shared" where folders.contains("EmbedPhrases"):
      // A plugin is part of the build.
      return Self.toolchain.union(["PackagePlugin"])
    case "Shared":
      let row = Self.layers.first { $0.module == folders[1] }
      return Self.toolchain.union(row?.imports ?? [])
    case "Services":
      // The plugin that bundles the page is part of the build.
      let own: Set = folders.contains("BundlePage") ? ["PackagePlugin"] : [folders[1]]
      return Self.toolchain.union(shared).union(own)
    case "Clients": return Self.toolchain.union(Self.forClients).union([folders[1]])
    default: return nil
    }
  }

  /// The modules that a file imports, by line.
  static func imports(of source: SwiftSource) -> [(line: Int, module: String)] {
    let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return source.code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"),
        words[..<keyword].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) }),
        let target = words[(keyword + 1)...].first(where: { !keywords.contains($0) })
      else { return nil }
      return (index + 1, String(target.prefix { $0 != "." }))
    }
  }

  private static let accessLevels: Set<Substring> = [
    "private", "fileprivate", "internal", "package", "public",
  ]
}
