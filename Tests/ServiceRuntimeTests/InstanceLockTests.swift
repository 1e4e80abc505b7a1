import CommandLineKit
import Messages
import TestSupport
import Testing

@testable import ServiceRuntime

struct InstanceLockTests {
  @Test func anInstanceRunsInOneProcessOnly() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path)
      try home.makeRunDirectory()
      let first = try InstanceLock(.router, instance: "1", in: home.runDirectory)
      #expect(first.earlierStarts == 0)
      #expect(throws: InstanceLockError.self) {
        _ = try InstanceLock(.router, instance: "1", in: home.runDirectory)
      }
      let other = try InstanceLock(.router, instance: "2", in: home.runDirectory)
      #expect(other.earlierStarts == 0)
    }
  }

  @Test func startsAreCounted() throws {
    try TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path)
      try home.makeRunDirectory()
      for starts in 0..<3 {
        let lock = try InstanceLock(.router, instance: "1", in: home.runDirectory)
        #expect(lock.earlierStarts == starts)
      }
    }
  }
}
