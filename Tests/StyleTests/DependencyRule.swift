import Foundation

/// Which modules may import which: services only shared ones, clients only messages and their
/// transport; shared modules import no service, and Geography nothing.
struct DependencyRule {
  /// Modules that come with Swift itself.
  static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    "Synchronization",
  ]
  /// The modules that a client may import.
  static let forClients: Set<String> = [
    "Geography", "Messages", "MessageBus", "OpeningHours", "ServiceRuntime",
  ]

  /// The folders of `Shared/`: its modules.
  let shared: Set<String>

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

  /// The modules that a file imports, by line.
  static func imports(of source: SwiftSource) -> [(line: Int, module: String)] {
    let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    return source.code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"),
        words[..<index].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) }),
        let target = words[(index + 1)...].first(where: { !keywords.contains($0) })
      else { return nil }
      return (index + 1, String(target.prefix { $0 != "." }))
    }
  }

  private static let accessLevels: Set<Substring> = [
    "private", "fileprivate", "internal", "package", "public",
  ]
}
