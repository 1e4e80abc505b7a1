import CommandLineKit
import FoldedText
import Geocoder

/// Writes addresses and corners with typing errors, abbreviated, and in another order.
struct NoiseWriter {
  let style: NumberStyle
  private var generator: SeededGenerator

  init(style: NumberStyle, seed: UInt64) {
    self.style = style
    generator = SeededGenerator(seed: seed)
  }

  mutating func text(of address: SampledAddress, _ noise: QueryNoise) -> String {
    var street = address.street
    var city = address.city
    switch noise {
    case .oneTypo: street = withTypo(street)
    case .abbreviated: street = abbreviated(street)
    case .withoutCity: city = nil
    case .withoutNumber: return LabelFormatter(style: style).joined([street], city)
    case .reordered:
      let other: NumberStyle = style == .numberFirst ? .streetFirst : .numberFirst
      let turned = LabelFormatter(style: other).address(address.number, street)
      return city.map { "\($0) \(turned)" } ?? turned
    default: break
    }
    let labels = LabelFormatter(style: style)
    return labels.joined([labels.address(address.number, street)], city)
  }

  mutating func text(of corner: SampledCorner, hasTypo: Bool) -> String {
    var (one, other) = (corner.one, corner.other)
    if Bool.random(using: &generator) { swap(&one, &other) }
    if hasTypo { one = withTypo(one) }
    if Bool.random(using: &generator) { swap(&one, &other) }
    let links = [" & ", " and ", " at ", "/", " @ "]
    let link = links.randomElement(using: &generator) ?? " & "
    let head = Int.random(in: 0..<5, using: &generator) == 0 ? "corner of " : ""
    return head + one + (head.isEmpty ? link : " and ") + other
  }

  /// Drops, doubles, replaces or swaps one letter, preferably of a word of four letters or more;
  /// numbers stay.
  private mutating func withTypo(_ street: String) -> String {
    var letters = Array(street)
    let words = letters.indices.split { !letters[$0].isLetter }
    let long = words.filter { $0.count >= 4 }
    guard
      let word = (long.isEmpty ? words.filter { $0.count > 1 } : long)
        .randomElement(using: &generator), let first = word.first, let last = word.last
    else { return street }
    let index = Int.random(in: min(first + 1, last)...last, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: index)
    case 1: letters.insert(letters[index], at: index)
    case 2:
      letters[index] = Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator)))
    default: letters.swapAt(max(first, index - 1), index)
    }
    return String(letters)
  }

  /// Replaces each word by one of its short forms, also within a compound such as "Hauptstraße" and
  /// beside a hyphen.
  private mutating func abbreviated(_ street: String) -> String {
    var text = ""
    var word = ""
    for letter in street {
      if letter == " " || letter == "-" {
        text += short(word) + String(letter)
        word = ""
      } else {
        word.append(letter)
      }
    }
    return text + short(word)
  }

  private mutating func short(_ word: String) -> String {
    let folded = WordTokenizer.tokens(in: word).first?.folded ?? ""
    let ends = [("straße", "str."), ("strasse", "str."), ("katu", "k."), ("gatan", "g.")]
    if let (full, short) = ends.first(where: { word.hasSuffix($0.0) && word.count > $0.0.count }) {
      return word.dropLast(full.count) + short
    }
    let forms = Abbreviations.shortForms(of: folded)
    return forms.randomElement(using: &generator) ?? word
  }
}
