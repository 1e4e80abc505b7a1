/// The words of the grammar, and common words that mappers use instead.
enum HoursVocabulary {
  /// What a word stands for.
  enum Interpretation: Sendable {
    /// A word of the grammar, with its spelling.
    case official(Keyword, String)
    /// Another word for one of the grammar's, with the official spelling.
    case synonym(Keyword, String)
    /// A word for a sign.
    case symbol(Unicode.Scalar)
    /// The words themselves are a comment.
    case comment
    case ignored
  }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What a word means alone, and the phrases that it begins, longer ones first.
  struct Entry: Sendable {
    var interpretation: Interpretation?
    var phrases: [Phrase] = []
  }

  static let entries: [WordKey: Entry] = {
    var entries: [WordKey: Entry] = [:]
    for (word, interpretation) in words {
      entries[WordKey(word)] = Entry(interpretation: interpretation)
    }
    for phrase in phrases { entries[phrase.words[0], default: Entry()].phrases.append(phrase) }
    return entries
  }()

  /// The interpretations of words; of a word that is listed twice, the later counts.
  private static var words: [(String, Interpretation)] {
    var words: [(String, Interpretation)] = []
    for day in Weekday.allCases {
      words.append((day.abbreviation, .official(.weekday(day), day.abbreviation)))
    }
    for (index, month) in months.enumerated() {
      words.append((month, .official(.month(index + 1), month)))
    }
    for event in SunEvent.allCases {
      words.append((event.rawValue, .official(.sun(event), event.rawValue)))
    }
    words += official.map { word, keyword in (word, .official(keyword, word)) }
    for (day, names) in zip(Weekday.allCases, englishDays) {
      words += names.map { ($0, .synonym(.weekday(day), day.abbreviation)) }
    }
    for (index, names) in englishMonths.enumerated() {
      words += names.map { ($0, .synonym(.month(index + 1), months[index])) }
    }
    for (keyword, spelling, names) in synonyms {
      words += names.map { ($0, .synonym(keyword, spelling)) }
    }
    for (sign, names) in signs { words += names.map { ($0, .symbol(sign)) } }
    return words + ignoredWords.map { ($0, .ignored) }
  }

  private static let official: [(String, Keyword)] = [
    ("PH", .publicHoliday(0)), ("SH", .schoolHoliday), ("week", .week), ("easter", .easter(0)),
    ("off", .state(.closed)), ("closed", .state(.closed)), ("open", .state(.open)),
    ("unknown", .state(.unknown)), ("day", .dayUnit), ("days", .dayUnit),
  ]

  private static let englishDays = [
    ["mon", "monday", "mondays"], ["tue", "tues", "tuesday", "tuesdays"],
    ["wed", "weds", "wednesday", "wednesdays"], ["thu", "thur", "thurs", "thursday", "thursdays"],
    ["fri", "friday", "fridays"], ["sat", "saturday", "saturdays"], ["sun", "sunday", "sundays"],
  ]
  private static let englishMonths = [
    ["january"], ["february"], ["march"], ["april"], [], ["june"], ["july"], ["august"],
    ["september", "sept"], ["october"], ["november"], ["december"],
  ]

  private static let synonyms: [(Keyword, String, [String])] = [
    (.meridiem(isAfternoon: false), "24 hours a day", ["am"]),
    (.meridiem(isAfternoon: true), "24 hours a day", ["pm"]),
    (.weekdays(.monday, .friday), "Mo-Fr", ["weekday", "weekdays", "werktags", "arkisin"]),
    (.weekdays(.saturday, .sunday), "Sa-Su", ["weekend", "weekends", "viikonloppuisin"]),
    (.everyDay, "Mo-Su", ["daily", "everyday", "täglich", "taeglich", "päivittäin", "dagligen"]),
    (.everyDay, "Mo-Su", ["ежедневно", "щодня", "codziennie", "denně", "diariamente"]),
    (.clock(720), "12:00", ["noon", "midday"]), (.clock(1440), "24:00", ["midnight"]),
    (.openEnd, "+", ["late", "openend"]), (.always, "24/7", ["always", "nonstop", "anytime"]),
    (.always, "24/7", ["круглосуточно", "цілодобово", "całodobowo"]),
    (.week, "week", ["weeks", "kw"]), (.daylight, "sunrise-sunset", ["daylight"]),
    (
      .state(.closed), "off",
      [
        "close", "geschlossen", "geschl", "ruhetag", "fermé", "ferme", "suljettu", "kiinni",
        "chiuso",
        "cerrado", "fechado", "stängt", "gesloten", "encerrado", "zamknięte", "nieczynne",
        "zavřeno", "выходной",
        "выходные", "закрыто", "вихідний", "зачинено", "κλειστά", "κλειστό",
      ]
    ),
    (
      .state(.open), "open",
      ["geöffnet", "ouvert", "auki", "avoinna", "aperto", "abierto", "öppet"]
    ),
    (
      .publicHoliday(0), "PH",
      [
        "holiday", "holidays", "feiertag", "feiertage", "feiertags", "feiertagen", "pyhät",
        "pyhinä",
      ]
    ),
    (.schoolHoliday, "SH", ["schulferien", "ferien"]),
  ]

  private static let signs: [(Unicode.Scalar, [String])] = [
    ("-", ["до", "as", "ás", "á", "ate"]), (",", ["и", "та"]),
    ("-", ["till", "til", "until", "thru", "through", "bis", "à", "a", "au", "às", "até", "tot"]),
    (",", ["and", "und", "et", "ja", "och", "en", "y", "e"]),
  ]

  private static let ignoredWords = [
    "from", "von", "de", "du", "uhr", "klo", "kl", "klockan", "clock", "с", "от", "з",
    "öffnungszeit",
    "öffnungszeiten",
  ]

  struct Phrase: Sendable {
    let words: [WordKey]
    let interpretation: Interpretation
  }

  private static let phrases: [Phrase] =
    [
      ("24 hours 7 days a week", .synonym(.always, "24/7")), ("24 x 7", .synonym(.always, "24/7")),
      ("24 hours", .synonym(.always, "00:00-24:00")), ("24 h", .synonym(.always, "00:00-24:00")),
      ("7 days a week", .synonym(.everyDay, "Mo-Su")),
      ("7 days / week", .synonym(.everyDay, "Mo-Su")),
      ("7 j / 7", .synonym(.everyDay, "Mo-Su")), ("7 / 7", .synonym(.everyDay, "Mo-Su")),
      ("all day", .synonym(.always, "00:00-24:00")),
      ("school holiday", .synonym(.schoolHoliday, "SH")),
      ("jours fériés", .synonym(.publicHoliday(0), "PH")),
      ("public holidays", .synonym(.publicHoliday(0), "PH")),
      ("public holiday", .synonym(.publicHoliday(0), "PH")),
      ("bank holidays", .synonym(.publicHoliday(0), "PH")),
      ("school holidays", .synonym(.schoolHoliday, "SH")),
      ("vacances scolaires", .synonym(.schoolHoliday, "SH")),
      ("opening hours", .ignored), ("business hours", .ignored),
      ("good friday", .synonym(.easter(-2), "easter -2 days")),
      ("easter sunday", .synonym(.easter(0), "easter")),
      ("easter monday", .synonym(.easter(1), "easter +1 day")),
      ("every day", .synonym(.everyDay, "Mo-Su")), ("all days", .synonym(.everyDay, "Mo-Su")),
      ("always open", .synonym(.always, "24/7")), ("open end", .synonym(.openEnd, "+")),
      ("by appointment", .comment), ("on appointment", .comment), ("by arrangement", .comment),
      ("on request", .comment), ("nach vereinbarung", .comment), ("sur rendez - vous", .comment),
      ("sur rendez vous", .comment),
      ("sopimuksen mukaan", .comment),
    ].map(phrase) + daysBesideHolidays.map(phrase)

  /// “Day before a public holiday” and the like; those with more words first.
  private static let daysBesideHolidays: [(String, Interpretation)] = {
    let sides = [("before", -1, "PH -1 day"), ("after", 1, "PH +1 day")]
    return sides.flatMap { side, offset, spelling in
      ["one day", "the day", "day"].flatMap { day in
        ["a public holiday", "public holidays", "public holiday", "holidays", "holiday"].map {
          ("\(day) \(side) \($0)", .synonym(.publicHoliday(offset), spelling))
        }
      }
    }
  }()

  private static func phrase(_ text: String, _ interpretation: Interpretation) -> Phrase {
    Phrase(
      words: text.split(separator: " ").map { WordKey(String($0)) }, interpretation: interpretation)
  }
}
