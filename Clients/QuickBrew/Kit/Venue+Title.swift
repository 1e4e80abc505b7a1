import Messages

extension Venue {
  /// Its name, or where it is if it has none.
  var title: String {
    hasName ? name : "\(category.rawValue) at \(facts.address ?? Formats.coordinate(coordinate))"
  }

  /// The same as the reader says it, where it is not compared or exported.
  var shownTitle: String {
    if hasName { return Formats.name(name, facts.names) }
    let place = facts.address ?? Formats.coordinate(coordinate)
    let kind = Formats.word("kind", category.rawValue)
    return Formats.phrase("venue.at", ["kind": kind, "place": place.printable])
  }

  /// All that it is called, the title first.
  var allTitles: [String] { [title] + (facts.names?.texts ?? []) + [shownTitle] }

  private var hasName: Bool { name.contains { !$0.isWhitespace } }
}
