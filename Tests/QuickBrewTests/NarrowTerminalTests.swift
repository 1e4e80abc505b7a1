import Messages
import Testing
import Time

@testable import QuickBrew

/// What is printed fits a terminal of 80 columns, and `-o wide` shows the rest.
@Suite struct NarrowTerminalTests {
  private static let trip = ["plan", "1,2", "3,4", "--arrive-by", "9:00"]
  private static let plan = Fixtures.plan(
    [
      Fixtures.option(
        Fixtures.venue(
          "Réveille Coffee of the Embarcadero", address: "1 Market Street, San Francisco"),
        toStop: 200, toDestination: 370,
        hours: VisitHours(
          state: .open, closes: Fixtures.departure.adding(seconds: 8 * 3600))),
      Fixtures.option(
        Fixtures.venue("Far", address: "1 Far Lane"), toStop: 1200, toDestination: 1100),
    ],
    counts: Fixtures.counts(2, onTime: 1, outcomes: CandidateOutcomes(open: 1, late: 1)))

  private static func printed(
    _ words: [String], width: Int?, language: String = "C"
  ) async -> String {
    let bus = FakeClientBus().answering(PlanRequest.self) { _ in plan }
    return await CommandRun(
      words, bus: bus, isTerminal: true, width: width, environment: ["LANG": language]
    ).output
  }

  @Test("a plan has a row a stop: name, detour, slack, leave by and when it closes")
  func plan() async {
    let text = await Self.printed(Self.trip, width: 80)
    #expect(
      text == """
        From   37.785834,-122.406417
        To     Coit Tower (venue Coit Tower)
        Leave  08:00:00 on 2026-11-21, UTC-08:00
        Be there by 08:45:00

        Direct drive 6 min 10 s, 2.3 km via Market Street and Columbus Avenue: arrival
        08:06:10, 38 min 50 s to spare

        Yes: 1 coffee stop is on time.

           Shop                              Detour        Slack  Leave by  Hours
        1  Réveille Coffee of the       +3 min 20 s  25 min 30 s  08:25:30  closes 16:00
           Embarcadero
        2  Far                         +32 min 10 s  -3 min 20 s  07:56:40

        2 shops checked exactly: 1 on time, 1 late; 0 left out. Answered in 84 ms.
        Next: quickbrew open 1 shows the way on a map, quickbrew venue osm/node/1 the
        shop.

        """)
  }

  @Test(
    "in every language a plan has its numbers, times and days, and fits",
    arguments: [
      ("de_DE", "am Sa. 21. Nov. 2026", "08:25:30", "2,3 km", "schließt 16:00"),
      ("fr_FR", "le sam. 21 nov. 2026", "08:25:30", "2,3 km", "ferme à 16:00"),
      ("es_ES", "el sáb, 21 nov 2026", "8:25:30", "2,3 km", "cierra a las 16:00"),
      ("pt_BR", "em sáb., 21 de nov. de 2026", "08:25:30", "2,3 km", "fecha às 16:00"),
      ("fi_FI", "la 21.11.2026", "8.25.30", "2,3 km", "sulkeutuu 16.00"),
      ("ru_RU", "Сб, 21 нояб. 2026 г.", "08:25:30", "2,3 км", "закрывается в 16:00"),
      ("ja_JP", "2026年11月21日(土)", "8:25:30", "2.3 km", "16:00閉店"),
      ("en_US", "on Sat, Nov 21, 2026", "8:25:30 AM", "1.4 mi", "closes 4:00 PM"),
      ("en_GB", "on Sat, 21 Nov 2026", "08:25:30", "1.4 mi", "closes 16:00"),
    ])
  func languages(
    language: String, day: String, leaveBy: String, distance: String, closes: String
  ) async {
    let text = await Self.printed(Self.trip, width: 80, language: language)
    for part in [day, leaveBy, distance, closes] { #expect(text.contains(part), "\(text)") }
    #expect(text.split(separator: "\n").allSatisfy { String($0).displayWidth <= 80 }, "\(text)")
    let json = await Self.printed(Self.trip + ["--json"], width: 80, language: language)
    #expect(await Self.printed(Self.trip + ["--json"], width: 80) == json)
  }

  @Test("-o wide prints what a file gets, and -o json what --json does")
  func formats() async {
    let all = await Self.printed(Self.trip, width: nil)
    #expect(await Self.printed(Self.trip + ["-o", "wide"], width: 80) == all)
    #expect(all.contains("osm/node/1  1 Market Street, San Francisco\n"))
    let json = await Self.printed(Self.trip + ["--json"], width: 80)
    #expect(await Self.printed(Self.trip + ["--output=json"], width: 80) == json)
    let other = await CommandRun(Self.trip + ["-o", "yaml"])
    #expect(other.status == .usage)
    #expect(other.messages.contains("--output is wide or json, not “yaml”."))
  }

  @Test("columns of details are left out where not all fit, and only there")
  func details() {
    let rows = [("Blue Bottle", "open until 18:00", "66 Mint Street")]
    let table = TextTable(
      rows,
      [.init("Venue") { $0.0 }, .init("Hours") { $0.1 }, .init("At", isDetail: true) { $0.2 }])
    let width = "Blue Bottle  open until 18:00  66 Mint Street".count
    #expect(table.render(Style(hasColor: false, width: width)) == table.render(.plain))
    #expect(
      table.render(Style(hasColor: false, width: width - 1)) == """
        Venue        Hours
        Blue Bottle  open until 18:00

        """)
  }

  @Test(
    "a line that is too long goes on below its first word, or below the text after its label",
    arguments: [
      ("one two three", "one two\nthree"), ("  one two three", "  one two\n  three"),
      ("To   one two three", "To   one\n     two\n     three"),
      ("発  one two three", "発  one\n    two\n    three"),
      ("\u{1B}[1mone two\u{1B}[0m", "\u{1B}[1mone two\u{1B}[0m"),
      ("unbreakable/word", "unbreakable/word"), ("one\n\ntwo\n", "one\n\ntwo\n"),
    ])
  func lines(text: String, expected: String) {
    #expect(Style(hasColor: true, width: 9).wrapped(text) == expected)
    #expect(Style(hasColor: true, width: nil).wrapped(text) == text)
  }

  @Test(
    "Japanese breaks between letters: no line begins with a mark or ends with a bracket",
    arguments: [
      ("営業時間は不明です。", 10, ["営業時間は", "不明です。"]),
      ("営業時間不明です。", 16, ["営業時間不明で", "す。"]),
      ("出発（今日）までに", 8, ["出発（今", "日）まで", "に"]),
      ("出発（今日）までに", 6, ["出発", "（今", "日）ま", "でに"]),
      ("コーヒーをチョット", 8, ["コーヒー", "をチョッ", "ト"]), ("カチョウ", 4, ["カ", "チョ", "ウ"]),
      ("あと12分で閉店", 6, ["あと", "12分で", "閉店"]), ("Wi-Fiあり、無料", 8, ["Wi-Fiあ", "り、無料"]),
      ("三軒茶屋 3か所", 9, ["三軒茶屋", "3か所"]), ("unbreakable", 4, ["unbreakable"]),
      ("\u{1B}[1m営業\u{1B}[0m中", 4, ["\u{1B}[1m営業\u{1B}[0m", "中"]), ("", 4, [""]),
    ])
  func kinsoku(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test("a table's column of Japanese is as narrow as a line can be broken")
  func japaneseColumn() {
    let text = "おそらく三か所に間に合いますが営業時間がわかりません"
    let table = TextTable([text], [.init("場所") { _ in "港" }, .init("理由") { $0 }])
    let lines = table.render(Style(hasColor: false, width: 24)).split(separator: "\n").map(
      String.init)
    #expect(lines.allSatisfy { $0.displayWidth <= 24 } && lines.count == 4, "\(lines)")
  }

  @Test("the help of every command fits, but for words that cannot be broken")
  func help() async {
    for command in QuickBrewCommand.entries.flatMap(\.all) {
      let words = command.name.split(separator: " ").map(String.init)
      let help = await CommandRun(words + ["--help"], isTerminal: true, width: 80).output
      let long = help.split(separator: "\n").map(String.init).filter {
        $0.count > 80 && !$0.contains("|")
      }
      #expect(long.allSatisfy { $0.hasPrefix("  quickbrew") }, "\(command.name): \(long)")
    }
  }

  @Test("notes are wrapped by paragraphs, and examples so that a shell reads one line")
  func paragraphs() {
    let narrow = Style(hasColor: false, width: 40)
    let full = String(repeating: "word ", count: 18) + "end"
    #expect(
      HelpText.paragraphs("\(full)\nnext.\nOther.", narrow).hasSuffix("word word end next.\nOther.")
    )
    #expect(HelpText.paragraphs("\(full)\nnext.", .plain) == "\(full)\nnext.")
    let text = HelpText.command(PlanCommand.command, narrow)
    #expect(text.contains("  quickbrew plan --from @phone \\\n    --to \"Ferry Building\" \\\n"))
  }

  @Test("messages fit, too")
  func messages() async {
    let run = await CommandRun(["plan", "home", "work"], isTerminal: true, width: 40)
    #expect(run.messages.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(run.messages.split(separator: "\n").count > 4)
  }
}
