import CommandLineKit
import Testing

@Suite struct ArgumentsTests {
  private func parse(_ line: String) throws(UsageError) -> Arguments {
    try Arguments(
      parsing: line.split(separator: " ").map(String.init), values: ["into", "at", "limit"],
      repeatable: ["to"], switches: ["steps", "follow"], short: ["f": "follow"])
  }

  private func message(of line: String) -> String? {
    do {
      _ = try parse(line)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func sortsFlagsFromPositionals() throws {
    let arguments = try parse("map.pbf --into out --steps other")
    #expect(arguments.positional == ["map.pbf", "other"])
    #expect(arguments["into"] == "out")
    #expect(arguments.has("steps"))
    #expect(!arguments.has("follow"))
    #expect(arguments["at"] == nil)
  }

  @Test(arguments: [
    ("--at=60.1,24.9", "60.1,24.9"), ("--at 60.1,24.9", "60.1,24.9"),
    ("--at -37.1,144.2", "-37.1,144.2"), ("--at -.5,1", "-.5,1"), ("--at=-x", "-x"),
    ("--at -", "-"), ("--at=", ""), ("--at=a=b", "a=b"),
  ])
  func readsValue(line: String, value: String) throws {
    #expect(try parse(line)["at"] == value)
  }

  @Test func negativeCoordinateAndHyphenArePositional() throws {
    #expect(try parse("-37.1,144.2 -").positional == ["-37.1,144.2", "-"])
  }

  @Test func doubleHyphenEndsFlags() throws {
    let arguments = try parse("--steps -- --follow -x")
    #expect(arguments.positional == ["--follow", "-x"])
    #expect(!arguments.has("follow"))
  }

  @Test func repeatableValuesKeepTheirOrder() throws {
    #expect(try parse("--to a --to=b --to c").values("to") == ["a", "b", "c"])
  }

  @Test func shortNamesExpandToLongOnes() throws {
    #expect(try parse("-f").has("follow"))
    #expect(try parse("-h").has("help"))
    #expect(try parse("--help").has("help"))
  }

  @Test(arguments: [
    ("--stpes", "Unknown flag --stpes. Did you mean --steps?"),
    ("--setps=3", "Unknown flag --setps. Did you mean --steps?"),
    ("--fol", "Unknown flag --fol. Did you mean --follow?"),
    ("-steps", "Unknown flag -steps. Did you mean --steps?"),
    ("--zebra", "Unknown flag --zebra."), ("-x", "Unknown flag -x."),
    ("--into", "--into needs a value."), ("--into --steps", "--into needs a value."),
    ("--steps=yes", "--steps accepts no value."), ("--into a --into b", "--into is given twice."),
  ])
  func refuses(line: String, message expected: String) {
    #expect(message(of: line) == expected)
  }

  @Test func positionalsAreNamed() throws {
    #expect(try parse("a").positionals(["MAP"]) == ["a"])
    #expect(try parse("a").positionals(["MAP", "NAME"], optional: 1) == ["a"])
    #expect(throws: UsageError("MAP is missing.")) { try parse("").positionals(["MAP"]) }
    #expect(throws: UsageError("Unexpected argument “b” after MAP; text with spaces needs quotes."))
    { try parse("a b").positionals(["MAP"]) }
    #expect(throws: UsageError("Unexpected argument “a”.")) { try parse("a").positionals([]) }
  }

  @Test func numbersAreChecked() throws {
    #expect(try parse("--limit 7").integer("limit", in: 1...10) == 7)
    #expect(try parse("").integer("limit", in: 1...10) == nil)
    #expect(throws: UsageError("--limit is a whole number from 1 to 10, not “11”.")) {
      try parse("--limit 11").integer("limit", in: 1...10)
    }
    #expect(throws: UsageError.self) { try parse("--limit nan").number("limit", in: 0...1) }
  }
}
