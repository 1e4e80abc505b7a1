import Foundation
import Messages
import TestSupport
import Testing

/// One stack of the sample map, one gateway and one browser for all tests of a suite.
struct BrowserScope: SuiteTrait, TestScoping {
  /// The stack of the running test, and the port of its gateway.
  @TaskLocal static var stack: RealStack?
  @TaskLocal static var port = 0

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await RealStack.run { stack in
      try stack.start(.webGateway, ["--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/127\.0\.0\.1:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      let driver = try await WebDriver(in: stack.home)
      let browser = Browser(driver: driver, site: "http://localhost:\(port)")
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(
          try await Browser.$current.withValue(browser) {
            try await Self.$stack.withValue(stack) {
              try await Self.$port.withValue(port, operation: function)
            }
          })
      } catch {
        outcome = .failure(error)
      }
      await driver.end()
      try outcome.get()
    }
  }
}

extension Trait where Self == BrowserScope {
  /// Runs the suite's tests in a browser on a real stack.
  static var browser: BrowserScope { BrowserScope() }
}

/// The page in a real browser: what a person does behind each door. On demand:
///
///     QUICKBREW_BROWSER=1 swift test --filter BrowserTests
@Suite(
  .serialized, .browser,
  .enabled(
    if: WebDriver.isUsable && ProcessInfo.processInfo.environment["QUICKBREW_BROWSER"] != nil,
    "set QUICKBREW_BROWSER; deploy/test installs Debian's packages chromium and chromium-driver"))
struct BrowserTests {}
