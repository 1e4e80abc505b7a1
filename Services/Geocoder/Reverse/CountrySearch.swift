import FoldedText
import Foundation
import Geography
import Messages
import Phrases
import PlaceWords

/// Finds the countries of the map.
struct CountrySearch {
  let index: PlaceIndex
  let phrases: Phrases

  /// The country of the map that a text names and nothing else, in the middle of the map; too large
  /// to go to, so its confidence is low.
  func country(
    _ tokens: [WordToken], named text: String, _ options: SearchOptions
  ) -> PlaceHit? {
    let words = tokens.map(\.writtenWord)
    guard !words.isEmpty, index.regions.phrase(at: 0, of: words)?.count == words.count,
      options.area?.contains(index.middle) ?? true
    else { return nil }
    let name = FoldedWords.joined(text)
    let languages = Self.widespread + (options.language.map { [$0] } ?? [])
    let code = index.countries.first { code in
      languages.contains { language in
        Locale(identifier: language).localizedString(forRegionCode: code)
          .map(FoldedWords.joined) == name
      }
    }
    return code.map { country($0, at: index.middle, confidence: 0.4, options.language) }
  }

  /// Languages in which people name their country or another one.
  private static let widespread = [
    "en", "de", "fr", "es", "it", "pt", "ru", "nl", "sv", "fi", "pl", "tr", "zh", "ja", "ar",
  ]

  /// A country as a hit, named in a language; English without one.
  func country(
    _ code: String, at point: Coordinate, confidence: Double, _ language: String?,
    distance: Meters? = nil
  ) -> PlaceHit {
    let name = Locale(identifier: language ?? "en").localizedString(forRegionCode: code) ?? code
    return PlaceHit(
      label: name, coordinate: point, accuracy: .place, confidence: confidence,
      matched: phrases("country", ["name": code]), category: "place=country",
      distanceMeters: distance)
  }
}
