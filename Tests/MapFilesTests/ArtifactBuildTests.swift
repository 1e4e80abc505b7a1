import Dispatch
import Foundation
import Hashing
import MapFiles
import MessageBus
import TestSupport
import Testing

struct ArtifactBuildTests {
  private struct Failure: Error {}

  private func build(
    _ contents: String, version: Int = 1, source: String = "a", options: String = "",
    in directory: TemporaryDirectory
  ) throws -> ArtifactBuild.Outcome {
    try ArtifactBuild.run(
      "x.data", version: version, source: source, options: options, into: directory.path("map")
    ) { try Data(contents.utf8).write(to: URL(filePath: $0)) }
  }

  private func contents(in directory: TemporaryDirectory) throws -> String {
    try String(contentsOf: URL(filePath: directory.path("map/x.data")), encoding: .utf8)
  }

  @Test func sameSourceIsNotBuiltAgain() throws {
    try TemporaryDirectory.with { directory in
      let outcomes = try [
        build("one", in: directory), build("two", in: directory),
        build("three", source: "b", in: directory), build("four", source: "b", in: directory),
        build("five", version: 2, source: "b", in: directory),
        build("six", version: 2, source: "b", options: "zone", in: directory),
        build("seven", version: 2, source: "b", options: "zone", in: directory),
      ]
      #expect(outcomes == [.built, .upToDate, .built, .upToDate, .built, .built, .upToDate])
      let last = try contents(in: directory)
      #expect(last == "six")
    }
  }

  @Test("several builds of one artifact at once do not get into each other's way")
  func atOnce() throws {
    try TemporaryDirectory.with { directory in
      let failures = Locked(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for source in ["a", "b", "c", "d"] {
          do {
            _ = try build("contents of \(source)", source: source, in: directory)
          } catch {
            failures.withLock { $0 += 1 }
          }
        }
      }
      #expect(failures.withLock { $0 } == 0)
      #expect(try build("contents of e", source: "e", in: directory) == .built)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path("map"))
      #expect(files.sorted() == ["x.data", "x.data.source"])
    }
  }

  @Test func failedBuildLeavesTheExistingArtifact() throws {
    try TemporaryDirectory.with { directory in
      _ = try build("good", in: directory)
      #expect(throws: Failure.self) {
        _ = try ArtifactBuild.run("x.data", version: 1, source: "b", into: directory.path("map")) {
          try Data("half".utf8).write(to: URL(filePath: $0))
          throw Failure()
        }
      }
      let kept = try contents(in: directory)
      let again = try build("other", in: directory)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path("map"))
        .sorted()
      #expect(kept == "good" && again == .upToDate)
      #expect(files == ["x.data", "x.data.source"])
    }
  }

  @Test func buildThatWritesNothingIsAFailure() throws {
    try TemporaryDirectory.with { directory in
      _ = #expect(throws: ArtifactError.self) {
        _ = try ArtifactBuild.run("x.data", version: 1, source: "a", into: directory.path) { _ in }
      }
    }
  }

  @Test func lostFileIsBuiltAgain() throws {
    try TemporaryDirectory.with { directory in
      _ = try build("one", in: directory)
      try FileManager.default.removeItem(atPath: directory.path("map/x.data"))
      let outcome = try build("two", in: directory)
      #expect(outcome == .built)
    }
  }

  @Test("a damaged artifact is detected and built again") func damage() throws {
    try TemporaryDirectory.with { directory in
      _ = try build("good", in: directory)
      let path = directory.path("map/x.data")
      try ArtifactBuild.check(path)
      try Data("gold".utf8).write(to: URL(filePath: path))
      #expect(throws: ArtifactError.self) { try ArtifactBuild.check(path) }
      let outcome = try build("good", in: directory)
      #expect(outcome == .built)
      try ArtifactBuild.check(path)
      try FileManager.default.removeItem(atPath: path + ".source")
      #expect(throws: ArtifactError.self) { try ArtifactBuild.check(path) }
    }
  }

  @Test("a file has the fingerprint of its bytes")
  func fileFingerprint() throws {
    try TemporaryDirectory.with { directory in
      let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let path = try directory.write(bytes, to: "large")
      let ofFile = try Fingerprint(ofFile: path)
      #expect(ofFile == Fingerprint(of: bytes))
    }
  }
}
