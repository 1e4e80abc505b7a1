import CommandLineKit
import Foundation
import Geocoder
import Geography
import Messages

/// Addresses and names as people write them, made of any map: with more words than the map has, in
/// another script, in other forms of the number.
package enum WrittenForm: String, Sendable, CaseIterable {
  case country = "with the country"
  case unitBefore = "unit before"
  case unitAfter = "unit after"
  case leftover = "with other words"
  case numberForm = "number in another form"
  case withoutStreet = "house without addr:street"
  case otherScript = "in another script"
  case streetForm = "street type abbreviated"
  case kindWord = "with a kind word"
  case garbage

  /// Whether an answer can be right at all.
  var isAnswerable: Bool { self != .garbage }
}

/// Makes queries of each form.
struct WrittenForms {
  private let map: GatheredMap
  private let addresses: [SampledAddress]
  private let labels: LabelFormatter
  private let count: Int
  private let seed: UInt64
  private let countries: [String]

  init(_ map: GatheredMap, style: NumberStyle, count: Int?, seed: UInt64) {
    self.map = map
    self.count = count ?? .max
    self.seed = seed
    labels = LabelFormatter(style: style)
    countries = map.countryCodes
    var generator = SeededGenerator(seed: seed)
    addresses = SampledAddress.all(of: map).shuffled(using: &generator)
  }

  func queries(_ form: WrittenForm) -> [RelevanceQuery] {
    var generator = SeededGenerator(seed: seed)
    switch form {
    case .withoutStreet: return withoutStreet()
    case .kindWord: return kinds(&generator)
    default: break
    }
    var queries: [RelevanceQuery] = []
    for address in addresses where queries.count < count {
      guard let text = text(of: address, form, &generator) else { continue }
      let right = form.isAnswerable ? address.points.map { [$0] } : []
      let isAmbiguous = address.city == nil && address.hasNamesakes
      queries.append(RelevanceQuery(text: text, right: right, isAmbiguous: isAmbiguous))
    }
    return queries
  }

  private func line(_ number: String, _ street: String, _ city: String?) -> String {
    labels.joined([labels.address(number, street)], city)
  }

  private func text(
    of address: SampledAddress, _ form: WrittenForm, _ generator: inout SeededGenerator
  ) -> String? {
    let plain = line(address.number, address.street, address.city)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    switch form {
    case .country: return "\(plain), \(any(countryNames))"
    case .unitBefore: return "\(any(units)), \(plain)"
    case .unitAfter:
      let head = labels.address(address.number, address.street)
      return labels.joined([head, any(units)], address.city)
    case .leftover:
      let other = any(Self.leftovers)
      return Bool.random(using: &generator) ? "\(other), \(plain)" : "\(plain), \(other)"
    case .numberForm:
      guard let number = otherForm(of: address.number, &generator) else { return nil }
      return line(number, address.street, address.city)
    case .otherScript: return otherScript(plain)
    case .streetForm:
      let short = abbreviated(address.street)
      return short == address.street ? nil : line(address.number, short, address.city)
    default:
      let words = (0..<2).map { _ in any(Self.nonsense) }
      return "\(words[0]) \(address.number) \(words[1])"
    }
  }

  /// Each country's names in its own and in four other languages, and its code.
  private var countryNames: [String] {
    guard let code = countries.first else { return ["Earth"] }
    let own = Self.languages[code] ?? "en"
    return ["en", "de", "fr", "ru", own, own].compactMap {
      Locale(identifier: $0).localizedString(forRegionCode: code)
    } + [code]
  }

  private var units: [String] {
    let own = countries.first.flatMap { Self.languages[$0] } ?? "en"
    return Self.units[own] ?? Self.units["en"] ?? []
  }

  private func otherForm(of number: String, _ generator: inout SeededGenerator) -> String? {
    guard number.contains(where: { !$0.isNumber }), !number.contains(";"),
      !number.contains(","), !number.contains("/"), number.count <= 10
    else { return nil }
    let spaced = number.replacingOccurrences(of: " ", with: "")
    var forms = [spaced, spaced.uppercased(), spaced.lowercased()]
    if let letter = spaced.firstIndex(where: \.isLetter), letter > spaced.startIndex,
      spaced[spaced.index(before: letter)].isNumber
    {
      let (head, tail) = (spaced[..<letter], spaced[letter...])
      forms += ["\(head) \(tail)", "\(head)-\(tail)"]
      if tail.count > 1, tail.hasPrefix("с") { forms.append("\(head) стр. \(tail.dropFirst())") }
      if tail.count > 1, tail.hasPrefix("к") { forms.append("\(head) корп. \(tail.dropFirst())") }
    }
    return forms.randomElement(using: &generator)
  }

  /// Latin letters for another script's; `nil` where all letters are Latin.
  private func otherScript(_ text: String) -> String? {
    let isLatin = text.unicodeScalars.allSatisfy { $0.value < 0x250 || !$0.properties.isAlphabetic }
    guard !isLatin else { return nil }
    let names = ["Russian-Latin/BGN; Latin-ASCII", "Any-Latin; Latin-ASCII"]
    let isRussian = text.unicodeScalars.contains { 0x400...0x4FF ~= $0.value }
    return text.applyingTransform(StringTransform(names[isRussian ? 0 : 1]), reverse: false)
  }

  private func abbreviated(_ street: String) -> String {
    street.split(separator: " ").map { word -> String in
      Self.streetForms[word.lowercased()] ?? String(word)
    }.joined(separator: " ")
  }

  /// Houses whose street the map does not name, on the nearest one and in the town of the nearest
  /// house; without those where that street has the number: the text means that house.
  private func withoutStreet() -> [RelevanceQuery] {
    let queries = map.orphans.prefix(count).compactMap { orphan -> RelevanceQuery? in
      let near = map.roads.map { road in
        (road.names[0].text, PlanarGeometry.nearest(to: orphan.coordinate, on: road.line).1)
      }.min { $0.1 < $1.1 }
      let numbers = HouseNumber.all(in: orphan.numberText)
      guard let near, near.1 <= 100, !numbers.isEmpty else { return nil }
      let isTaken = addresses.contains { address in
        StreetKey(address.street) == StreetKey(near.0)
          && HouseNumber.all(in: address.number).contains(where: numbers.contains)
      }
      if isTaken { return nil }
      let neighbour = map.houses.filter { $0.city != nil }.min {
        $0.coordinate.distance(to: orphan.coordinate)
          < $1.coordinate.distance(to: orphan.coordinate)
      }
      return RelevanceQuery(
        text: line(orphan.numberText, near.0, orphan.city ?? neighbour?.city),
        right: [[orphan.coordinate]])
    }
    let points = Dictionary(grouping: queries, by: \.text).mapValues { $0.flatMap(\.right) }
    return queries.map { query in
      let all = points[query.text] ?? []
      return RelevanceQuery(
        text: query.text, right: all,
        isAmbiguous: all.contains { query.error(of: $0[0]) > RelevanceQuery.tolerance })
    }
  }

  private func kinds(_ generator: inout SeededGenerator) -> [RelevanceQuery] {
    let named = Dictionary(grouping: map.pointsOfInterest) { $0.names[0].text }
    var queries: [RelevanceQuery] = []
    for (name, all) in named.sorted(by: { $0.key < $1.key }).shuffled(using: &generator)
    where queries.count < count {
      guard let words = Self.kindWords[all[0].category],
        let word = words.randomElement(using: &generator),
        all.allSatisfy({ $0.category == all[0].category }),
        !name.lowercased().contains(word.lowercased())
      else { continue }
      let text = Bool.random(using: &generator) ? "\(name) \(word)" : "\(word) \(name)"
      queries.append(RelevanceQuery(text: text, right: all.map { [$0.coordinate] }))
    }
    return queries
  }
}

extension WrittenForms {
  /// The language in which the addresses of some countries are mostly written.
  private static let languages = [
    "DE": "de", "AT": "de", "CH": "de", "LI": "de", "FR": "fr", "MC": "fr", "BE": "fr",
    "ES": "es", "MX": "es", "PE": "es", "AR": "es", "CL": "es", "CO": "es", "PT": "pt",
    "BR": "pt", "IT": "it", "RU": "ru", "BY": "ru", "FI": "fi", "SE": "sv", "NL": "nl",
    "PL": "pl",
  ]

  private static let units: [String: [String]] = [
    "en": ["Flat 2", "Apt 5", "Unit 3", "1st Floor", "2/F", "Suite 4B", "Apartment 12", "Room 7"],
    "de": ["2. OG", "3. Etage", "Hinterhaus", "EG", "Whg. 3", "Top 4", "2. Stock", "Stiege 2"],
    "fr": ["bât. B", "Appt 12", "2ème étage", "Esc. A", "rez-de-chaussée", "Porte 5"],
    "es": ["Dpto 301", "Int. 5", "Piso 3", "2º Esq", "Apto. 4", "Bloque 2"],
    "pt": ["2º Esq", "3º andar", "Apto 301", "R/C", "Bloco B", "sala 12"],
    "it": ["int. 5", "scala B", "piano 2", "interno 7"],
    "ru": ["кв. 5", "подъезд 2", "этаж 3", "офис 12", "квартира 7"],
    "fi": ["as. 5", "A 12", "3. krs", "B 3"], "sv": ["lgh 1102", "3 tr", "vån. 3"],
    "nl": ["2e verdieping", "bus 3"], "pl": ["m. 5", "piętro 2"],
  ]

  private static let leftovers = [
    "c/o Smith", "bei Müller", "near the church", "☕️", "opposite the school", "chez Dupont",
    "c/o Anna Kowalski", "attn: Reception", "next to the bank",
  ]

  private static let nonsense = [
    "zqworf", "plimtak", "vundrel", "ostrabek", "kwelm", "yorpagin", "hdfjk", "trimblo",
  ]

  private static let streetForms = [
    "улица": "ул.", "переулок": "пер.", "проспект": "пр-т", "набережная": "наб.",
    "площадь": "пл.", "бульвар": "б-р", "шоссе": "ш.", "проезд": "пр-д", "аллея": "ал.",
    "тупик": "туп.", "большая": "Б.", "большой": "Б.", "малый": "М.", "малая": "М.",
    "street": "St", "avenue": "Ave", "road": "Rd", "rue": "r.", "rua": "R.", "avenida": "Av.",
    "avenue ": "av.", "boulevard": "Blvd", "via": "v.", "triq": "Trq", "lane": "Ln",
  ]

  private static let kindWords: [String: [String]] = [
    "amenity=cafe": ["cafe", "coffee shop", "café", "Kaffee"], "amenity=pub": ["pub"],
    "amenity=restaurant": ["restaurant", "Restaurante", "ресторан"], "amenity=bar": ["bar"],
    "shop=bakery": ["bakery", "Bäckerei", "boulangerie"],
    "railway=station": ["station", "Bahnhof"],
    "tourism=hotel": ["hotel"], "tourism=museum": ["museum", "Museo"],
    "amenity=pharmacy": ["pharmacy", "Apotheke", "аптека"], "amenity=bank": ["bank", "Banque"],
    "railway=tram_stop": ["tram stop", "Haltestelle"], "shop=supermarket": ["supermarket"],
    "amenity=school": ["school", "Schule"], "amenity=place_of_worship": ["church", "Kirche"],
  ]
}
