/// A name means one type: no two top-level types of the product share theirs, and a file is called
/// after one that it declares.
enum TypeNameRule {
  private static let keywords: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "macro",
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

  /// A file is called after a type that it declares, or `Type+Topic` after one that it extends; a
  /// file without types after a function.
  static func misnamedFile(_ source: SwiftSource) -> [Violation] {
    let file = source.name.replacing(".swift", with: "").split(separator: "+")
    let types = names(in: source).map(\.name)
    let extended = names(in: source, declaredBy: ["extension"]).map(\.name)
    let functions = names(in: source, declaredBy: ["func"]).map { $0.name.lowercased() }
    let isNamed =
      file.count > 1
      ? (types + extended).contains(String(file[0]))
      : types.contains(String(file[0]))
        || types.isEmpty && functions.contains(file[0].lowercased())
    return isNamed || source.path == "Package.swift"
      ? [] : [Violation(path: source.path, line: 0, what: "it declares no type of its name")]
  }

  /// The types that a file declares at its top level, or what else a keyword introduces there.
  static func names(
    in source: SwiftSource, declaredBy keywords: Set<Substring> = keywords
  ) -> [(name: String, line: Int)] {
    source.code.enumerated().compactMap { index, line in
      guard let first = line.first, first != " ", first != "}" else { return nil }
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(where: keywords.contains),
        let name = words.dropFirst(keyword + 1).first,
        words[..<keyword].allSatisfy({
          keywords.contains($0) || !["extension", "import", "func"].contains($0)
        })
      else { return nil }
      return (String(name.prefix { $0.isLetter || $0.isNumber }), index + 1)
    }
  }
}
