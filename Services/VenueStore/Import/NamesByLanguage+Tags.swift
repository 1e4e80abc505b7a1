import Messages
import OpenStreetMap

extension NamesByLanguage {
  /// The names in OpenStreetMap's tags, `name:en`, that differ from the local one; the
  /// international `int_name` is that of the undetermined language, `und` of ISO 639. Of more than
  /// a venue may have those of the shorter codes are kept: the widespread languages have two
  /// letters. `nil` if there are none.
  init?(of tags: some Sequence<Tags.Pair>, besides name: String) {
    let names = tags.compactMap { key, value -> (language: String, text: String)? in
      guard let language = key == "int_name" ? "und" : Tags.language(ofName: key),
        let text = PlainText.line(value, maximumBytes: VenueStoreLimits.maximumNameBytes)
      else { return nil }
      return text == name ? nil : (language, text)
    }.sorted { ($0.language.count, $0.language) < ($1.language.count, $1.language) }
    var room = VenueStoreLimits.maximumNamesBytes
    let kept = names.prefix { each in
      room -= each.text.utf8.count
      return room >= 0
    }
    if kept.isEmpty { return nil }
    self.init(Dictionary(kept.map { ($0.language, $0.text) }) { first, _ in first })
  }
}
