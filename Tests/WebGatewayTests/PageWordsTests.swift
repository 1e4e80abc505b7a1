import Foundation
import Messages
import TestSupport
import Testing

/// What the page says, and its catalogues.
@Suite struct PageWordsTests {
  private enum Words: Decodable {
    case one(String)
    case forms([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .one(text)
      } else {
        self = .forms(try container.decode([String: String].self))
      }
    }

    var texts: [String] {
      switch self {
      case .one(let text): [text]
      case .forms(let forms): Array(forms.values)
      }
    }
  }

  static let languages = ["de", "es", "fi", "fr", "ja", "pt", "ru"]
  private static let page = Executables.repository + "/Services/WebGateway/Page"

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func catalogue(_ language: String) throws -> [String: Words] {
    try JSONDecoder().decode(
      [String: Words].self, from: Data(text("\(page)/words/\(language).json").utf8))
  }

  /// The keys that the code has: of sentences, and of those about a number.
  private static func keys() throws -> (sentences: Set<String>, numbered: Set<String>) {
    var sentences: Set<String> = []
    var numbered: Set<String> = []
    let names = FileManager.default.enumerator(atPath: page)?.allObjects as? [String] ?? []
    for name in names where name.hasSuffix(".js") && !name.hasPrefix("reference/") {
      let script = try text("\(page)/\(name)")
      for match in script.matches(of: /\b(?:t|rich)\(\s*'([^']*)'/) {
        sentences.insert(String(match.1))
      }
      for match in script.matches(of: /\bplural\([^']*?'[^']*',\s*'([^']*)'/) {
        numbered.insert(String(match.1))
      }
    }
    let index = try text("\(page)/index.html")
    for match in index.matches(of: /(?:aria-label|placeholder)="([^"]*)"/) {
      sentences.insert(String(match.1))
    }
    for match in index.matches(of: /class="(?:skip|state loading)"[^>]*>([^<]*)</) {
      sentences.insert(String(match.1))
    }
    return (sentences, numbered)
  }

  /// Words that are keys because data has them: kinds of places, and facts of a venue.
  private static func data() throws -> Set<String> {
    let kinds = try text(Executables.repository + "/Shared/PlaceWords/Words/kinds.txt")
      .split(separator: "\n").filter { $0.first?.isLetter == true }
      .map { String($0.prefix { $0.isLetter || $0 == "-" }).replacing("-", with: " ") }
    let cuisines = try JSONDecoder().decode(
      [String].self, from: Data(text("\(page)/venues/cuisines.json").utf8))
    #expect(cuisines.count > 90 && Set(cuisines).count == cuisines.count)
    return Set(kinds + facts + cuisines).union(try assumptions())
  }

  /// What the planner's ledger assumes, its number as a hole.
  private static func assumptions() throws -> Set<String> {
    let ledger = try text(
      Executables.repository + "/Services/Planner/Explaining/Ledger.swift")
    let found = ledger.matches(of: /(?:\.assumption,|pace =)\s*"([^"]*)"/).map {
      String($0.1).replacing(/\\\(.*?\) (?=[a-z])/, with: "{n} ")
    }
    #expect(found.count >= 7)
    return Set(found)
  }

  private static let facts = [
    "name", "category", "position", "address", "phone", "website", "opening hours", "brand",
    "cuisine", "outdoor seating", "takeaway", "drive through", "vegan", "vegetarian", "gluten free",
    "halal", "kosher", "fee", "customers only", "changing table", "wheelchair", "wifi",
    "power kilowatts",
  ]

  @Test("a catalogue has every sentence of the page, and no other", arguments: languages)
  func complete(language: String) throws {
    let (sentences, numbered) = try Self.keys()
    #expect(sentences.count > 400 && numbered.count > 20)
    let wanted = try sentences.union(numbered).union(Self.data())
    let catalogue = try Self.catalogue(language)
    #expect(wanted.subtracting(catalogue.keys) == [])
    #expect(Set(catalogue.keys).subtracting(wanted) == [])
    for (key, words) in catalogue {
      if case .forms = words { continue }
      #expect(!numbered.contains(key), "\(key)")
    }
  }

  @Test("a translation has the holes of its sentence", arguments: languages)
  func holes(language: String) throws {
    func holes(_ text: String) -> Set<String> { Set(text.matches(of: /\{\w+\}/).map { "\($0.0)" }) }
    for (key, words) in try Self.catalogue(language) {
      for text in words.texts {
        #expect(!text.isEmpty, "\(key)")
        #expect(holes(text).isSubset(of: holes(key)), "\(text)")
        // A form of one need not have the number.
        let missing = holes(key).subtracting(holes(text))
        if case .forms = words {
          #expect(missing.isSubset(of: ["{n}"]), "\(text)")
        } else {
          #expect(missing == [], "\(text)")
        }
      }
    }
  }

  /// A fault, and what only a program can do wrong, say no more than that something went wrong.
  @Test("each code of the error table that a guest can meet has its words")
  func refusals() throws {
    let script = try Self.text("\(Self.page)/core/api.js")
    let table = try #require(script.firstMatch(of: /const refusals = \{([^;]*)\};/)).1
    let worded = Set(table.matches(of: /(\w+): t\(/).map { String($0.1) })
    let silent: Set = ["unsupported", "tooLarge", "internal"]
    #expect(worded.union(silent) == Set(ErrorCode.table.map { "\($0.code)" }))
    #expect(worded.isDisjoint(with: silent))
  }

  @Test("without JavaScript the page says so in every language")
  func noScript() throws {
    let index = try Self.text("\(Self.page)/index.html")
    let note = try #require(index.firstMatch(of: /(?s)<noscript>(.*)<\/noscript>/)).1
    let languages = note.matches(of: /<p lang="(\w+)">[^<]*JavaScript/).map { String($0.1) }
    #expect(languages.sorted() == (Self.languages + ["en"]).sorted())
  }

  @Test("the tiles have names in each language of the page")
  func names() throws {
    let profile = try Self.text(Executables.repository + "/Services/MapTiles/Profile/process.lua")
    let list = try #require(profile.firstMatch(of: /local languages = \{([^}]*)\}/)).1
    let languages = list.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(languages.sorted() == (Self.languages + ["en"]).sorted())
  }

  /// `plural` is the function's own definition in `words.js`.
  @Test("no number is put into a sentence by a call that the catalogues cannot see")
  func calls() throws {
    let names = FileManager.default.enumerator(atPath: Self.page)?.allObjects as? [String] ?? []
    for name in names where name.hasSuffix(".js") && name != "core/words.js" {
      let script = try Self.text("\(Self.page)/\(name)")
      let calls = script.matches(of: /\bplural\(/).count
      #expect(calls == script.matches(of: /\bplural\([^']*?'[^']*',\s*'[^']*'/).count, "\(name)")
      // A sentence is one literal, or no catalogue can be compared with it.
      let computed = script.matches(of: /[^.\w](?:t|rich)\([^')]/).count
      let allowed = ["core/format.js": 1, "venues/venue-detail.js": 2, "commute/ledger.js": 2]
      #expect(computed == allowed[name, default: 0], "\(name)")
    }
  }
}
