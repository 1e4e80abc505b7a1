import Foundation
import FoundationNetworking
import TestSupport

/// A session of headless Chromium, driven over WebDriver.
///
/// Source: W3C, "WebDriver"; Chromium's `goog/cdp` for what the standard does not have.
final class WebDriver: Sendable {
  private let process: Process
  private let address: String

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

  /// Starts a driver, and a browser with it.
  ///
  /// - Parameter directory: where the driver's output goes.
  init(in directory: String) async throws {
    let log = directory + "/chromedriver.log"
    try Data().write(to: URL(filePath: log))
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/chromedriver")
    process.arguments = ["--port=0"]
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: log))
    process.standardError = FileHandle.nullDevice
    try process.run()
    let port = try await Self.number(of: /started successfully on port (\d+)/, in: log)
    let driver = "http://127.0.0.1:\(port)"
    let answer = try await Self.send("POST", driver + "/session", NewSession())
    let session = try JSONDecoder().decode(Reply<Session>.self, from: answer).value
    address = "\(driver)/session/\(session.sessionId)"
    try await post("/timeouts", ["script": 120_000])
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

  /// Ends the browser and the driver.
  func end() async {
    _ = try? await Self.send("DELETE", address, Nothing())
    process.terminate()
  }

  func get<Value: Decodable>(_ type: Value.Type, _ path: String) async throws -> Value {
    let answer = try await Self.send("GET", address + path, Nothing())
    return try JSONDecoder().decode(Reply<Value>.self, from: answer).value
  }

  /// Closes the current tab.
  func closeTab() async throws { _ = try await Self.send("DELETE", address + "/window", Nothing()) }

  /// Sends a command whose value nobody needs.
  func post(_ path: String, _ body: some Encodable & Sendable) async throws {
    _ = try await Self.send("POST", address + path, body)
  }

  func post<Value: Decodable>(
    _ type: Value.Type, _ path: String, _ body: some Encodable & Sendable
  ) async throws -> Value {
    let answer = try await Self.send("POST", address + path, body)
    return try JSONDecoder().decode(Reply<Value>.self, from: answer).value
  }

  private static func send(
    _ method: String, _ address: String, _ body: some Encodable
  ) async throws -> Data {
    guard let url = URL(string: address) else { throw Unexpected("no address: \(address)") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.timeoutInterval = 180
    if method == "POST" {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, _) = try await URLSession.shared.data(for: request)
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
    struct Capabilities: Encodable { let alwaysMatch = Match() }
    struct Match: Encodable {
      enum CodingKeys: String, CodingKey {
        case options = "goog:chromeOptions"
        case logging = "goog:loggingPrefs"
      }
      let options = Options()
      let logging = ["browser": "ALL"]
    }
    struct Options: Encodable {
      let binary = "/usr/bin/chromium"
      let args = [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--lang=en-GB",
      ]
    }
    let capabilities = Capabilities()
  }
}
