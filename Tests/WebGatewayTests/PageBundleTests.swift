import MessageBus
import TestSupport
import Testing

@testable import WebGateway

@Suite struct PageBundleTests {
  @Test("the service worker takes the page's paths for the page, and no other")
  func pages() throws {
    let worker = try #require(PageFiles.own.first { $0.path == "/sw.js" })
    let paths = ["/"] + PageFiles.doors.map { "/\($0)" }
    let list = paths.map { "'\($0)'" }.joined(separator: ", ")
    #expect(worker.text.contains("const pages = [\(list)];"))
  }

  @Test(
    "a page is one script and one sheet, kept for ever under their fingerprint",
    arguments: ["/breweries", "/api"])
  func page(path: String) async throws {
    let page = await gateway().answer(HTTPRequest("GET", path))
    #expect(page.header("Cache-Control") == "no-cache")
    let links = page.text.matches(of: /"(\/page\/[0-9a-f]{16}\/\w+\.(?:js|css))"/)
    #expect(links.count == 2)
    for link in links {
      let file = await gateway().answer(HTTPRequest("GET", String(link.1)))
      #expect(file.status == 200)
      #expect(file.header("Cache-Control")?.contains("immutable") == true)
      // Nothing is left to be asked for, but MapLibre.
      #expect(!file.text.contains(/\bimport\s*[({"'*]|@import/), "\(link.1)")
    }
  }

  @Test("the doors of the page are all in its script")
  func whole() throws {
    let script = try #require(PageFiles.own.first { $0.path.hasSuffix("/app.js") })
    for words in ["Where can we meet?", "This map has no", "Download this area"] {
      #expect(script.text.contains(words), "\(words)")
    }
    #expect(Set(PageFiles.own.map(\.path)).isSuperset(of: PageFiles.doors.map { "/\($0)" }))
  }
  @Test("at an unknown address people get the page, which says so, and programs a problem")
  func unknown() async throws {
    let accept = ["accept": "text/html,application/xhtml+xml"]
    let page = await gateway().answer(HTTPRequest("GET", "/menu", headers: accept))
    #expect(page.status == 404)
    #expect(page.text.contains("id=\"panel\""))
    let problem = await gateway().answer(HTTPRequest("GET", "/menu"))
    #expect(problem.status == 404)
    #expect(problem.header("Content-Type") == "application/problem+json")
  }
}
