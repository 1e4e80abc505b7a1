import MessageBus
import Messages
import TestSupport
import Testing

/// The disk under all stores fails while they are written to, and works again.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: FailingDisk.isInstalled, "fiu-utils is not installed"))
struct FailingDiskTests {
  private static let trip = PlanRequest(
    origin: .text("Coit Tower"), destination: .text("Union Square"),
    departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 9, minute: 0))

  @Test("changes are refused with a reason, reads go on, and nothing is lost or done twice")
  func faults() async throws {
    try await RealStack.run { stack in
      let disk = FailingDisk(in: stack.home)
      try await restart(stack, environment: disk.environment)
      let load = try await StoreLoad(on: stack, hasKeys: false, rounds: 160)
      async let writing: Void = load.run()
      let processes = StoreLoad.services.compactMap { stack.process(of: $0) }
      var states: [StoreLoad.Progress] = []
      var plans: [PlanID] = []
      for fault in FailingDisk.Fault.allCases {
        let start = load.progress.acknowledged + 20
        // The writers are under way in other tasks.
        while load.progress.acknowledged < start { try await Task.sleep(for: .milliseconds(5)) }
        let before = load.progress
        for process in processes { try await disk.begin(fault, in: process) }
        while !load.wasRefused(times: 5, since: before) {
          // The same.
          try await Task.sleep(for: .milliseconds(5))
        }
        for _ in 0..<20 { try await load.read() }
        plans.append(try await stack.bus.client.send(Self.trip).id)
        for process in processes { try await disk.end(fault, in: process) }
        states.append(before)
      }
      try await writing
      for process in processes { #expect(process.isRunning) }
      for (index, fault) in FailingDisk.Fault.allCases.enumerated() {
        let after = index + 1 < states.count ? states[index + 1] : load.progress
        expectReasons(of: fault, states[index], after)
      }
      try await load.check()
      let kept = try await stack.bus.client.send(PlanListRequest()).plans
      #expect(kept.map(\.id) == plans.reversed(), "made meanwhile, and kept")
      // What is in the files is what was answered.
      try await restart(stack)
      try await load.check()
    }
  }

  private func expectReasons(
    of fault: FailingDisk.Fault, _ before: StoreLoad.Progress, _ after: StoreLoad.Progress
  ) {
    let reason = fault == .full ? "database or disk is full" : "disk I/O error"
    for (service, refusals) in after.refusals {
      let own = refusals.dropFirst(before.refusals[service, default: []].count)
      print("\(fault): \(service) refused \(own.count)")
      for refusal in own {
        #expect(refusal.code == .unavailable)
        #expect(refusal.message.contains("cannot be written: \(reason)"), "\(fault): \(refusal)")
      }
    }
  }

  private func restart(_ stack: RealStack, environment: [String: String] = [:]) async throws {
    for service in StoreLoad.services {
      await stack.kill(service)
      try stack.start(service, environment: environment)
    }
    try await stack.waitUntilReady()
  }
}
