import Foundation
import Messages
import TestSupport

/// The page in a browser, as a person uses it: looks, clicks, types, waits.
struct Browser: Sendable {
  /// The screens of a phone, upright and lying, of a tablet and of a desk.
  enum Screen: String, CaseIterable {
    case phone, lying, tablet, desk

    /// Those that a test looks at.
    static let looked = [Screen.phone, .desk]

    private var size: (width: Int, height: Int) {
      switch self {
      case .phone: (390, 844)
      case .lying: (844, 390)
      case .tablet: (820, 1180)
      case .desk: (1400, 900)
      }
    }
    var width: Int { size.width }
    var height: Int { size.height }
  }

  enum Theme: String, CaseIterable { case light, dark }

  /// Keys that are no letters, as WebDriver writes them.
  enum Key: String {
    case enter = "\u{E007}"
    case tab = "\u{E004}"
    case down = "\u{E015}"
    case escape = "\u{E00C}"
    case space = " "
  }

  let driver: WebDriver
  /// `http://localhost:8080`
  let site: String

  /// The browser of the test that is running.
  @TaskLocal static var current: Browser?

  /// Opens an address of the page, as another visit with nothing kept from before unless `keeps`.
  func open(
    _ path: String, _ screen: Screen = .desk, _ theme: Theme = .light, keeps: Bool = false
  ) async throws {
    try await resize(screen, theme)
    if !keeps {
      // A tab keeps the language of a link, and a blank page keeps nothing.
      let clear = "(() => { try { sessionStorage.clear(); } catch {} return true; })()"
      _ = try await value(Bool.self, clear)
      // A page that is still loading would complain of what is taken from it.
      try await driver.post("/url", ["url": "about:blank"])
      try await forget()
    }
    try await driver.post("/url", ["url": site + path])
    // What a door cannot show is for the test to look at.
    try await wait("document.body.classList.contains('has-map')", [], endsAtFailure: false)
  }

  func resize(_ screen: Screen, _ theme: Theme) async throws {
    struct Size: Encodable {
      let width, height: Int
      let deviceScaleFactor = Browser.scale
      let mobile: Bool
    }
    struct Media: Encodable { let features: [[String: String]] }
    try await command(
      "Emulation.setDeviceMetricsOverride",
      Size(width: screen.width, height: screen.height, mobile: screen != .desk))
    try await command(
      "Emulation.setEmulatedMedia",
      Media(features: [
        ["name": "prefers-color-scheme", "value": theme.rawValue],
        ["name": "prefers-reduced-motion", "value": "reduce"],
      ]))
  }

  /// Says where the device is.
  func move(to latitude: Double, _ longitude: Double) async throws {
    struct Position: Encodable {
      let latitude, longitude: Double
      let accuracy = 10
    }
    struct Permissions: Encodable { let permissions = ["geolocation"] }
    try await command("Browser.grantPermissions", Permissions())
    try await command(
      "Emulation.setGeolocationOverride", Position(latitude: latitude, longitude: longitude))
  }

  /// Removes what the page has stored, and its service worker.
  func forget() async throws {
    struct Storage: Encodable {
      let origin: String
      let storageTypes = "all"
    }
    try await command("Storage.clearDataForOrigin", Storage(origin: site))
  }

  private struct Command<Parameters: Encodable & Sendable>: Encodable, Sendable {
    let cmd: String
    let params: Parameters
  }

  private func command(_ name: String, _ parameters: some Encodable & Sendable) async throws {
    try await driver.post("/goog/cdp/execute", Command(cmd: name, params: parameters))
  }

  /// A part of the page as a screen reader is told of it.
  struct Part: Equatable {
    let role, name: String
  }

  /// What the browser tells a screen reader, in its order.
  func outline() async throws -> [Part] {
    struct Text: Decodable { let value: String? }
    struct Node: Decodable {
      let ignored: Bool
      let role, name: Text?
    }
    struct Tree: Decodable { let nodes: [Node] }
    let request = Command(cmd: "Accessibility.getFullAXTree", params: [String: String]())
    let tree = try await driver.post(Tree.self, "/goog/cdp/execute", request)
    return tree.nodes.filter { !$0.ignored }.map {
      Part(role: $0.role?.value ?? "", name: $0.name?.value ?? "")
    }
  }
}

// MARK: - Looking

extension Browser {
  private struct Script: Encodable {
    let script: String
    let args: [String]
  }

  /// The value of a JavaScript expression; `$` and `$$` find elements, arguments are `a[0]`, ….
  func value<Value: Decodable>(
    _ type: Value.Type, _ expression: String, _ arguments: String...
  ) async throws -> Value {
    try await evaluate(type, expression, arguments)
  }

  private func evaluate<Value: Decodable>(
    _ type: Value.Type, _ expression: String, _ arguments: [String]
  ) async throws -> Value {
    let script = """
      const a = arguments; const $ = (each) => document.querySelector(each);
      const $$ = (each) => [...document.querySelectorAll(each)]; return \(expression);
      """
    return try await driver.post(type, "/execute/sync", Script(script: script, args: arguments))
  }

  /// Runs a function of JavaScript that is given `done`; its value.
  func awaited<Value: Decodable>(_ type: Value.Type, _ script: String) async throws -> Value {
    try await driver.post(
      type, "/execute/async",
      Script(script: "const done = arguments[0]; \(script)", args: []))
  }

  /// What a wait sees: whether it is over, and what the page says has failed.
  private struct Glance: Decodable {
    let isTrue: Bool
    let failure: String
  }

  /// Waits until an expression is true. Ends with the page's own words where that says that
  /// something has failed, unless a test has looked at that failure already, or looks for one now.
  func wait(_ expression: String, _ arguments: String...) async throws {
    let isWanted = ([expression] + arguments).contains { $0.contains("failure") }
    try await wait(expression, arguments, endsAtFailure: !isWanted)
    if isWanted {
      let mark = "$$('.failure').map((each) => { each.dataset.seen = ''; return true; })"
      _ = try await value([Bool].self, mark)
    }
  }

  private func wait(
    _ expression: String, _ arguments: [String], endsAtFailure: Bool
  ) async throws {
    let deadline = ContinuousClock.now + .patience
    let failure = "$('.failure:not([data-seen])')?.innerText.trim() ?? ''"
    let look = "{ isTrue: Boolean(\(expression)), failure: \(failure) }"
    while true {
      let seen = try await evaluate(Glance.self, look, arguments)
      if seen.isTrue { return }
      if endsAtFailure, seen.failure != "" {
        throw Unexpected("the page failed: \(seen.failure) Waited for \(expression) \(arguments)")
      }
      guard ContinuousClock.now < deadline else {
        let text = try await value(String.self, "document.body.innerText")
        throw Unexpected("never true: \(expression) \(arguments). The page: \(text.prefix(1500))")
      }
      // A browser tells a test nothing by itself, so it is asked.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The visible text of the first element that a selector finds.
  func text(_ selector: String) async throws -> String {
    try await wait("$(a[0])", selector)
    return try await value(String.self, "$(a[0]).innerText", selector)
  }

  /// Messages of the console that a person should not see: errors and what the policy forbids.
  func complaints() async throws -> [String] { try await messages(only: ["SEVERE"]) }

  /// Messages of the console since it was last read.
  func messages(only levels: Set<String> = ["SEVERE", "WARNING"]) async throws -> [String] {
    struct Entry: Decodable {
      let level: String
      let message: String
    }
    return try await driver.post([Entry].self, "/se/log", ["type": "browser"])
      .filter { levels.contains($0.level) }.map(\.message)
  }
}

// MARK: - Acting

extension Browser {
  private struct Element: Decodable {
    enum CodingKeys: String, CodingKey { case id = "element-6066-11e4-a52e-4f735466cecf" }
    let id: String
  }

  /// Does something, again where the page was redrawn meanwhile and an element has another in its
  /// place, or is not shown any more or not yet.
  func redrawn(_ act: () async throws -> Void) async throws {
    let deadline = ContinuousClock.now + .patience
    while true {
      do {
        return try await act()
      } catch {
        let passing = ["stale element reference", "element not interactable"]
        guard passing.contains(where: "\(error)".contains), ContinuousClock.now < deadline
        else { throw error }
      }
    }
  }

  /// Does something with the first element that a selector finds, once it is there.
  private func withElement(
    _ selector: String, _ act: (_ element: String) async throws -> Void
  ) async throws {
    try await redrawn {
      try await wait("$(a[0])", selector)
      let element = try await driver.post(
        Element.self, "/element", ["using": "css selector", "value": selector])
      try await act("/element/\(element.id)")
    }
  }

  /// Clicks where a person would: what is covered or out of sight fails.
  func click(_ selector: String) async throws {
    try await withElement(selector) { try await driver.post("\($0)/click", WebDriver.Nothing()) }
  }

  /// Taps where a finger would, in the middle of what is there to be seen.
  func tap(_ selector: String) async throws {
    struct Point: Codable { let x, y: Double }
    struct Touch: Encodable {
      let type: String
      let touchPoints: [Point]
    }
    try await wait("$(a[0])?.checkVisibility()", selector)
    let middle = try await value(
      Point.self,
      """
      ((each) => {
        each.scrollIntoView({ block: 'center', inline: 'center' });
        const { x, y, width, height } = each.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        if (!each.contains(document.elementFromPoint(middle.x, middle.y)))
          throw new Error(`${a[0]} is covered`);
        return middle;
      })($(a[0]))
      """, selector)
    try await command("Input.dispatchTouchEvent", Touch(type: "touchStart", touchPoints: [middle]))
    try await command("Input.dispatchTouchEvent", Touch(type: "touchEnd", touchPoints: []))
  }

  /// Clicks the button or link with this text.
  func press(_ text: String, in region: String = "body") async throws {
    let find =
      "$$(a[0] + ' button, ' + a[0] + ' a, ' + a[0] + ' summary')"
      + ".find((each) => each.innerText.trim() === a[1] && each.offsetParent)"
    try await wait(find, region, text)
    _ = try await value(
      Bool.self, "(\(find).setAttribute('data-tested', ''), true)", region, text)
    try await click("[data-tested]")
    _ = try await value(Bool.self, "($('[data-tested]')?.removeAttribute('data-tested'), true)")
  }

  /// Replaces the text of a field.
  func type(_ text: String, into selector: String) async throws {
    try await withElement(selector) { element in
      try await driver.post("\(element)/clear", WebDriver.Nothing())
      try await driver.post("\(element)/value", ["text": text])
    }
  }

  /// Presses a key where the focus is.
  func press(_ key: Key) async throws {
    let active = try await driver.get(Element.self, "/element/active")
    try await driver.post("/element/\(active.id)/value", ["text": key.rawValue])
  }

  func back() async throws { try await driver.post("/back", WebDriver.Nothing()) }
}
