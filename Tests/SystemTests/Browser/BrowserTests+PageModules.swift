import Foundation
import TestSupport
import Testing

extension BrowserTests {
  /// `Tests/PageTests`: what modules of the page answer without a stack.
  @Suite struct Modules {
    private struct Result: Decodable {
      let count: Int
      let failures: [String]
    }

    @Test("the modules of the page answer as their own tests say")
    func modules() async throws {
      let page = Browser.current!
      let home = try #require(BrowserScope.stack).home
      let made = try await Executables.run(
        "/usr/bin/esbuild",
        [
          "--bundle", "--format=iife", "--charset=utf8", "--log-level=warning",
          Executables.repository + "/Tests/PageTests/all.js",
        ], in: home)
      #expect(made.status == 0 && made.errors == "", "\(made.errors)")
      try await page.driver.post("/url", ["url": page.site + "/api"])
      _ = try await page.value(Bool.self, "(sessionStorage.clear(), true)")
      let result = try await page.awaited(
        Result.self, "\(made.output); window.pageTests().then(done);")
      #expect(result.failures == [])
      #expect(result.count >= 43)
      _ = try await page.complaints()
    }
  }
}
