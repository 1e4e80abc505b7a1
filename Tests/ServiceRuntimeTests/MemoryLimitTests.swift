import Foundation
import Testing

@testable import ServiceRuntime

@Suite struct MemoryLimitTests {
  @Test(
    "a limit is read from the flag, else from the environment",
    arguments: [
      ("4GiB", nil, 4 << 30), ("512MiB", "1GiB", 512 << 20), (nil, "1GiB", 1 << 30),
      ("256MiB", nil, 256 << 20), ("none", "1GiB", nil), (nil, "none", nil),
    ] as [(String?, String?, Int?)])
  func isRead(_ flag: String?, _ variable: String?, _ bytes: Int?) throws {
    let environment = variable.map { [MemoryLimit.variable: $0] } ?? [:]
    #expect(try MemoryLimit(flag: flag, environment: environment).bytes == bytes)
  }

  @Test(
    "what is no size is refused by the name it was given under",
    arguments: [
      "", "4", "4GB", "4 GiB", "GiB", "-4GiB", "1.5GiB", "255MiB", "0GiB", "10000000000GiB",
      "9223372036854775807MiB", "NONE",
    ])
  func isRefused(_ text: String) {
    #expect(throws: UsageError.self) { try MemoryLimit(flag: text, environment: [:]) }
    if text.isEmpty { return }
    #expect {
      try MemoryLimit(flag: nil, environment: [MemoryLimit.variable: text])
    } throws: { "\($0)".contains(MemoryLimit.variable) }
  }

  @Test(
    "without a setting it is half of the memory, and at least 2 GiB",
    arguments: [(1 << 30, 2 << 30), (4 << 30, 2 << 30), (23 << 30, 23 << 29)])
  func hasADefault(_ machineBytes: Int, _ bytes: Int) throws {
    #expect(MemoryLimit.standard(machineBytes: machineBytes).bytes == bytes)
    let unset = try MemoryLimit(flag: nil, environment: [MemoryLimit.variable: ""])
    #expect(unset == .standard(machineBytes: MemoryLimit.machineBytes))
  }

  @Test(
    "it is written as it is typed",
    arguments: [(4 << 30, "4GiB"), (1536 << 20, "1536MiB"), (nil, "none")] as [(Int?, String)])
  func isWritten(_ bytes: Int?, _ text: String) {
    #expect(MemoryLimit(bytes: bytes).description == text)
  }

  @Test("an allocation beyond the limit ends the process")
  func endsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      try MemoryLimit(bytes: 512 << 20).apply()
      let memory = [UInt8](repeating: 1, count: 512 << 20)
      // Seen only without a limit.
      exit(memory.last == 1 ? 0 : 3)
    }
  }

  @Test("a mapped file may be larger than the limit, and less memory than that is there")
  func leavesRoom() async {
    await #expect(processExitsWith: .success) {
      try MemoryLimit(bytes: 512 << 20).apply()
      let path = "/tmp/memory-limit-\(getpid())"
      let file = open(path, O_RDWR | O_CREAT, 0o600)
      unlink(path)
      try #require(ftruncate(file, 2 << 30) == 0)
      let mapped = mmap(nil, 2 << 30, PROT_READ, MAP_PRIVATE, file, 0)
      #expect(mapped != MAP_FAILED)
      #expect([UInt8](repeating: 1, count: 128 << 20).last == 1)
    }
  }

  @Test("a lower limit that is there stays")
  func staysLower() async {
    await #expect(processExitsWith: .failure) {
      try MemoryLimit(bytes: 512 << 20).apply()
      try MemoryLimit(bytes: 8 << 30).apply()
      let memory = [UInt8](repeating: 1, count: 512 << 20)
      exit(memory.last == 1 ? 0 : 3)
    }
  }
}
