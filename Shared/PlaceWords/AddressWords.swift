/// The words of addresses that name neither street nor place, by what they do, in all languages.
///
/// `Words/address.txt` is gathered from libpostal's dictionaries by `gather.py`; `Words/more.txt`
/// adds what they lack. One line per section and language: `unit fr: bâtiment|bat; porte`. The
/// first form of a word is the full one.
package struct AddressWords: Sendable {
  /// What a word does in an address.
  package enum Section: String, Sendable, CaseIterable {
    /// Part of a building, named by the number or letter that follows: "flat", "кв", "escalier".
    case unit
    /// A level, with a number before or behind it: "floor", "andar".
    case level
    /// Part of a building that needs no number: "basement", "Hinterhaus", "esq".
    case alone
    /// Introduces a place that helps to find another one: "near", "gegenüber".
    case near
    /// Those of `near` that stand behind the place: "lähellä".
    case behind
    /// A preposition with those that an article is part of: "de|du|des"; stands before `near`,
    /// whose phrases end in each of them.
    case contraction
    /// Introduces a person: "c/o", "Att:".
    case care
    /// Stands before a person's name: "Sr.", "Frau".
    case title
    /// The form of a company, which its name has: "Ltd", "ООО".
    case company
    /// Introduces a telephone number.
    case phone
    /// What people say around a place: "take me to", "please".
    case courtesy
    /// An article, also with its preposition: "the", "vom", "da".
    case article
    /// Begins a corner: "junction of", "угол".
    case corner
    /// Links the two streets of a corner: "and", "esquina con".
    case link
    /// Stands before a house number: "No", "дом".
    case number
    /// Says little: "the", "de".
    case stop
    /// A street type.
    case street
    /// Part of a house number, before its own number: "корп", "стр", "bis".
    case building
    /// Blocks and lots that make a house number: "Mz. B Lt. 5".
    case block
    /// Words of different languages or scripts for one thing: "улица", "ulitsa", "street".
    case same
    /// A number with its word: "4|four".
    case numeral
    /// What the names of institutions begin or end with, in several languages and short:
    /// "university|universidad|uni".
    case institution
    /// The end of a declined word with those that the word itself may have, `-` for none: of "у
    /// Красной площади" "ой|ая".
    case ending
  }

  /// The words that are compiled in; parsed once, in about 10 ms. Of a form with several full ones
  /// the one of `more.txt` counts: in `address.txt` it is that of whichever language comes first.
  package static let all = AddressWords([
    String(decoding: PackageResources.more_txt, as: UTF8.self),
    String(decoding: PackageResources.address_txt, as: UTF8.self),
  ])

  private var tables: [Section: PhraseTable<String>] = [:]
  private var rows: [Section: [[String]]] = [:]

  /// - Parameter texts: files in the form above; malformed lines are skipped.
  package init(_ texts: [String]) {
    for text in texts {
      for line in text.split(separator: "\n") where !line.hasPrefix("#") { add(line) }
    }
  }

  /// Finds the phrases of a section; the meaning of each is its word's full form.
  package func table(_ section: Section) -> PhraseTable<String> {
    tables[section] ?? PhraseTable()
  }

  /// The words of a section, each with its full form first; not folded.
  package func words(_ section: Section) -> [[String]] { rows[section] ?? [] }

  private mutating func add(_ line: Substring) {
    let halves = line.split(separator: ":", maxSplits: 1)
    guard halves.count == 2, let name = halves[0].split(separator: " ").first,
      let section = Section(rawValue: String(name))
    else { return }
    for word in halves[1].split(separator: ";") {
      let forms = word.split(separator: "|").map { form in
        String(form.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      }
      guard let full = forms.first, !full.isEmpty else { continue }
      let all = section == .near ? forms.flatMap(contracted) : forms
      rows[section, default: []].append(all)
      for form in all { tables[section, default: PhraseTable()].add(form, full) }
    }
  }

  /// A phrase, and the same with its last word and an article in one: "loin de", "loin du".
  private func contracted(_ phrase: String) -> [String] {
    guard let space = phrase.lastIndex(where: \.isWhitespace) else { return [phrase] }
    let last = phrase[space...].dropFirst()
    let others = words(.contraction).first { $0[0] == last } ?? []
    return [phrase] + others.dropFirst().map { phrase[...space] + $0 }
  }
}
