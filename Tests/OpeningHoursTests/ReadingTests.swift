import Testing

@testable import OpeningHours

/// What is accepted, with which warnings, and what is refused.
@Suite struct ReadingTests {
  /// Other ways of writing, and the official one with the same meaning.
  @Test(arguments: [
    ("Mo–Fr 08:00–18:00", "Mo-Fr 08:00-18:00"), ("Mo-Fr 8.00-18.00", "Mo-Fr 08:00-18:00"),
    ("mo-fr 8:00 - 18:00", "Mo-Fr 08:00-18:00"), ("Mo-Fr 10-18", "Mo-Fr 10:00-18:00"),
    ("Mo-Fr 15-02", "Mo-Fr 15:00-02:00"), ("Monday to Friday 9am-5pm", "Mo-Fr 09:00-17:00"),
    ("Mo-Fr 9-5pm", "Mo-Fr 09:00-17:00"), ("Sa 12am-11pm", "Sa 00:00-23:00"),
    ("Sa 12pm - 12am", "Sa 12:00-24:00"), ("Mo-Fr 8h30-18h", "Mo-Fr 08:30-18:00"),
    ("Mo-Fr 8-18 Uhr", "Mo-Fr 08:00-18:00"), ("Mo-Fr klo 8.00-16.00", "Mo-Fr 08:00-16:00"),
    ("Montag bis Freitag 8:00-18:00", "Mo-Fr 08:00-18:00"),
    ("Mo-Do 8:00-18:00, So geschlossen", "Mo-Th 08:00-18:00, Su off"),
    ("lundi-vendredi 8h-12h, dimanche fermé", "Mo-Fr 08:00-12:00, Su off"),
    ("ma-pe 8-16", "Mo-Fr 08:00-16:00"), ("ma-to 10-18", "Mo-Th 10:00-18:00"),
    ("lu-ma 10-18", "Mo-Tu 10:00-18:00"),
    ("di-do 10-18; mi 12-14", "Tu-Th 10:00-18:00; We 12:00-14:00"),
    ("Mo-Fr 08:00-18:00 Sa 09:00-13:00", "Mo-Fr 08:00-18:00; Sa 09:00-13:00"),
    ("Mo We Fr 10:00-12:00", "Mo,We,Fr 10:00-12:00"),
    ("Mo-Fr 08:00-12:00 13:00-18:00", "Mo-Fr 08:00-12:00,13:00-18:00"),
    ("8.15 to 13.15 - 17.30 to 21.15", "08:15-13:15,17:30-21:15"),
    ("Mo-Fr 16:00-, Sa 14:00-", "Mo-Fr 16:00+, Sa 14:00+"), ("noon to late", "12:00+"),
    ("weekdays 10:00-12:00; daily 14:00-16:00", "Mo-Fr 10:00-12:00; Mo-Su 14:00-16:00"),
    ("24. Dezember off", "Dec 24 off"), ("24, 25 & 31 December off", "Dec 24,25,31 off"),
    ("Good Friday off; Mo-Su 10:00-11:00", "easter -2 days off; Mo-Su 10:00-11:00"),
    ("Feiertags 10:00-12:00", "PH 10:00-12:00"), ("24 hours", "00:00-24:00"),
    ("Mo-Fr 10:00-12:00; nach Vereinbarung", #"Mo-Fr 10:00-12:00; "nach Vereinbarung""#),
    ("Mo “by arrangement”", #"Mo "by arrangement""#), ("Mo-Fr 10:00-20:0", "Mo-Fr 10:00-20:00"),
    ("Mo 0:30-14:9", "Mo 00:30-14:09"),
    ("Mo-Su 10:00-12:00 week 05 Feb", "Feb week 05 Mo-Su 10:00-12:00"),
    ("Mo-Fr 10:00-12:00 Dec 24-31", "Dec 24-31 Mo-Fr 10:00-12:00"),
    ("Mo-Fr 10:00-18:00;", "Mo-Fr 10:00-18:00"),
    ("Пн-Пт 09:00-18:00; Сб выходной", "Mo-Fr 09:00-18:00; Sa off"),
    ("пн, ср с 10:00 до 12:00", "Mo,We 10:00-12:00"), ("ежедневно 10-22", "Mo-Su 10:00-22:00"),
    ("Круглосуточно", "24/7"), ("Нд 10:00-12:00", "Su 10:00-12:00"),
    ("Янв-мар 10:00-12:00", "Jan-Mar 10:00-12:00"),
    ("Seg-Sex 09:00-18:00; Dom encerrado", "Mo-Fr 09:00-18:00; Su off"),
    ("月-金 09:00-17:00", "Mo-Fr 09:00-17:00"), ("Pn-Pt 10:00-12:00", "Mo-Fr 10:00-12:00"),
    ("ორშაბათი-პარასკევი 09:00-17:00", "Mo-Fr 09:00-17:00"),
    ("الاثنين-الجمعة 09:00-17:00", "Mo-Fr 09:00-17:00"),
    ("Mo 8³⁰-12°°, Tu ¹⁴:⁰⁰-¹⁸:⁰⁰", "Mo 08:30-12:00, Tu 14:00-18:00"),
    ("Mo-Fr ９：３０－１８：００", "Mo-Fr 09:30-18:00"), ("Mo-Fr 0830-1815", "Mo-Fr 08:30-18:15"),
    ("Mo-Fr 0930-1300,2000-2200", "Mo-Fr 09:30-13:00,20:00-22:00"),
    ("Tu 10:00=12:00", "Tu 10:00-12:00"), ("Sa daylight", "Sa sunrise-sunset"),
    ("opening_hours=Mo 10:00-12:00", "Mo 10:00-12:00"),
    ("Öffnungszeiten: Mo 10:00-12:00", "Mo 10:00-12:00"),
    ("Mo 10:00-12:00 open by_appointment", #"Mo 10:00-12:00 open "by appointment""#),
    ("day before public holidays 10:00-12:00", "PH -1 day 10:00-12:00"),
    ("Su 10:00-11:00; one day after public holiday off", "Su 10:00-11:00; PH +1 day off"),
    ("จันทร์-ศุกร์ 09:00-17:00", "Mo-Fr 09:00-17:00"),
    ("Pon-Pt 08:00-16:00", "Mo-Fr 08:00-16:00"), ("Po-Pá 08:00-16:00", "Mo-Fr 08:00-16:00"),
    ("Δευ-Παρ 09:00-17:00; Κυριακή κλειστά", "Mo-Fr 09:00-17:00; Su off"),
  ])
  func tolerated(_ written: String, _ official: String) throws {
    let read = try LocalHours(written, HoursSamples.frankfurt)
    let reference = try LocalHours(official, HoursSamples.frankfurt)
    let start = HoursSamples.day("2026-12-14")
    #expect(read.formatted(from: start, days: 200) == reference.formatted(from: start, days: 200))
    #expect(!read.hours.warnings.isEmpty || written.hasSuffix(";"))
    #expect(reference.hours.warnings.isEmpty, "\(reference.hours.warnings)")
  }

  @Test(arguments: [
    "24/7", "Mo-Fr 08:00-18:00", "Mo-Su,PH 10:00-11:00", "2026 Jul 1-2026 Aug 8 off",
    "week 1-52/2 Mo[1,-1] +2 days 10:00-12:00", #""in summer": Mo 10:00-12:00"#,
    "Apr 07-Oct 30: 09:00-02:00", "easter -7 days-Nov 01: Tu-Sa 10:00-12:00",
    "Mo-Fr (sunrise+01:30)-(sunset-00:15) open", #"SH,PH Mo-Fr 10:00-12:00 || unknown "ask""#,
    "Dec 25 +Su-Jan 06 off", "2026+ Mar 01+ Mo 10:00-12:00", "20:00-02:00, Fr 20:00-04:00",
  ])
  func official(_ value: String) throws {
    #expect(try OpeningHours(value).warnings.isEmpty)
  }

  /// What is ambiguous, or meaningless.
  @Test(arguments: [
    ("week 40-30 Mo 10:00-12:00", 8, "a week after 40"),
    ("2014-2014 10:00-12:00", 5, "a year after 2014"),
    ("Mo[2] -7 days 10:00-12:00", 6, "at most 6 days from a numbered weekday"),
    ("Mo 2000-2200", 3, "a time like 20:00"), ("pn 10:00-12:00", 0, "a day, a time"),
    ("May Jun 10-12 Jul 10-12", 14, "“,” and another date"),
    ("8:3-18:00", 2, "minutes from 00 to 59"), ("8-6:30", 2, "a time of 24 hours like 08:30"),
    ("Weekdays 7-3", 11, "a time of 24 hours like 08:30"),
    ("1-5pm", 0, "a time of 24 hours like 08:30"), ("9am-11", 4, "a time of 24 hours like 08:30"),
    ("ma 10:00-12:00", 0, "a day, a time, “off” or a comment"),
    ("di 10:00-12:00", 0, "a day, a time, “off” or a comment"),
    ("Mo-Fr 08:00", 11, "“-” or “+” after a time"), ("Mo-", 3, "a weekday"),
    ("Mo-Fr 25:00-26:00", 6, "a beginning before 24:00"),
    ("Mo 10:00-10:60", 12, "minutes from 00 to 59"), ("Feb 30 off", 4, "a day from 1 to 29"),
    ("week 54", 5, "a week from 1 to 53"), ("Su[6] off", 3, "a number from 1 to 5"),
    ("Jun 30-24 off", 7, "a day after 30"), ("Mo, 10:00-12:00", 2, "a day, a time"),
    (#"Mo "by appointment"#, 18, "the quote that ends the comment"),
    ("10:00-16:00/90", 11, "no “/”: points in time are no opening hours"),
    ("|| Mo", 0, "a rule before “||”"), ("Mo off ||", 9, "a rule after “||”"), ("", 0, "a rule"),
    (";", 1, "a rule"), ("+423 233 44 22", 0, "a day, a time"),
    ("seasonal, only in summer", 0, "a day, a time"), ("Mo 10:00-12:00 § 3", 15, "a day, a time"),
  ])
  func refused(_ value: String, position: Int, expected: String) {
    #expect {
      _ = try OpeningHours(value)
    } throws: { error in
      guard let error = error as? HoursError else { return false }
      let isRight = error.position == position && error.expected.hasPrefix(expected)
      if !isRight { Issue.record("\(error)") }
      return isRight
    }
  }

  @Test("a country decides between languages") func names() throws {
    for (country, days) in [("PL", "Mo"), ("LT", "Fr"), ("DE", nil)] as [(String, String?)] {
      let read = try? OpeningHours("pn. 10:00-12:00", country: country)
      let official = try days.map { try OpeningHours("\($0) 10:00-12:00") }
      #expect(read?.days == official?.days, "\(country)")
    }
    #expect(try OpeningHours("Pn-Pt 10:00-12:00", country: "LT").days == OpeningHours("Mo-Fr").days)
  }

  @Test func longValuesAreRefused() {
    let value = String(repeating: "Mo,", count: 2000)
    #expect(throws: HoursError.self) { try OpeningHours(value) }
  }

  @Test("a rule that cuts the night before it is warned about") func cutNight() throws {
    let cut = try OpeningHours("Mo-Th 16:00-02:00; Fr 15:00-03:00")
    #expect(cut.warnings.map(\.position) == [19])
    #expect(try OpeningHours("Mo-Th 16:00-02:00, Fr 15:00-03:00").warnings.isEmpty)
    #expect(try OpeningHours("Mo-Th 16:00-23:00; Fr 15:00-03:00").warnings.isEmpty)
  }
}

extension OpeningHours {
  /// The days of each rule.
  fileprivate var days: [DaySelectors] { rules.map(\.days) }
}
