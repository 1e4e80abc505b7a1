import TestSupport
import Testing

/// Checks the style rules on every file of the repository.
@Suite(.computing) struct HouseTests {
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
      ("nobody is called under a lock", LockRule.callsUnderLock),
      ("a file is called after its type", TypeNameRule.misnamedFile),
    ] as [(String, Rule)])
  func ruleHolds(_ name: String, _ rule: Rule) {
    let violations = Repository.sources.flatMap(rule)
    #expect(
      violations.isEmpty, "\(name):\n\(violations.map(\.description).joined(separator: "\n"))")
  }

  /// The length of their functions is a rule of oxlint: `.ci/lint`.
  @Test("scripts of the page have files and lines as short as Swift's")
  func pageScripts() {
    let rules = [ShapeRules.fileLength, ShapeRules.lineLength, ShapeRules.finalNewline]
    let violations = Repository.scripts.flatMap { script in rules.flatMap { $0(script) } }
    #expect(Repository.scripts.count > 50)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("scripts, their lines and their functions are short")
  func scripts() {
    #expect(ScriptRules.scripts.count { $0.language == .shell } > 20)
    #expect(ScriptRules.scripts.count { $0.language == .python } > 20)
    let violations = ScriptRules.scripts.flatMap(ScriptRules.violations)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  /// Source: Unicode CLDR, fr: punctuation; a line must not begin with such a mark.
  @Test("French marks are kept beside their word by a space that does not break")
  func frenchSpaces() {
    let texts = Repository.phrases("fr")
    #expect(texts.count == 4)
    for (path, text) in texts {
      let broken = text.split(separator: "\n").filter {
        $0.replacing(/^("[^"]*"|[\w.]+ =|#.*)/, with: "").contains(#/[ ][:;!?»]|« /#)
      }
      #expect(broken == [], "\(path)")
    }
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

  @Test("no two top-level types of the product share a name")
  func typeNames() {
    let product = Repository.sources.filter { $0.folders.first != "Tests" }
    let violations = TypeNameRule.violations(in: product)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("the files that the walks of ARCHITECTURE.md name exist")
  func walks() throws {
    let text = try #require(Repository.text(of: "ARCHITECTURE.md"))
    let files = Set(Repository.sources.map { $0.name.replacing(".swift", with: "") })
    let named = text.matches(of: #/`(?:[A-Z]\w+/)*([A-Z][\w+]+)`/#).map { String($0.output.1) }
    let missing = named.filter { name in
      !files.contains(name) && !Repository.sources.contains { $0.folders.contains(name) }
    }
    #expect(named.count > 20)
    #expect(missing.isEmpty, "no such file or folder: \(missing)")
  }

  @Test("the tests that docs/trust.md names exist, in the suites that it names")
  func trust() throws {
    var tests: [String: Set<String>] = [:]
    for source in Repository.sources where source.folders.first == "Tests" {
      tests[source.folders[1], default: []].formUnion([])
      var suite = ""
      for line in source.text.split(separator: "\n") {
        if line.first?.isLetter == true || line.hasPrefix("@"),
          let type = line.firstMatch(of: #/\b(?:struct|class|enum|extension) (\w+)/#)
        {
          suite = String(type.1)
          tests[suite, default: []].formUnion([])
        } else if line.contains("func "), let test = line.firstMatch(of: #/\bfunc (\w+)/#) {
          tests[suite, default: []].insert(String(test.1))
        }
      }
    }
    var (named, suite) = (0, "")
    for row in try #require(Repository.text(of: "docs/trust.md")).split(separator: "\n")
    where row.hasPrefix("| ") {
      let cells = row.dropLast(2).split(separator: " | ")
      for name in cells.last?.matches(of: #/`([A-Z]\w+)?(?:\.(\w+))?`/#) ?? [] {
        if let other = name.1 { suite = String(other) }
        named += 1
        let known = tests[suite]
        #expect(known != nil, "no suite \(suite)")
        if let test = name.2 {
          #expect(known?.contains(String(test)) == true, "no test \(suite).\(test)")
        }
      }
    }
    #expect(named > 100)
  }

  /// The module of a C library says it in a comment of its module map.
  @Test(arguments: ["Services", "Shared"])
  func everyFolderSaysWhatItIsFor(_ folder: String) {
    let silent = Repository.subfolders(of: folder).filter { name in
      if let readme = Repository.text(of: "\(folder)/\(name)/README.md") {
        return !hasContent(readme)
      }
      let map = Repository.text(of: "\(folder)/\(name)/module.modulemap") ?? ""
      return !map.hasPrefix("// ")
    }
    #expect(silent.isEmpty, "it does not say what it is for in \(folder)/: \(silent)")
  }
}
