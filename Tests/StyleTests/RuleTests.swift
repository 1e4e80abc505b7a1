import Testing

/// Every rule finds its violations, and ignores what only resembles one.
@Suite struct RuleTests {
  private func lines(_ rule: Rule, _ text: String, at path: String = "Services/Router/A.swift")
    -> [Int]
  {
    rule(SwiftSource(path: path, text: text)).map(\.line)
  }

  @Test("code, comments and strings are separated") func sourceParts() {
    let source = SwiftSource(
      path: "A.swift",
      text: #"""
        let a = "// no \(b("}")) comment" // one
        /* two /* nested */ still */ let c = #"raw " \n"# + x
        let d = """
          { "quoted" } \("}")
          """; let e = 1
        """#)
    let code = source.code.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(code == ["let a =", "let c = + x", "let d =", "", "; let e = 1"])
    let comments = source.comments.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(comments == ["// one", "/* two /* nested */ still */", "", "", ""])
  }

  @Test func longFile() {
    let line = "let a = 1\n"
    #expect(lines(ShapeRules.fileLength, String(repeating: line, count: 400)) == [])
    #expect(lines(ShapeRules.fileLength, String(repeating: line, count: 401)) == [0])
    let main = "Services/Router/Main/Main.swift"
    #expect(lines(ShapeRules.fileLength, String(repeating: line, count: 30), at: main) == [])
    #expect(lines(ShapeRules.fileLength, String(repeating: line, count: 31), at: main) == [0])
  }

  @Test func longLine() {
    let hundred = String(repeating: "é", count: 100)
    #expect(lines(ShapeRules.lineLength, "\n\(hundred)\n") == [])
    #expect(lines(ShapeRules.lineLength, "\n\(hundred)x\n") == [2])
  }

  @Test(arguments: ["func f() -> [Int] {", "init?(_ a: [Int: Int] = { [:] }()) {", "deinit {"])
  func longFunction(_ head: String) {
    func sample(_ count: Int) -> String {
      let body = String(repeating: "  if a { b(\"}\") } // }\n", count: count - 2)
      return "struct A {\n\(head)\n\(body)}\nfunc g() {}\n}\n"
    }
    #expect(lines(ShapeRules.functionLength, sample(60)) == [])
    #expect(lines(ShapeRules.functionLength, sample(61)) == [2])
  }

  @Test("scripts have the limits of Swift")
  func scripts() {
    func lines(_ text: String, at path: String) -> [Int]? {
      Script(path: path, text: text).map { ScriptRules.violations(in: $0).map(\.line) }
    }
    func python(_ count: Int) -> String {
      "x = 1\n\n\ndef f(\n):\n" + String(repeating: "    a()\n\n", count: (count - 3) / 2)
        + "    b()\n" + "class A:\n    def g(self):\n        pass\n"
    }
    #expect(lines(python(59), at: "deploy/a.py") == [])
    #expect(lines(python(61), at: "deploy/a.py") == [4])
    func shell(_ count: Int) -> String {
      "f() {\n" + String(repeating: "  { a; }\n", count: count - 2) + "}\ng() {\n  b\n}\n"
    }
    #expect(lines(shell(60), at: "deploy/a.sh") == [])
    #expect(lines("#!/bin/sh\n" + shell(61), at: "deploy/a") == [2])
    let hundred = String(repeating: "é", count: 100)
    #expect(lines("\(hundred)\n\(hundred)x\n", at: "a.sh") == [2])
    #expect(lines(String(repeating: "a\n", count: 401), at: "a.sh") == [0])
    #expect(lines("a", at: "deploy/packages") == nil)
  }

  @Test func requirementsAreNotFunctions() {
    let text = "protocol P {\n  func f() throws\n  init(a: Int)\n}\nfunc g() { self.init(a: 1) }\n"
    let found = FunctionFinder(SwiftSource(path: "A.swift", text: text)).functions
    #expect(found == [FoundFunction(line: 5, lineCount: 1)])
  }

  @Test func missingFinalNewline() {
    #expect(lines(ShapeRules.finalNewline, "let a = 1\n") == [])
    #expect(lines(ShapeRules.finalNewline, "let a = 1") == [0])
    #expect(lines(ShapeRules.finalNewline, "let a = 1\n\n") == [0])
  }

  @Test func publicAccess() {
    #expect(lines(WordRules.publicAccess, "case open\nfunc f() {}\n// public func\n") == [])
    #expect(lines(WordRules.publicAccess, "\npublic static func f() {}\n") == [2])
    #expect(lines(WordRules.publicAccess, "open class A {}\n") == [1])
  }

  @Test func printing() {
    let text = "log.print(1)\nprint(\"hello\")\n"
    #expect(lines(WordRules.printing, text) == [2])
    #expect(lines(WordRules.printing, text, at: "Shared/SQLite/A.swift") == [2])
    #expect(lines(WordRules.printing, text, at: "Clients/QuickBrew/A.swift") == [])
  }

  @Test(arguments: [
    "final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1",
    "unsafeBitCast(a, to: B.self)", "Unmanaged.passRetained(a)", "let a = try! f()",
    "fatalError(\"no\")", "let a = b as! C", "usleep(10)", "try await Task.sleep(for: .seconds(1))",
    "let a = Process()",
  ])
  func unexplained(_ line: String) {
    #expect(lines(WordRules.unexplained, "let z = 1\n\(line)\n") == [2])
    #expect(lines(WordRules.unexplained, "// not directly above\n\n\(line)\n") == [3])
    #expect(lines(WordRules.unexplained, "let z = 1 // of another line\n\(line)\n") == [2])
    #expect(lines(WordRules.unexplained, "// the reason\n\(line)\n") == [])
    #expect(lines(WordRules.unexplained, "/// The reason.\n@frozen\n\(line)\n\(line)\n") == [])
    #expect(lines(WordRules.unexplained, "let text = #\"\(line)\"#\n") == [])
  }

  @Test(
    "calls of others are found under a lock, and in what changes a state in place",
    arguments: [
      "continuation.yield(1)", "task?.cancel()", "continuation.resume()", "ends.finish()",
      "state.wake?()", "let task = Task { await f() }", "onWritten(after)",
    ])
  func callsUnderLock(_ call: String) {
    let head = "let state = Locked(0)\n"
    for (open, close) in [
      ("state.withLock { state in\n", "}"), ("let a = state.withLock({ state in\n", "})"),
      ("mutating func f() {\n", "}"), ("func f(_ state: inout State) -> Int {\n", "}"),
      ("try state.withLock { state in\nfor a in b {\n", "}\n}"),
      ("return try file.whileLocked {\n", "}"),
    ] {
      let before = head + open
      let line = before.split(separator: "\n").count + 1
      let rule = LockRule.callsUnderLock
      #expect(lines(rule, "\(before)\(call)\n\(close)\n") == [line], "\(open)")
      #expect(lines(rule, "\(before)// Calls nobody.\n\(call)\n\(close)\n") == [])
      #expect(lines(rule, "\(before)\(close)\n\(call)\n") == [])
      // Without a lock in the file nobody waits.
      #expect(lines(rule, "mutating func g() {\n\(call)\n}\n") == [])
    }
  }

  @Test(arguments: ["TO" + "DO", "FIX" + "ME", "XX" + "X"])
  func unfinished(_ mark: String) {
    #expect(lines(WordRules.unfinished, "let a = 1 // \(mark): more\n") == [1])
    #expect(lines(WordRules.unfinished, "let a = \"\(mark)\"\n") == [])
  }

  @Test(arguments: [
    ("Services/Router/A.swift", "import Geocoder", false),
    ("Services/Router/A.swift", "@testable import struct Planner.Plan", false),
    ("Services/Router/Main/Main.swift", "import Router", true),
    ("Services/Router/A.swift", "package import SQLite", true),
    ("Services/Router/A.swift", "package import Geocoder", false),
    ("Services/Router/A.swift", "import Alamofire", false),
    ("Clients/QuickBrew/A.swift", "import SQLite", false),
    ("Clients/QuickBrew/A.swift", "import MessageBus", true),
    ("Shared/Geography/A.swift", "import Messages", false),
    ("Shared/Geography/A.swift", "import Glibc", true),
    ("Shared/OpeningHours/A.swift", "import Messages", false),
    ("Shared/Messages/A.swift", "import Time", true),
    ("Shared/Messages/A.swift", "import MessageBus", false),
    ("Shared/MessageBus/A.swift", "import Router", false),
    ("Shared/MessageBus/A.swift", "import CZeroMQ", true),
    ("Tests/RouterTests/A.swift", "@testable import Router", true),
  ])
  func dependency(_ path: String, _ line: String, isAllowed: Bool) {
    let source = SwiftSource(path: path, text: "// import Nothing\n\(line)\n")
    #expect(DependencyRule().violations(in: source).map(\.line) == (isAllowed ? [] : [2]))
  }

  @Test("types of one name are found, nested ones and extensions are not types of that name")
  func typeNames() {
    let one = SwiftSource(
      path: "A.swift", text: "package struct Fence {\n  struct Row {}\n}\nextension Fence {}\n")
    let other = SwiftSource(path: "B.swift", text: "final class Fence {}\nprivate enum Row {}\n")
    #expect(TypeNameRule.names(in: one).map(\.name) == ["Fence"])
    #expect(
      TypeNameRule.violations(in: [one, other]).map(\.path).sorted() == ["A.swift", "B.swift"])
    #expect(TypeNameRule.violations(in: [one]).isEmpty)
  }

  @Test(
    "a file is called after a type that it declares or extends; without types, after a function",
    arguments: [
      ("Fence.swift", "struct Fence {}", true), ("Fences.swift", "struct Fence {}", false),
      ("Fence.swift", "struct Area {\n  struct Fence {}\n}", false),
      ("Fence+Rows.swift", "extension Fence.Row {}", true),
      ("Fence+Rows.swift", "package extension Area {}", false),
      ("Walk.swift", "package func walk<T>(_ a: T) {}", true),
      ("Walk.swift", "func walk() {}\nstruct Fence {}", false),
    ])
  func fileNames(_ name: String, _ text: String, isNamed: Bool) {
    #expect(lines(TypeNameRule.misnamedFile, text, at: "Shared/A/\(name)").isEmpty == isNamed)
  }

  @Test func emptyReadme() {
    #expect(!hasContent("# Router\n\n## Operations\n"))
    #expect(hasContent("# Router\n\nAnswers which way to go and how long it takes, by car.\n"))
  }
}
