import MessageBus
import Testing

@Suite struct WaitableStateTests {
  @Test("Waiting until an instant ends there without a change, and earlier with one")
  func instant() {
    let state = WaitableState(0)
    let end = ContinuousClock.now.advanced(by: .milliseconds(20))
    #expect(state.wait(until: end) { $0 == 1 ? $0 : nil } == nil)
    #expect(ContinuousClock.now >= end)

    let far = ContinuousClock.now.advanced(by: .seconds(600))
    NamedThread.detached("changes") {
      state.change { value, _ in
        value = 1
        return 1
      }
    }
    #expect(state.wait(until: far) { $0 == 1 ? $0 : nil } == 1)
    #expect(ContinuousClock.now < far)
  }
}
