/// A language whose names of days and months are accepted.
enum Language: Sendable, Hashable, CaseIterable {
  case german
  case french
  case finnish
  case italian
  case spanish
  case dutch
  case swedish

  /// The keyword of a lower-case word in each language that has it. If one language uses a word for
  /// several names, the first counts.
  static let names: [WordKey: [Language: Keyword]] = {
    var names: [WordKey: [Language: Keyword]] = [:]
    for language in allCases {
      for (day, words) in zip(Weekday.allCases, language.days) {
        for word in words.split(separator: " ") {
          names[WordKey(String(word)), default: [:]][language] = .weekday(day)
        }
      }
      for (index, words) in language.months.enumerated() {
        for word in words.split(separator: " ")
        where names[WordKey(String(word))]?[language] == nil {
          names[WordKey(String(word)), default: [:]][language] = .month(index + 1)
        }
      }
    }
    return names
  }()

  /// The names of each day, Monday first.
  private var days: [String] {
    switch self {
    case .german:
      [
        "montag montags mo", "dienstag dienstags di", "mittwoch mittwochs mi",
        "donnerstag donnerstags do", "freitag freitags fr",
        "samstag samstags sonnabend sonnabends sa", "sonntag sonntags so",
      ]
    case .french:
      [
        "lundi lun lu", "mardi ma", "mercredi mer me", "jeudi jeu je", "vendredi ven ve",
        "samedi sam sa", "dimanche dim di",
      ]
    case .finnish:
      [
        "maanantai maanantaisin ma", "tiistai tiistaisin ti", "keskiviikko keskiviikkoisin ke",
        "torstai torstaisin to", "perjantai perjantaisin pe", "lauantai lauantaisin la",
        "sunnuntai sunnuntaisin su",
      ]
    case .italian:
      [
        "lunedì lunedi lun lu", "martedì martedi ma", "mercoledì mercoledi mer me",
        "giovedì giovedi gio gi", "venerdì venerdi ven ve", "sabato sab sa", "domenica dom do",
      ]
    case .spanish:
      [
        "lunes lun lu", "martes ma", "miércoles miercoles mié mi", "jueves jue ju",
        "viernes vie vi", "sábado sabado sáb sab sa", "domingo dom do",
      ]
    case .dutch:
      [
        "maandag ma", "dinsdag di", "woensdag woe wo", "donderdag do", "vrijdag vrij vr",
        "zaterdag zat za", "zondag zon zo",
      ]
    case .swedish:
      [
        "måndag mån må", "tisdag tis ti", "onsdag ons", "torsdag tors to", "fredag fre fr",
        "lördag lör lö", "söndag sön sö",
      ]
    }
  }

  /// The names of each month, January first.
  private var months: [String] {
    switch self {
    case .german:
      [
        "januar jänner", "februar", "märz mär", "april", "mai", "juni", "juli", "august",
        "september", "oktober okt", "november", "dezember dez",
      ]
    case .french:
      [
        "janvier janv", "février fevrier fév", "mars", "avril avr", "mai", "juin", "juillet juil",
        "août aout", "septembre", "octobre", "novembre", "décembre decembre déc",
      ]
    case .finnish:
      [
        "tammikuu", "helmikuu", "maaliskuu", "huhtikuu", "toukokuu", "kesäkuu", "heinäkuu",
        "elokuu", "syyskuu", "lokakuu", "marraskuu", "joulukuu",
      ]
    case .italian:
      [
        "gennaio gen", "febbraio", "marzo", "aprile", "maggio mag", "giugno giu", "luglio lug",
        "agosto ago", "settembre set", "ottobre ott", "novembre", "dicembre dic",
      ]
    case .spanish:
      [
        "enero ene", "febrero", "marzo", "abril abr", "mayo", "junio", "julio", "agosto ago",
        "septiembre", "octubre", "noviembre", "diciembre dic",
      ]
    case .dutch:
      [
        "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
        "oktober okt", "november", "december",
      ]
    case .swedish:
      [
        "januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september",
        "oktober okt", "november", "december",
      ]
    }
  }
}
