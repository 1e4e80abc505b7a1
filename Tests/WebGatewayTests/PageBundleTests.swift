import MessageBus
import TestSupport
import Testing

@testable import WebGateway

@Suite struct PageBundleTests {
  private func script(_ modules: [String: String]) throws -> String {
    try PageBundle(modules: modules).script(of: "app.js")
  }

  @Test("the service worker takes the page's paths for the page, and no other")
  func pages() throws {
    let worker = try #require(PageFiles.sources.first { $0.path == "/sw.js" })
    let paths = ["/"] + PageFiles.doors.map { "/\($0)" }
    let list = paths.map { "'\($0)'" }.joined(separator: ", ")
    let text = String(decoding: worker.bytes, as: UTF8.self)
    #expect(text.contains("const pages = [\(list)];"))
  }

  @Test("a module runs after those it imports, once, and gives what it exports")
  func order() throws {
    let text = try script([
      "app.js": """
      import { a as first, b } from './core/a-b.js';
      import { c } from './c.js';
      const door = () => import('./core/late.js');
      """,
      "c.js": "import { a } from './core/a-b.js';\nexport const c = a;",
      "core/a-b.js": "export const a = 1;\nexport async function b() {}",
      "core/late.js": "import { c } from '../c.js';\nexport class Late {}",
    ])
    let expected = """
      const $core_a_b = (() => {
      const a = 1;
      async function b() {}
      return { a, b };
      })();
      const $c = (() => {
      const { a } = $core_a_b;
      const c = a;
      return { c };
      })();
      const $core_late = (() => {
      const { c } = $c;
      class Late {}
      return { Late };
      })();
      const $app = (() => {
      const { a: first, b } = $core_a_b;
      const { c } = $c;
      const door = () => Promise.resolve($core_late);
      return {  };
      })();

      """
    #expect(text == expected)
  }

  @Test(
    "a form that is not read is refused with its module",
    arguments: [
      "import * as all from './c.js';", "export default 1;", "export { c };",
      "import { gone } from './gone.js';", "import './c.js';", "export let c = 1;",
    ])
  func unreadable(line: String) {
    #expect(throws: PageBundle.Unreadable.self) {
      try script(["app.js": line, "c.js": "export const c = 1;"])
    }
  }

  @Test("a circle of imports is refused")
  func circle() {
    #expect(throws: PageBundle.Unreadable.self) {
      try script([
        "app.js": "import { c } from './c.js';", "c.js": "import { d } from './d.js';",
        "d.js": "import { c } from './c.js';",
      ])
    }
  }

  @Test("the page is one script and one sheet, kept for ever under their fingerprint")
  func page() async throws {
    _ = try PageFiles.bundled.get()
    let page = await gateway().answer(HTTPRequest("GET", "/breweries"))
    #expect(page.header("Cache-Control") == "no-cache")
    let links = page.text.matches(of: /"(\/page\/[0-9a-f]{16}\/all\.(?:js|css))"/)
    #expect(links.count == 2)
    for link in links {
      let file = await gateway().answer(HTTPRequest("GET", String(link.1)))
      #expect(file.status == 200)
      #expect(file.header("Cache-Control")?.contains("immutable") == true)
      #expect(!file.text.contains("\nimport "))
    }
  }

  @Test("every module of the page but its worker and the reference is in the script")
  func whole() async throws {
    let files = try PageFiles.bundled.get()
    let script = try #require(files.first { $0.path.hasSuffix("/all.js") })
    let text = String(decoding: script.bytes, as: UTF8.self)
    for (path, _) in PageFiles.sources
    where path.hasSuffix(".js") && path.hasPrefix("/page/") && !path.contains("/reference/") {
      let name = path.dropFirst("/page/".count).dropLast(".js".count)
      let constant = name.replacing("/", with: "_").replacing("-", with: "_")
      #expect(text.contains("const $\(constant) = (() => {"), "\(path)")
    }
  }
}
