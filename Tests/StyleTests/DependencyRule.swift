import Foundation

/// Who may import whom: services only what is shared, clients only messages and what carries them,
/// nothing shared knows a service, geography knows nobody.
struct DependencyRule {
  /// Modules that come with Swift itself.
  static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    "Synchronization",
  ]
  /// What a client may know.
  static let forClients: Set<String> = [
    "Geography", "Messages", "MessageBus", "OpeningHours", "ServiceRuntime",
  ]

  /// The folders of `Shared/`, which are its modules.
  let shared: Set<String>

  func violations(in source: SwiftSource) -> [Violation] {
    guard let allowed = allowed(in: source.folders) else { return [] }
    return Self.imports(of: source).filter { !allowed.contains($0.module) }.map { line, module in
      Violation(
        path: source.path, line: line,
        what: "\(source.folders.prefix(2).joined(separator: "/")) must not import \(module)")
    }
  }

  /// What a file in that folder may import; `nil` where the rule does not apply.
  private func allowed(in folders: [String]) -> Set<String>? {
    guard folders.count >= 2 else { return nil }
    let own: Set<String> = [folders[1]]
    switch (folders[0], folders[1]) {
    case ("Shared", "Geography"): return ["Glibc", "Foundation", "FoundationEssentials"]
    case ("Shared", "Messages"): return Self.toolchain.union(["Geography"])
    case ("Shared", _): return Self.toolchain.union(shared)
    case ("Services", _): return Self.toolchain.union(shared).union(own)
    case ("Clients", _): return Self.toolchain.union(Self.forClients).union(own)
    default: return nil
    }
  }

  /// The modules a file imports, with the lines where it does.
  static func imports(of source: SwiftSource) -> [(line: Int, module: String)] {
    let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return source.code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"),
        words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) }),
        let target = words[(place + 1)...].first(where: { !keywords.contains($0) })
      else { return nil }
      return (index + 1, String(target.prefix { $0 != "." }))
    }
  }

  private static let accessLevels: Set<Substring> = [
    "private", "fileprivate", "internal", "package", "public",
  ]
}
