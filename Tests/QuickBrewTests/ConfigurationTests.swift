import CommandLineKit
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct ConfigurationTests {
  private static let text = """
    # where I live
    home = 37.785834,-122.406417
      work=1 Telegraph Hill Boulevard

    profile = bike
    units = imperial
    category = bakery
    """

  @Test("places, means of travel and units are those of the settings")
  func applies() async throws {
    let settings = try Configuration(Self.text, from: "x.conf")
    let seen = Locked<PlanRequest?>(nil)
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      seen.withLock { $0 = request }
      throw ServiceError(.notFound, "Seen.")
    }
    _ = await CommandRun(["plan", "Home", "work"], bus: bus, settings: settings)
    let request = try #require(seen.withLock { $0 })
    #expect(
      request.origin
        == .coordinate(
          Coordinate(latitude: 37.785834, longitude: -122.406417), label: "home"))
    #expect(request.destination == .text("1 Telegraph Hill Boulevard"))
    #expect(request.profile == .bicycle)
    #expect(request.category == .named("bakery"))
    _ = await CommandRun(
      ["plan", "a", "b", "--profile", "walk", "--category", "coffee"], bus: bus,
      settings: settings)
    #expect(seen.withLock { $0?.profile } == .foot)
    #expect(seen.withLock { $0?.category } == .named("coffee"))
  }

  @Test(
    "home and work that are not set are refused with how to set them", arguments: ["home", "Work"])
  func unset(word: String) async {
    let bus = FakeClientBus()
    for words in [
      ["plan", word, "b"], ["errands", "a", word, "--do", "coffee"], ["route", "a", word],
    ] {
      let run = await CommandRun(words, bus: bus)
      #expect(run.status == .usage)
      #expect(run.messages.contains("\(word.lowercased()) is not set: quickbrew usual set "))
      #expect(run.messages.contains("quickbrew.conf"))
    }
    // Whether the planner keeps them is all that is asked.
    #expect(Set(bus.sent.withLock { $0 }) == [UsualRequest.operation.name])
  }

  @Test(
    "a line without sense is refused with its number",
    arguments: [
      ("\nhoem = x", "x.conf, line 2: There is no setting “hoem”. Did you mean home?"),
      ("home", "x.conf, line 1: home has no value."), ("home =", "home has no value."),
      ("home = x\nhome = y", "x.conf, line 2: home is set twice."),
      ("home = 91,0", "home “91,0” is out of range"),
      ("profile = boat", "profile is car, bicycle or foot, not “boat”."),
      ("units = feet", "units is metric, imperial or uk, not “feet”."),
    ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: UsageError.self) { try Configuration(text, from: "x.conf") }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
  }

  @Test("the named file is read, else that of the user's directory, else none")
  func files() throws {
    try TemporaryDirectory.with { directory in
      try directory.write("home = a".utf8, to: "quickbrew.conf")
      try directory.write("home = b".utf8, to: "other.conf")
      let user = ["XDG_CONFIG_HOME": directory.path]
      #expect(try Configuration.read(user).place("home") == "a")
      let named = user.merging(["QUICKBREW_CONFIG": directory.path + "/other.conf"]) { $1 }
      #expect(try Configuration.read(named).place("home") == "b")
      let missing = user.merging(["QUICKBREW_CONFIG": directory.path + "/no.conf"]) { $1 }
      #expect(throws: UsageError.self) { try Configuration.read(missing) }
      #expect(try Configuration.read(["HOME": directory.path]) == Configuration())
    }
  }

  @Test(
    "what cannot be undone is asked on a terminal",
    arguments: [
      (nil, [], true), (true, [], true), (false, [], false), (false, ["--yes"], true),
      (false, ["-y"], true),
    ] as [(Bool?, [String], Bool)])
  func confirmation(answer: Bool?, flags: [String], isSent: Bool) async {
    let bus = FakeClientBus()
    let run = await CommandRun(["pins", "reset"] + flags, bus: bus, answer: answer)
    #expect(bus.sent.withLock { $0.isEmpty } == !isSent)
    if !isSent {
      #expect(run.status == .failure)
      #expect(run.messages == "Nothing was changed.\n")
    }
  }
}
