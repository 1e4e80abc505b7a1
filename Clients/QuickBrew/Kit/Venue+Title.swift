import Messages

extension Venue {
  /// Its name, or where it is if it has none.
  var title: String {
    if name.contains(where: { !$0.isWhitespace }) { return name }
    return "\(category.rawValue) at \(facts.address ?? Formats.coordinate(coordinate))"
  }
}
