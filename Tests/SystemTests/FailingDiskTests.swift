import MessageBus
import Messages
import TestSupport
import Testing

/// The disk under all stores fails while they are written to, and works again.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: FailingDisk.isInstalled, "fiu-utils is not installed"))
struct FailingDiskTests {
  private static let trip = PlanRequest(
    origin: .text("Coit Tower"), destination: .text("Union Square"),
    departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 9, minute: 0))

  @Test(
    "changes are refused with a reason, reads go on, and nothing is lost or done twice",
    arguments: FailingDisk.Fault.allCases)
  private func fault(_ fault: FailingDisk.Fault) async throws {
    try await RealStack.run { stack in
      let disk = FailingDisk(in: stack.home)
      try await restart(stack, environment: disk.environment)
      let load = try await StoreLoad(on: stack, hasKeys: false)
      async let writing: Void = load.run()
      // The writers are under way in other tasks.
      while load.progress.acknowledged < 60 { try await Task.sleep(for: .milliseconds(5)) }
      let processes = StoreLoad.services.compactMap { stack.process(of: $0) }
      for process in processes { try await disk.begin(fault, in: process) }
      while !load.wasRefused(times: 5) {
        // The same.
        try await Task.sleep(for: .milliseconds(5))
      }
      for _ in 0..<20 { try await load.read() }
      let plan = try await stack.bus.client.send(Self.trip)
      for process in processes { try await disk.end(fault, in: process) }
      try await writing
      for process in processes { #expect(process.isRunning) }
      let refusals = load.progress.refusals
      for refusal in refusals.values.joined() {
        #expect(refusal.code == .unavailable)
        let reason = fault == .full ? "database or disk is full" : "disk I/O error"
        #expect(refusal.message.contains("cannot be written: \(reason)"), "\(refusal)")
      }
      print("\(fault): refused \(refusals.mapValues(\.count))")
      try await load.check()
      let plans = try await stack.bus.client.send(PlanListRequest()).plans
      #expect(plans.map(\.id) == [plan.id], "made meanwhile, and kept")
      // What is in the files is what was answered.
      try await restart(stack)
      try await load.check()
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
