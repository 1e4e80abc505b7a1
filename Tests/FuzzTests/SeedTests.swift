import Foundation
import Testing

/// The inputs that `deploy/fuzz` begins with, of which some once had a finding, in every run of the
/// suite. A finding ends the process. One target at a time: they share a file.
@Suite(.serialized) struct SeedTests {
  private static let seeds = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Seeds")

  private static func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test("the seeds of a target are read without a finding", arguments: FuzzTarget.all.keys.sorted())
  func seeds(of target: String) throws {
    let read = try #require(FuzzTarget.all[target])
    let files = try Self.contents(of: Self.seeds.appending(path: target))
    #expect(!files.isEmpty)
    for file in files { read(try Data(contentsOf: file)) }
  }

  @Test("deploy/fuzz, which takes the folders of seeds as targets, finds them all")
  func folders() throws {
    let folders = try Self.contents(of: Self.seeds).map(\.lastPathComponent)
    #expect(Set(folders) == Set(FuzzTarget.all.keys))
  }
}
