import FoldedText
import Foundation

/// The names of countries and of their states in every language: from CLDR, which comes with
/// Foundation, and from Debian's package `iso-codes`, where that is installed.
struct RegionNames {
  /// Where `iso-codes` keeps its tables, and the folder of the translations of all packages.
  static let tables = "/usr/share/iso-codes/json"
  static let translations = "/usr/share/locale"

  private let countries: [IsoCountry]
  private let states: [IsoState]

  init() {
    countries = Self.table("iso_3166-1", "3166-1") ?? []
    states = Self.table("iso_3166-2", "3166-2") ?? []
  }

  /// Everything that may follow an address in these countries: names of the countries and states,
  /// and their codes; without duplicates.
  ///
  /// - Parameters:
  ///   - written: states as the map's elements write them; empty where none does, and then every
  ///     state of the countries is possible.
  ///   - settlements: folded names of the map's towns. A state of such a name is left out: in an
  ///     address the name is the town's, which tells one street of a name from another.
  func names(
    of codes: [String], states written: Set<String>, except settlements: Set<String>
  ) -> [String] {
    let countries = Set(codes.flatMap(countryNames))
    let possible = states.filter { state in
      guard let country = codes.first(where: { state.code.hasPrefix($0 + "-") }), state.isLarge
      else { return false }
      return written.isEmpty
        || state.forms.contains { written.contains($0) || written.contains("\(country)-\($0)") }
    }
    let known = Set(states.map(\.code))
    let others = written.filter { !known.contains($0) }
    let names = possible.flatMap(\.forms) + Self.translated(possible.map(\.name), "iso_3166-2")
    let parts = Set(names + others).filter { !settlements.contains(FoldedWords.joined($0)) }
    return countries.union(parts).filter { !$0.isEmpty }.sorted()
  }

  private func countryNames(_ code: String) -> [String] {
    var names = Self.languages.compactMap {
      Locale(identifier: $0).localizedString(forRegionCode: code)
    }
    names += [code] + (Self.shortForms[code] ?? [])
    if let country = countries.first(where: { $0.code == code }) {
      let texts = [country.name, country.officialName, country.commonName].compactMap { $0 }
      names += [country.longCode] + texts + Self.translated(texts, "iso_3166-1")
    }
    return names
  }

  /// CLDR's short and variant forms, which Foundation does not give, and what people say instead.
  private static let shortForms: [String: [String]] = [
    "GB": ["UK", "Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
    "US": ["USA", "U.S.", "U.S.A.", "EE. UU.", "EEUU", "EUA", "É.-U.", "США", "America"],
    "DE": ["BRD", "BR Deutschland"], "CZ": ["Czech Republic"], "NL": ["Holland"],
    "RU": ["РФ", "Российская Федерация"], "AE": ["UAE"], "CH": ["Helvetia"],
  ]

  private static let languages = Set(
    Locale.availableIdentifiers.compactMap {
      $0.split(whereSeparator: { "_-".contains($0) }).first.map(String.init)
    })

  private static func table<Row: Decodable>(_ file: String, _ key: String) -> [Row]? {
    FileManager.default.contents(atPath: "\(tables)/\(file).json")
      .flatMap { try? JSONDecoder().decode([String: [Row]].self, from: $0)[key] }
  }

  /// The translations of the texts in all languages of a domain of `iso-codes`.
  private static func translated(_ texts: [String], _ domain: String) -> [String] {
    guard !texts.isEmpty,
      let languages = try? FileManager.default.contentsOfDirectory(atPath: translations)
    else { return [] }
    return languages.flatMap { language -> [String] in
      let path = "\(translations)/\(language)/LC_MESSAGES/\(domain).mo"
      guard let catalog = TranslationCatalog(path: path) else { return [] }
      return texts.compactMap { catalog[$0] }
    }
  }
}

/// A country as in `iso_3166-1.json`.
private struct IsoCountry: Decodable {
  let code: String
  let longCode: String
  let name: String
  let officialName: String?
  let commonName: String?

  private enum CodingKeys: String, CodingKey {
    case code = "alpha_2", longCode = "alpha_3", name
    case officialName = "official_name", commonName = "common_name"
  }
}

/// A part of a country as in `iso_3166-2.json`.
private struct IsoState: Decodable {
  let code: String
  let name: String
  let type: String

  /// Its code, its code without the country's, and its name.
  var forms: [String] {
    // "Isle of Anglesey [Sir Ynys Môn GB-YNM]"
    [code, String(code.drop { $0 != "-" }.dropFirst()), String(name.prefix { $0 != "[" })]
  }

  /// Whether it is a state or province rather than a town, which an address would name as its city.
  var isLarge: Bool {
    let type = type.lowercased()
    return !Self.towns.contains { type.contains($0) }
  }

  private static let towns = [
    "commun", "municip", "council", "parish", "district", "city", "borough", "unitary", "town",
    "ward", "quarter", "village",
  ]
}
