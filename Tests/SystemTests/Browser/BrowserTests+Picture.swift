import Foundation
import Testing

extension BrowserTests {
  @Suite struct Picture {
    @Test(
      "the picture of README: a plan on the sample's map, small", arguments: Browser.Theme.allCases)
    func plan(theme: Browser.Theme) async throws {
      let page = Browser.current!
      try await page.open(
        "/commute?from=37.785834,-122.406417&to=Coit+Tower&depart=08:00&arrive=08:45", .desk, theme)
      try await page.click(".option .choose")
      try await page.wait("$('.chosen .ledger')")
      try await page.drawMap()
      // It says so while parts of the map are missing.
      try await page.wait("$('#banner').hidden")
      let picture = try #require(try await page.picture())
      let bytes = Browser.scale == 1 ? 20_000...150_000 : 8_000...60_000
      #expect(bytes.contains(picture.count), "\(picture.count) bytes")
      guard let directory = Browser.pictures else { return }
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try picture.write(to: URL(filePath: "\(directory)/plan-\(theme).webp"))
    }
  }
}

extension Browser {
  /// What is on the screen, as WebP.
  fileprivate func picture() async throws -> Data? {
    struct Command: Encodable {
      struct Parameters: Encodable {
        let format = "webp"
        let quality = 80
      }
      let cmd = "Page.captureScreenshot"
      let params = Parameters()
    }
    struct Picture: Decodable { let data: String }
    let picture = try await driver.post(Picture.self, "/goog/cdp/execute", Command())
    return Data(base64Encoded: picture.data)
  }
}
