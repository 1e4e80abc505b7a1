import Testing

@testable import QuickBrew

@Suite struct HoursCommandTests {
  private let value = "Mo-Fr 08:00-18:00; Sa 09:00–13:00; PH off"
  private let flags = ["--zone", "Europe/Berlin", "--country", "DE"]

  @Test("the state, the week and warnings are shown")
  func report() async {
    let run = await CommandRun(["hours", value] + flags + ["--at", "2026-12-23T09:30"])
    #expect(run.status == .success)
    #expect(
      run.output == """
        Mo-Fr 08:00-18:00; Sa 09:00–13:00; PH off
        Open at We 2026-12-23 09:30, Europe/Berlin; closed from 18:00.

        Day            Hours
        We 2026-12-23  08:00-18:00
        Th 2026-12-24  08:00-18:00
        Fr 2026-12-25  closed · Erster Weihnachtstag
        Sa 2026-12-26  closed · Zweiter Weihnachtstag
        Su 2026-12-27  closed
        Mo 2026-12-28  08:00-18:00
        Tu 2026-12-29  08:00-18:00

        Note: character 28: “-” is meant by “–”

        """)
  }

  @Test("--from and --to choose the listed days")
  func span() async {
    let run = await CommandRun(
      ["hours", #"Mo 20:00-02:00 "knock"; Tu-Su 17:00+"#, "--zone", "Europe/Helsinki"]
        + ["--from", "2026-11-23", "--to", "2026-11-24T18:00", "--at", "2026-11-23T12:00"])
    #expect(
      run.output == """
        Mo 20:00-02:00 "knock"; Tu-Su 17:00+
        Closed at Mo 2026-11-23 12:00, Europe/Helsinki; unknown from 20:00.

        Day            Hours
        Mo 2026-11-23  00:00-03:00? (open end), 20:00-24:00? (knock)
        Tu 2026-11-24  17:00-18:00? (open end)

        Note: character 25: this rule ends the night before it at midnight; “,” would not

        """)
  }

  @Test("missing inputs are reported as warnings")
  func limitations() async {
    let run = await CommandRun(
      ["hours", "sunrise-sunset; PH off; SH off", "--zone", "UTC", "--at", "2026-11-23T12:00"])
    #expect(run.output.contains("Note: No country is given: what depends on PH is not known.\n"))
    #expect(run.output.contains("Note: The school holidays are not known"))
    #expect(run.output.contains("Note: No coordinate is given: the sun rises at 06:00"))
    let abroad = await CommandRun(["hours", "PH off", "--country", "XX", "--zone", "UTC"])
    #expect(abroad.output.contains("The public holidays of XX are not known"))
  }

  @Test("--json prints the report as data")
  func json() async {
    let run = await CommandRun(
      ["hours", "Mo 10-12", "--json", "--zone", "Europe/Malta", "--at", "2026-11-23T11:00"]
        + ["--to", "2026-11-24"])
    let intervals =
      #"[{"end":"2026-11-23T12:00:00+01:00","start":"2026-11-23T10:00:00+01:00","state":"open"}]"#
    let change = #"{"at":"2026-11-23T12:00:00+01:00","state":"closed"}"#
    let warnings = #"[{"message":"the minutes are missing: “08:00”","position":8}]"#
    let expected =
      #"{"at":"2026-11-23T11:00:00+01:00","intervals":\#(intervals),"nextChange":\#(change),"#
      + #""state":"open","timeZone":"Europe/Malta","value":"Mo 10-12","warnings":\#(warnings)}"#
    #expect(run.output == expected + "\n")
  }

  @Test(
    "every format of a time is accepted",
    arguments: [
      "2026-11-23T09:00:00+01:00", "2026-11-23T08:00:00.000Z", "2026-11-23T09:00",
      "2026-11-23 09:00:00", "1795420800", "1795420800000", "1795420800.0",
    ])
  func timeFormats(_ from: String) async {
    let run = await CommandRun(
      ["hours", "08:00-10:00", "--from", from, "--to", "2026-11-23T12:00", "--json"]
        + ["--zone", "Europe/Malta", "--at", "2026-11-23T08:00"])
    #expect(run.output.contains(#""start":"2026-11-23T09:00:00+01:00""#), "\(run.messages)")
  }

  @Test(
    "invalid times are refused", arguments: ["20261123", "2026", "", "tomorrow", "-5", "1e30"])
  func invalidTimes(_ from: String) async {
    let run = await CommandRun(["hours", "08:00-10:00", "--from=\(from)", "--zone", "UTC"])
    #expect(run.status == .usage)
    #expect(run.messages.contains("A time is like"), "\(run.messages)")
  }

  @Test(arguments: [
    (["hours"], "VALUE is missing."),
    (["hours", "8-6"], "character 3: expected a time of 24 hours"),
    (["hours", "24/7", "--zone", "Mars"], "There is no time zone “Mars”"),
    (["hours", "24/7", "--at", "soon"], "not “soon”"),
    (["hours", "24/7", "--from", "2026-01-02", "--to", "2026-01-01"], "must come after"),
    (["hours", "24/7", "--near", "91,0"], "is out of range"),
  ])
  func refuses(_ words: [String], expecting message: String) async {
    let run = await CommandRun(words)
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }
}
