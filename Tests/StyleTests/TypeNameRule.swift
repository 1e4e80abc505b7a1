/// A name means one type: no two top-level types of the product share theirs.
enum TypeNameRule {
  private static let keywords: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]
  /// Every executable has one.
  private static let sharedByDesign: Set<String> = ["Main"]

  /// A declaration for each name that stands more than once.
  static func violations(in sources: [SwiftSource]) -> [Violation] {
    let declarations = sources.flatMap { source in
      names(in: source).map { (name: $0.name, path: source.path, line: $0.line) }
    }
    return Dictionary(grouping: declarations, by: \.name).values
      .filter { $0.count > 1 && !sharedByDesign.contains($0[0].name) }
      .flatMap { $0 }
      .map { Violation(path: $0.path, line: $0.line, what: "another type is called \($0.name)") }
  }

  /// The types that a file declares at its top level.
  static func names(in source: SwiftSource) -> [(name: String, line: Int)] {
    source.code.enumerated().compactMap { index, line in
      guard let first = line.first, first != " ", first != "}" else { return nil }
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(where: keywords.contains),
        let name = words.dropFirst(keyword + 1).first,
        words[..<keyword].allSatisfy({ $0 != "extension" && $0 != "import" && $0 != "func" })
      else { return nil }
      return (String(name.prefix { $0.isLetter || $0.isNumber }), index + 1)
    }
  }
}
