import Foundation
import TestSupport
import Testing

/// What must hold behind every door.
extension Browser {
  /// Where screenshots go: QUICKBREW_SCREENSHOTS, else beside the executables.
  private static let screenshots =
    ProcessInfo.processInfo.environment["QUICKBREW_SCREENSHOTS"]
    ?? Executables.directory + "/screenshots"

  /// Looks at what is open on both screens in both themes: screenshots, accessibility, nothing
  /// wider than the screen, no complaint of the browser.
  func look(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for screen in Screen.allCases {
      for theme in Theme.allCases {
        try await resize(screen, theme)
        // Two frames: the first has the new sizes, the second is drawn with them.
        _ = try await awaited(
          Bool.self, "requestAnimationFrame(() => requestAnimationFrame(() => done(true)))")
        try await capture("\(name)-\(screen.width)-\(theme)")
        let width = try await value(Int.self, "document.documentElement.scrollWidth")
        #expect(width <= screen.width, "\(name) \(screen)", sourceLocation: sourceLocation)
        let flaws = try await violations()
        #expect(flaws == [], "\(name) \(screen) \(theme)", sourceLocation: sourceLocation)
      }
    }
    try await resize(.desk, .light)
    let said = try await complaints()
    #expect(said == [], "\(name)", sourceLocation: sourceLocation)
  }

  private func capture(_ name: String) async throws {
    let picture = try await driver.get(String.self, "/screenshot")
    let directory = URL(filePath: Self.screenshots)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(base64Encoded: picture)?.write(to: directory.appending(path: "\(name).png"))
  }

  /// axe-core, where the set-up step of the tests has put it.
  private static let axe = try? String(
    contentsOfFile: ProcessInfo.processInfo.environment["QUICKBREW_AXE"]
      ?? Executables.repository + "/.build/vendor/axe.min.js", encoding: .utf8)

  static let hasAxe = axe != nil

  /// What axe-core finds wrong: the rule, and the first elements that break it.
  private func violations() async throws -> [String] {
    guard let axe = Self.axe else { return [] }
    if try await value(Bool.self, "typeof window.axe === 'undefined'") {
      _ = try await awaited(Bool.self, "\(axe); done(true)")
    }
    return try await awaited(
      [String].self,
      """
      axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(
        violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) =>
          `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`)),
        (error) => done([String(error)]));
      """)
  }
}
