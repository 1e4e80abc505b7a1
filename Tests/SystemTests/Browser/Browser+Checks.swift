import Foundation
import TestSupport
import Testing

/// What must hold behind every door.
extension Browser {
  /// Where screenshots go: QUICKBREW_SCREENSHOTS. Without it none are made.
  private static let screenshots = ProcessInfo.processInfo.environment["QUICKBREW_SCREENSHOTS"]
  /// Where the pictures of documents go, such as docs/pictures. Without it they are only checked.
  static let pictures = ProcessInfo.processInfo.environment["QUICKBREW_PICTURES"]

  /// Pixels of the picture for each of the page: one where somebody will look at it. Software
  /// draws a quarter of them in half of the time.
  static let scale = screenshots == nil && pictures == nil ? 0.5 : 1

  /// Looks at what is open on both screens in both themes: screenshots, accessibility, nothing
  /// wider than the screen, no complaint of the browser but those with one of `allowed` in them.
  func look(
    _ name: String, allowed: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for theme in Theme.allCases {
      for screen in Screen.looked {
        try await resize(screen, theme)
        try await capture("\(name)-\(screen.width)-\(theme)")
        let width = try await value(Int.self, "document.documentElement.scrollWidth")
        #expect(width <= screen.width, "\(name) \(screen)", sourceLocation: sourceLocation)
        // Another theme has the same elements in other colours.
        let flaws = try await violations(rules: theme == .light ? [] : ["color-contrast"])
        #expect(flaws == [], "\(name) \(screen) \(theme)", sourceLocation: sourceLocation)
      }
    }
    try await resize(.desk, .light)
    try await drawMap()
    let said = try await complaints().filter { said in !allowed.contains { said.contains($0) } }
    #expect(said == [], "\(name)", sourceLocation: sourceLocation)
  }

  /// Waits until the map is complete. One that a stopped stack cannot complete stays busy, so after
  /// some seconds the wait ends by itself.
  func drawMap() async throws {
    // Two frames: the first has the new size, the second is drawn with it.
    _ = try await awaited(
      Bool.self,
      """
      const map = document.querySelector('#map');
      const end = performance.now() + 4000;
      const look = () => map.ariaBusy !== 'true' || performance.now() > end
        ? done(true) : setTimeout(look, 20);
      requestAnimationFrame(() => requestAnimationFrame(look));
      """)
  }

  /// Keeps what is on the screen, with its map complete, where screenshots are wanted.
  func capture(_ name: String) async throws {
    guard let screenshots = Self.screenshots else { return }
    try await drawMap()
    let picture = try await driver.get(String.self, "/screenshot")
    let directory = URL(filePath: screenshots)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(base64Encoded: picture)?.write(to: directory.appending(path: "\(name).png"))
  }

  /// What axe-core finds wrong: the rule, and the first elements that break it.
  ///
  /// - Parameter rules: their names; empty for all.
  private func violations(rules: [String]) async throws -> [String] {
    let axe = try String(contentsOfFile: Executables.vendor + "/axe.min.js", encoding: .utf8)
    if try await value(Bool.self, "typeof window.axe === 'undefined'") {
      _ = try await awaited(Bool.self, "\(axe); done(true)")
    }
    return try await awaited(
      [String].self,
      """
      const only = \(rules);
      const options = { resultTypes: ['violations'], ...(only.length ? { runOnly: only } : {}) };
      axe.run(document, options).then(({ violations }) => done(
        violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) =>
          `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`)),
        (error) => done([String(error)]));
      """)
  }
}
