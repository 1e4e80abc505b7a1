import Foundation
import Glibc
import TestSupport

/// A session of headless Chromium, driven over WebDriver.
///
/// Source: W3C, "WebDriver"; Chromium's `goog/cdp` for what the standard does not have.
struct WebDriver: Sendable {
  private let port: Int
  /// The path of the session's commands.
  private let session: String

  /// Whether a browser and its driver are installed.
  static let isUsable = ["/usr/bin/chromium", "/usr/bin/chromedriver"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A failure that the driver reports.
  private struct Failure: Decodable {
    let error: String
    let message: String
  }

  private struct Reply<Value: Decodable>: Decodable { let value: Value }

  /// Starts a driver and a browser, runs `body`, and ends both, whatever fails.
  ///
  /// - Parameters:
  ///   - directory: where the driver's output goes.
  ///   - home: the home directory of the browser's user; that of this process by default.
  ///   - arguments: the browser's, beside the usual ones.
  static func with(
    logIn directory: String, home: String? = nil, arguments: [String] = [],
    _ body: (WebDriver) async throws -> Void
  ) async throws {
    let log = directory + "/chromedriver.log"
    let process = try ChildProcess(
      "/usr/bin/chromedriver", ["--port=0"], environment: home.map { ["HOME": $0] } ?? [:],
      output: .file(log))
    defer { process.send(SIGKILL) }
    let port = try await number(of: /started successfully on port (\d+)/, in: log)
    let answer = try await send(port, "POST", "/session", NewSession(arguments))
    let session = try JSONDecoder().decode(Reply<Session>.self, from: answer).value.sessionId
    let driver = WebDriver(port: port, session: "/session/" + session)
    do {
      try await driver.post("/timeouts", ["script": 120_000])
      try await body(driver)
    } catch {
      await driver.end()
      throw error
    }
    await driver.end()
  }

  private init(port: Int, session: String) {
    self.port = port
    self.session = session
  }

  /// The number that a process writes into its log: the port that it has chosen.
  static func number(
    of pattern: Regex<(Substring, Substring)>, in log: String
  ) async throws -> Int {
    let deadline = ContinuousClock.now + .patience
    while ContinuousClock.now < deadline {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: pattern) { return Int(match.1) ?? 0 }
      // Another process tells nothing but what it writes, so its log is polled.
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Unexpected("never in \(log): the port")
  }

  /// Ends the browser.
  private func end() async {
    _ = try? await Self.send(port, "DELETE", session, Nothing())
  }

  func get<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
    let answer = try await Self.send(port, "GET", session + path, Nothing())
    return try JSONDecoder().decode(Reply<Value>.self, from: answer).value
  }

  /// Closes the current tab.
  func closeTab() async throws {
    _ = try await Self.send(port, "DELETE", session + "/window", Nothing())
  }

  /// Sends a command whose value nobody needs.
  func post(_ path: String, _ body: some Encodable & Sendable) async throws {
    _ = try await Self.send(port, "POST", session + path, body)
  }

  func post<Value: Decodable>(
    _ type: Value.Type, _ path: String, _ body: some Encodable & Sendable
  ) async throws -> Value {
    let answer = try await Self.send(port, "POST", session + path, body)
    return try JSONDecoder().decode(Reply<Value>.self, from: answer).value
  }

  private static func send(
    _ port: Int, _ method: String, _ path: String, _ body: some Encodable
  ) async throws -> Data {
    // Foundation's client does not read the headers of chromedriver, which have no blanks.
    let body =
      try method == "POST" ? String(decoding: JSONEncoder().encode(body), as: UTF8.self) : nil
    let request = http(method, path, ["Content-Type: application/json"], body: body)
    let data = Data(try await RawClient(port: port).exchange(request).body.utf8)
    if let failure = try? JSONDecoder().decode(Reply<Failure>.self, from: data) {
      throw Unexpected("\(failure.value.error): \(failure.value.message.prefix(600))")
    }
    return data
  }
}

extension WebDriver {
  /// A command without parameters.
  struct Nothing: Encodable {}

  private struct Session: Decodable { let sessionId: String }

  /// A headless browser that draws with software, so that it runs on any machine.
  private struct NewSession: Encodable {
    struct Capabilities: Encodable { let alwaysMatch: Match }
    struct Match: Encodable {
      enum CodingKeys: String, CodingKey {
        case options = "goog:chromeOptions"
        case logging = "goog:loggingPrefs"
      }
      let options: Options
      let logging = ["browser": "ALL"]
    }
    struct Options: Encodable {
      let binary = "/usr/bin/chromium"
      var args = [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--lang=en-GB",
        "--accept-lang=en-GB", "--force-prefers-reduced-motion", "--disable-gpu-rasterization",
      ]
    }
    let capabilities: Capabilities

    init(_ arguments: [String]) {
      var options = Options()
      options.args += arguments
      capabilities = Capabilities(alwaysMatch: Match(options: options))
    }
  }
}
