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
    for file in ["maplibre-gl.js", "axe.min.js"] where !Executables.hasVendor(file) {
      throw Unexpected("\(file) is missing in .vendor: deploy/test fetches it from a Python wheel")
    }
    try await RealStack.run(withMap: true) { stack in
      try stack.start(.webGateway, ["--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/127\.0\.0\.1:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      try await WebDriver.with(logIn: stack.home) { driver in
        let browser = Browser(driver: driver, site: "http://localhost:\(port)")
        try await Browser.$current.withValue(browser) {
          try await Self.$stack.withValue(stack) {
            try await Self.$port.withValue(port, operation: function)
          }
        }
      }
    }
  }
}

extension Trait where Self == BrowserScope {
  /// Runs the suite's tests in a browser on a real stack.
  static var browser: BrowserScope { BrowserScope() }
}

/// The page in a real browser: what a person does behind each door.
@Suite(
  .serialized, .browser,
  .enabled(
    if: WebDriver.isUsable,
    "no browser: deploy/test installs Debian's packages chromium and chromium-driver"))
struct BrowserTests {}
