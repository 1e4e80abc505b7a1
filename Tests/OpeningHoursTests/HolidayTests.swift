import Testing

@testable import OpeningHours

/// Public holidays.
@Suite struct HolidayTests {
  @Test func everyLineIsRead() throws {
    #expect(HolidayTable.countries.count == 85)
    for country in HolidayTable.countries {
      let table = try #require(HolidayTable.of(country))
      #expect(table.rejected == [], "\(country)")
      #expect(table.rows.count >= 5, "\(country)")
      for state in table.rows.flatMap(\.states) {
        #expect(table.state(named: state) == state, "\(country) \(state)")
      }
    }
  }

  /// The holidays of a year, as dates.
  private func dates(_ country: String, _ state: String?, _ year: Int) -> [String] {
    guard let calendar = HolidayCalendar(country: country, state: state) else { return [] }
    let first = Day(year: year, month: 1, day: 1)
    return (0..<Day(year: year + 1, month: 1, day: 1).number - first.number).compactMap { number in
      let day = first.advanced(by: number)
      guard calendar.name(of: day) != nil else { return nil }
      let (_, month, date) = day.civil
      return "\(month)/\(date)"
    }
  }

  /// The Python package `holidays` 0.109 gives the same lists.
  @Test(
    arguments: [
      ("de", "Hessen", 2026, "1/1 4/3 4/6 5/1 5/14 5/25 6/4 10/3 12/25 12/26"),
      ("DE", "DE-SN", 2017, "1/1 4/14 4/17 5/1 5/25 6/5 10/3 10/31 11/22 12/25 12/26"),
      ("DE", "hh", 2018, "1/1 3/30 4/2 5/1 5/10 5/21 10/3 10/31 12/25 12/26"),
      ("AT", nil, 2026, "1/1 1/6 4/6 5/1 5/14 5/25 6/4 8/15 10/26 11/1 12/8 12/25 12/26"),
      (
        "JP", nil, 2026,
        "1/1 1/12 2/11 2/23 3/20 4/29 5/3 5/4 5/5 5/6 7/20 8/11 9/21 9/22 9/23 10/12 11/3 11/23"
      ),
      (
        "RU", nil, 2025,
        "1/1 1/2 1/3 1/4 1/5 1/6 1/7 1/8 2/23 3/8 5/1 5/2 5/8 5/9 6/12 6/13 11/3 11/4 12/31"
      ),
      ("BR", "SP", 2027, "1/1 3/26 4/21 5/1 7/9 9/7 10/12 11/2 11/15 11/20 12/25"),
      ("AU", "NSW", 2026, "1/1 1/26 4/3 4/4 4/5 4/6 4/25 4/27 6/8 10/5 12/25 12/26 12/28"),
      ("ca", "Quebec", 2027, "1/1 3/26 5/24 6/24 7/1 9/6 10/11 12/25 12/27"),
      ("TR", nil, 2026, "1/1 3/20 3/21 3/22 4/23 5/1 5/19 5/27 5/28 5/29 5/30 7/15 8/30 10/29"),
      ("ZA", nil, 2026, "1/1 3/21 4/3 4/6 4/27 5/1 6/16 8/9 8/10 9/24 11/4 12/16 12/25 12/26"),
      ("GR", nil, 2026, "1/1 1/6 2/23 3/25 4/10 4/13 5/1 6/1 8/15 10/28 12/25 12/26"),
      ("MX", nil, 2026, "1/1 2/2 3/16 5/1 9/16 11/16 12/25"),
      ("NZ", "AUK", 2026, "1/1 1/2 1/26 2/6 4/3 4/6 4/25 4/27 6/1 7/10 10/26 12/25 12/26 12/28"),
      (
        "LI", nil, 2026,
        "1/1 1/6 2/2 3/19 4/5 4/6 5/1 5/14 5/24 5/25 6/4 8/15 9/8 11/1 12/8 12/25 12/26"
      ),
      ("FR", nil, 2026, "1/1 4/6 5/1 5/8 5/14 5/25 7/14 8/15 11/1 11/11 12/25"),
      (
        "SK", nil, 2026, "1/1 1/6 4/3 4/6 5/1 7/5 8/29 11/1 12/24 12/25 12/26"
      ),
      ("DK", nil, 2023, "1/1 4/6 4/7 4/9 4/10 5/5 5/18 5/28 5/29 12/25 12/26"),
      ("IE", nil, 2030, "1/1 2/1 3/17 4/22 5/6 6/3 8/5 10/28 12/25 12/26"),
      ("PT", nil, 2026, "1/1 4/3 4/5 4/25 5/1 6/4 6/10 8/15 10/5 11/1 12/1 12/8 12/25"),
      (
        "MT", nil, 2026, "1/1 2/10 3/19 3/31 4/3 5/1 6/7 6/29 8/15 9/8 9/21 12/8 12/13 12/25"
      ),
      ("GB", "England", 2022, "1/1 1/3 4/15 4/18 5/2 6/2 6/3 8/29 9/19 12/25 12/26 12/27"),
      ("GB", "SCT", 2022, "1/1 1/2 1/3 1/4 4/15 5/2 6/2 6/3 8/1 9/19 11/30 12/25 12/26 12/27"),
      (
        "US", nil, 2026, "1/1 1/19 2/16 5/25 6/19 7/3 7/4 9/7 10/12 11/11 11/26 12/25"
      ),
      (
        "US", "Rhode Island", 2021,
        """
        1/1 1/18 2/15 5/31 6/18 6/19 7/4 7/5 8/9 9/6 10/11 11/11 11/25 12/24 12/25 12/31
        """
      ),
      ("AU", nil, 2027, "1/1 1/26 3/26 3/28 3/29 4/25 12/25 12/26 12/27 12/28"),
    ] as [(String, String?, Int, String)])
  func lists(_ country: String, _ state: String?, _ year: Int, _ list: String) {
    #expect(dates(country, state, year).joined(separator: " ") == list)
  }

  /// What the package does not have, or has though it is at the employers' discretion.
  @Test func beyondThePackage() {
    let tatar = Set(dates("RU", "Татарстан", 2026)).subtracting(dates("RU", nil, 2026))
    #expect(tatar == ["3/20", "5/27", "8/30", "11/6"])
    #expect(dates("RU", "Saratov Oblast", 2026).contains("4/21"))
    #expect(Set(dates("BR", nil, 2026)).isSuperset(of: ["10/4", "10/25"]))
    #expect(!dates("BR", nil, 2027).contains("10/3"))
    #expect(Set(dates("AR", nil, 2027)).isDisjoint(with: ["3/25"]))
    #expect(Set(dates("US", "Guam", 2026)).isSuperset(of: ["3/2", "7/21", "11/2", "12/8"]))
  }

  /// 2026, without the eves that the package `holidays` adds.
  @Test func finlandAndMonaco() {
    #expect(
      dates("FI", nil, 2026) == [
        "1/1", "1/6", "4/3", "4/5", "4/6", "5/1", "5/14", "5/24", "6/20", "10/31", "12/6", "12/25",
        "12/26",
      ])
    #expect(
      dates("MC", nil, 2026) == [
        "1/1", "1/27", "4/6", "5/1", "5/14", "5/25", "6/4", "8/15", "11/1", "11/2", "11/19",
        "12/8", "12/25",
      ])
  }

  @Test("a state is found by code and by name") func stateNames() {
    for name in ["BY", "de-by", "Bayern", "bavaria"] {
      #expect(HolidayCalendar(country: "DE", state: name)?.state == "BY")
    }
    #expect(HolidayCalendar(country: "CH", state: "Kanton Zürich")?.state == "ZH")
    #expect(HolidayCalendar(country: "DE", state: "Atlantis")?.state == nil)
    #expect(HolidayCalendar(country: "XX") == nil)
    let name = HolidayCalendar(country: "DE", state: "BY")?.name(of: HoursSamples.day("2026-01-06"))
    #expect(name == "Heilige Drei Könige")
  }

  /// The dates are those of the Hessian ministry of education.
  @Test func schoolHolidays() throws {
    let hesse = try #require(HolidayCalendar(country: "DE", state: "Hessen")?.schoolHolidays)
    let days = [
      ("2026-06-28", false), ("2026-06-29", true), ("2026-08-07", true), ("2026-08-08", false),
      ("2025-01-01", true), ("2027-01-12", true), ("2027-01-13", false),
    ]
    for (text, isHoliday) in days { #expect(hesse.contains(HoursSamples.day(text)) == isHoliday) }
    #expect(hesse.contains(HoursSamples.day("2024-12-31")) == nil)
    #expect(hesse.contains(HoursSamples.day("2030-01-01")) == nil)
    #expect(HolidayCalendar(country: "DE")?.schoolHolidays == nil)
    #expect(HolidayCalendar(country: "FI")?.schoolHolidays == nil)
  }

  /// Each state has 75 to 95 days of holidays a year, weekends in them included.
  @Test func everySchoolHolidayIsRead() throws {
    let table = try #require(HolidayTable.of("DE"))
    #expect(table.schoolHolidays.count == 16)
    for (state, holidays) in table.schoolHolidays {
      let days = holidays.reduce(0) { $0 + $1.upperBound.number - $1.lowerBound.number + 1 }
      #expect((75 * 5...95 * 5).contains(days), "\(state): \(days)")
      let sorted = holidays.sorted { $0.lowerBound < $1.lowerBound }
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect(table.state(named: state) == state)
    }
  }
}
