/// A language whose names of days and months are accepted.
enum Language: Sendable, Hashable, CaseIterable {
  case german
  case french
  case finnish
  case italian
  case spanish
  case dutch
  case swedish
  case portuguese
  case polish
  case czech
  case russian
  case ukrainian
  case greek
  case lithuanian
  case georgian
  case japanese
  case arabic
  case thai

  /// The languages of a country's signs, where names alone leave several: “pn” is Monday in Polish
  /// and Friday in Lithuanian. Countries whose languages are not here have none.
  static func spoken(in country: String) -> Set<Language> {
    Set(allCases.filter { $0.countries.split(separator: " ").contains(Substring(country)) })
  }

  private var countries: String {
    switch self {
    case .german: "DE AT CH LI LU BE"
    case .french: "FR BE CH LU MC CA"
    case .finnish: "FI"
    case .italian: "IT CH SM VA"
    case .spanish: "ES MX AR CL CO PE VE EC BO UY PY CR PA GT HN SV NI CU DO PR"
    case .dutch: "NL BE SR"
    case .swedish: "SE FI"
    case .portuguese: "PT BR AO MZ"
    case .polish: "PL"
    case .czech: "CZ"
    case .russian: "RU BY KZ KG"
    case .ukrainian: "UA"
    case .greek: "GR CY"
    case .lithuanian: "LT"
    case .georgian: "GE"
    case .japanese: "JP"
    case .arabic: "AE BH DZ EG IQ JO KW LB LY MA OM QA SA SD SY TN YE"
    case .thai: "TH"
    }
  }

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
    // Polish and Czech "so" is Saturday and German Sunday: only longer forms of it are accepted.
    case .portuguese:
      [
        "segunda segunda-feira seg", "terça terca ter", "quarta qua", "quinta qui", "sexta sex",
        "sábado sabado sáb sab", "domingo dom",
      ]
    case .polish:
      [
        "poniedziałek pon pn", "wtorek wt", "środa śr", "czwartek czw cz", "piątek pią pt",
        "sobota sob sb", "niedziela niedz nd ndz",
      ]
    case .czech:
      [
        "pondělí po", "úterý út", "středa stř st", "čtvrtek čtv čt", "pátek pá", "sobota sob",
        "neděle ned ne",
      ]
    case .russian:
      [
        "понедельник пн", "вторник вт", "среда ср", "четверг чт", "пятница пт", "суббота сб",
        "воскресенье вс",
      ]
    case .ukrainian:
      [
        "понеділок пн", "вівторок вт", "середа ср", "четвер чт", "п'ятниця пт", "субота сб",
        "неділя нд",
      ]
    case .greek:
      [
        "δευτέρα δευ δε", "τρίτη τρι τρ", "τετάρτη τετ τε", "πέμπτη πεμ πε", "παρασκευή παρ πα",
        "σάββατο σαβ σα", "κυριακή κυρ κυ",
      ]
    case .lithuanian:
      [
        "pirmadienis pr", "antradienis an", "trečiadienis tr", "ketvirtadienis kt",
        "penktadienis pn", "šeštadienis št", "sekmadienis sk",
      ]
    case .georgian:
      ["ორშაბათი", "სამშაბათი", "ოთხშაბათი", "ხუთშაბათი", "პარასკევი", "შაბათი", "კვირა"]
    case .japanese:
      [
        "月曜日 月曜 月", "火曜日 火曜 火", "水曜日 水曜 水", "木曜日 木曜 木", "金曜日 金曜 金",
        "土曜日 土曜 土", "日曜日 日曜 日",
      ]
    case .thai:
      [
        "วันจันทร์ จันทร์", "วันอังคาร อังคาร", "วันพุธ พุธ", "วันพฤหัสบดี พฤหัสบดี พฤหัส",
        "วันศุกร์ ศุกร์", "วันเสาร์ เสาร์", "วันอาทิตย์ อาทิตย์",
      ]
    case .arabic:
      [
        "الاثنين الإثنين", "الثلاثاء", "الأربعاء الاربعاء", "الخميس", "الجمعة", "السبت",
        "الأحد الاحد",
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
    case .portuguese:
      [
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
        "outubro", "novembro", "dezembro",
      ]
    case .polish:
      [
        "styczeń stycznia", "luty lutego", "marzec marca", "kwiecień kwietnia", "maj maja",
        "czerwiec czerwca", "lipiec lipca", "sierpień sierpnia", "wrzesień września",
        "październik października", "listopad listopada", "grudzień grudnia",
      ]
    case .czech:
      [
        "leden ledna", "únor února", "březen března", "duben dubna", "květen května",
        "červen června", "červenec července", "srpen srpna", "září", "říjen října",
        "listopadu", "prosinec prosince",
      ]
    case .russian:
      [
        "январь января янв", "февраль февраля фев", "март марта мар", "апрель апреля апр",
        "май мая", "июнь июня", "июль июля", "август августа авг", "сентябрь сентября сен",
        "октябрь октября окт", "ноябрь ноября ноя", "декабрь декабря дек",
      ]
    case .ukrainian:
      [
        "січень січня", "лютий лютого", "березень березня", "квітень квітня", "травень травня",
        "червень червня", "липень липня", "серпень серпня", "вересень вересня", "жовтень жовтня",
        "листопад листопада", "грудень грудня",
      ]
    case .greek:
      [
        "ιανουάριος ιαν", "φεβρουάριος φεβ", "μάρτιος μαρ", "απρίλιος απρ", "μάιος", "ιούνιος",
        "ιούλιος", "αύγουστος αυγ", "σεπτέμβριος σεπ", "οκτώβριος οκτ", "νοέμβριος νοε",
        "δεκέμβριος δεκ",
      ]
    case .lithuanian:
      [
        "sausis sausio", "vasaris vasario", "kovas kovo", "balandis balandžio", "gegužė gegužės",
        "birželis birželio", "liepa liepos", "rugpjūtis rugpjūčio", "rugsėjis rugsėjo",
        "spalis spalio", "lapkritis lapkričio", "gruodis gruodžio",
      ]
    case .georgian, .japanese, .arabic, .thai: []
    }
  }
}
