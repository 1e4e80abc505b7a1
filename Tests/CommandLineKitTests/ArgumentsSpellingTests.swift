import Testing

@testable import CommandLineKit

@Suite struct ArgumentsSpellingTests {
  private let commands = ["plan", "geocode", "geofence", "route", "status", "help"]

  @Test("nothing is suggested twice")
  func distinctSuggestions() {
    let error = UsageError("No.", suggestions: ["coffee", "tea", "coffee"])
    #expect(error.description == "No. Did you mean coffee or tea?")
  }

  @Test(arguments: [
    ("paln", "plan"), ("gecode", "geocode"), ("Route", "route"), ("stat", "status"),
    ("statsu", "status"), ("geof", "geofence"), ("hepl", "help"),
  ])
  func finds(typed: String, meant: String) {
    #expect(Spelling.nearest(to: typed, among: commands) == meant)
  }

  @Test(arguments: ["", "zebra", "x", "coffee"])
  func suggestsNothing(typed: String) {
    #expect(Spelling.nearest(to: typed, among: commands) == nil)
  }

  @Test("a word that stands several times among the candidates is suggested once")
  func once() {
    let words = ["pharmacy", "bakery", "pharmacy", "pharmacies"]
    #expect(
      Spelling.nearest(to: "farmacy", among: words, limit: 3) == ["pharmacy"])
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abd", 1), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func countsEdits(first: String, second: String, edits: Int) {
    #expect(Spelling.edits(from: Array(first), to: Array(second)) == edits)
  }

  @Test func tableFindsAndSuggests() throws {
    let table = CommandTable([("plan", 1), ("plane", 2), ("route", 3)])
    #expect(try table.command(named: "route") == 3)
    #expect(table.names == ["plan", "plane", "route"])
    #expect(
      throws: UsageError("Unknown command “plam”.", suggestions: ["plan"])
    ) { try table.command(named: "plam") }
  }
}
