/// The words of the grammar, and English and general words that are used instead.
enum Vocabulary {
  /// What stands for a word.
  enum Reading: Sendable {
    /// A word of the grammar, with its spelling.
    case official(Meaning, String)
    /// Another word for one of the grammar's.
    case meant(Meaning, String)
    /// A word for a sign.
    case symbol(Unicode.Scalar)
    /// The words themselves are a comment.
    case comment
    case nothing
  }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What a word says alone, and the phrases that it begins, longer ones first.
  struct Entry: Sendable {
    var reading: Reading?
    var phrases: [Phrase] = []
  }

  static let entries: [WordKey: Entry] = {
    var entries: [WordKey: Entry] = [:]
    for (word, reading) in words { entries[WordKey(word)] = Entry(reading: reading) }
    for phrase in phrases { entries[phrase.words[0], default: Entry()].phrases.append(phrase) }
    return entries
  }()

  /// The readings of words; where one stands twice, the later counts.
  private static var words: [(String, Reading)] {
    var words: [(String, Reading)] = []
    for day in Weekday.allCases {
      words.append((day.abbreviation, .official(.weekday(day), day.abbreviation)))
    }
    for (index, month) in months.enumerated() {
      words.append((month, .official(.month(index + 1), month)))
    }
    for event in SunEvent.allCases {
      words.append((event.rawValue, .official(.sun(event), event.rawValue)))
    }
    words += official.map { word, meaning in (word, .official(meaning, word)) }
    for (day, names) in zip(Weekday.allCases, englishDays) {
      words += names.map { ($0, .meant(.weekday(day), day.abbreviation)) }
    }
    for (index, names) in englishMonths.enumerated() {
      words += names.map { ($0, .meant(.month(index + 1), months[index])) }
    }
    for (meaning, spelling, names) in meant {
      words += names.map { ($0, .meant(meaning, spelling)) }
    }
    for (sign, names) in signs { words += names.map { ($0, .symbol(sign)) } }
    return words + needless.map { ($0, .nothing) }
  }

  private static let official: [(String, Meaning)] = [
    ("PH", .publicHoliday), ("SH", .schoolHoliday), ("week", .week), ("easter", .easter(0)),
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

  private static let meant: [(Meaning, String, [String])] = [
    (.meridiem(isAfternoon: false), "24 hours a day", ["am"]),
    (.meridiem(isAfternoon: true), "24 hours a day", ["pm"]),
    (.weekdays(.monday, .friday), "Mo-Fr", ["weekday", "weekdays", "werktags", "arkisin"]),
    (.weekdays(.saturday, .sunday), "Sa-Su", ["weekend", "weekends", "viikonloppuisin"]),
    (.everyDay, "Mo-Su", ["daily", "everyday", "täglich", "taeglich", "päivittäin", "dagligen"]),
    (.clock(720), "12:00", ["noon", "midday"]), (.clock(1440), "24:00", ["midnight"]),
    (.openEnd, "+", ["late", "openend"]), (.always, "24/7", ["always", "nonstop", "anytime"]),
    (.week, "week", ["weeks", "kw"]),
    (
      .state(.closed), "off",
      [
        "close", "geschlossen", "geschl", "ruhetag", "fermé", "ferme", "suljettu", "kiinni",
        "chiuso",
        "cerrado", "fechado", "stängt", "gesloten",
      ]
    ),
    (
      .state(.open), "open",
      ["geöffnet", "ouvert", "auki", "avoinna", "aperto", "abierto", "öppet"]
    ),
    (
      .publicHoliday, "PH",
      [
        "holiday", "holidays", "feiertag", "feiertage", "feiertags", "feiertagen", "pyhät",
        "pyhinä",
      ]
    ),
    (.schoolHoliday, "SH", ["schulferien", "ferien"]),
  ]

  private static let signs: [(Unicode.Scalar, [String])] = [
    ("-", ["till", "til", "until", "thru", "through", "bis", "à", "a", "au", "às", "até", "tot"]),
    (",", ["and", "und", "et", "ja", "och", "en", "y", "e"]),
  ]

  private static let needless = [
    "from", "von", "de", "du", "uhr", "klo", "kl", "klockan", "clock",
  ]

  struct Phrase: Sendable {
    let words: [WordKey]
    let reading: Reading
  }

  private static let phrases: [Phrase] = [
    ("24 hours 7 days a week", .meant(.always, "24/7")), ("24 x 7", .meant(.always, "24/7")),
    ("24 hours", .meant(.always, "00:00-24:00")), ("24 h", .meant(.always, "00:00-24:00")),
    ("7 days a week", .meant(.everyDay, "Mo-Su")), ("7 days / week", .meant(.everyDay, "Mo-Su")),
    ("7 j / 7", .meant(.everyDay, "Mo-Su")), ("7 / 7", .meant(.everyDay, "Mo-Su")),
    ("all day", .meant(.always, "00:00-24:00")), ("school holiday", .meant(.schoolHoliday, "SH")),
    ("jours fériés", .meant(.publicHoliday, "PH")),
    ("public holidays", .meant(.publicHoliday, "PH")),
    ("public holiday", .meant(.publicHoliday, "PH")),
    ("bank holidays", .meant(.publicHoliday, "PH")),
    ("school holidays", .meant(.schoolHoliday, "SH")),
    ("vacances scolaires", .meant(.schoolHoliday, "SH")),
    ("good friday", .meant(.easter(-2), "easter -2 days")),
    ("easter sunday", .meant(.easter(0), "easter")),
    ("easter monday", .meant(.easter(1), "easter +1 day")),
    ("every day", .meant(.everyDay, "Mo-Su")), ("all days", .meant(.everyDay, "Mo-Su")),
    ("always open", .meant(.always, "24/7")), ("open end", .meant(.openEnd, "+")),
    ("by appointment", .comment), ("on appointment", .comment), ("by arrangement", .comment),
    ("on request", .comment), ("nach vereinbarung", .comment), ("sur rendez - vous", .comment),
    ("sopimuksen mukaan", .comment),
  ].map { text, reading in
    Phrase(words: text.split(separator: " ").map { WordKey(String($0)) }, reading: reading)
  }
}
