import Messages

extension Venue {
  /// Its name, or where it is if it has none.
  var title: String {
    if name.contains(where: { !$0.isWhitespace }) { return name }
    return "\(category.rawValue) at \(facts.address ?? Formats.coordinate(coordinate))"
  }

  /// The same as the reader says it, where it is not compared or exported.
  var shownTitle: String {
    if name.contains(where: { !$0.isWhitespace }) { return name.printable }
    let place = facts.address ?? Formats.coordinate(coordinate)
    let kind = Formats.word("kind", category.rawValue)
    return Formats.phrase("venue.at", ["kind": kind, "place": place.printable])
  }
}
