import Testing

/// Checks the style rules on every file of the repository.
@Suite struct HouseTests {
  @Test func everyFolderIsFound() {
    #expect(Repository.sources.count > 30)
    #expect(Repository.subfolders(of: "Services").contains("Router"))
  }

  @Test(
    arguments: [
      ("files are short", ShapeRules.fileLength),
      ("functions are short", ShapeRules.functionLength),
      ("lines are short", ShapeRules.lineLength),
      ("files end with a line", ShapeRules.finalNewline),
      ("nothing is public", WordRules.publicAccess), ("only clients print", WordRules.printing),
      ("unsafe words have a reason", WordRules.unexplained),
      ("nothing is left unfinished", WordRules.unfinished),
    ] as [(String, Rule)])
  func ruleHolds(_ name: String, _ rule: Rule) {
    let violations = Repository.sources.flatMap(rule)
    #expect(
      violations.isEmpty, "\(name):\n\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func dependenciesPointOneWay() {
    let violations = Repository.sources.flatMap(DependencyRule().violations)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("every module of Shared has its row, below all that it uses")
  func layers() {
    #expect(DependencyRule.layers.map(\.module).sorted() == Repository.subfolders(of: "Shared"))
    #expect(DependencyRule.misplacedLayers.isEmpty)
  }

  @Test(arguments: ["Services", "Shared"])
  func everyFolderSaysWhatItIsFor(_ folder: String) {
    let silent = Repository.subfolders(of: folder).filter {
      !hasContent(Repository.text(of: "\(folder)/\($0)/README.md") ?? "")
    }
    #expect(silent.isEmpty, "README.md is missing or empty in \(folder)/: \(silent)")
  }
}
