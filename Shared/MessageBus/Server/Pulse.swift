/// Whether a server answers: its workers are asked every `interval`, and until they answer, that or
/// any request, it counts as silent.
package struct Pulse {
  package static let interval = Duration.seconds(2)
  /// How long a worker may compute one answer. Until then it counts as at work, however busy the
  /// machine is.
  static let longestComputation = Duration.seconds(60)
  /// What a worker must have computed in an interval to count as at work: one that hangs computes
  /// nothing.
  static let leastComputation = Duration.milliseconds(1)

  /// How long a worker may wait for what is not of this process, such as a database's server.
  let allowance: Duration
  /// Since the first question without an answer; grows by an interval a question, so that a process
  /// that was stopped for long does not count as silent for as long when it goes on.
  private var unanswered = Duration.zero
  private var computing = Duration.zero
  private var isAnswered = true
  private var computedBefore = Duration.zero

  init(allowance: Duration) { self.allowance = allowance }

  /// For how long nothing was answered without a reason that is known.
  var silence: Duration { max(.zero, unanswered - allowance) }

  /// Something was answered.
  mutating func heard() {
    isAnswered = true
    (unanswered, computing) = (.zero, .zero)
  }

  /// Called every interval, before the workers are asked.
  ///
  /// - Parameter computed: for how long they have computed, all together, since they started.
  mutating func ask(computed: Duration) {
    defer { (isAnswered, computedBefore) = (false, computed) }
    if isAnswered { return }
    if computed - computedBefore >= Self.leastComputation, computing < Self.longestComputation {
      computing += Self.interval
    } else {
      unanswered += Self.interval
    }
  }
}

extension RequestServer {
  /// Asks the workers, from now on and until the server is closed, whether they answer. A question
  /// goes where requests go: from the loop to a worker, and on to the threads of tasks.
  ///
  /// - Parameters:
  ///   - allowance: how long a worker may wait for what is not of this process.
  ///   - interval: between two questions; each that has no answer counts for `Pulse.interval`.
  ///   - check: asks what answers elsewhere, as HTTP does in the gateway; called in a task.
  ///   - onBeat: called with each question while there are answers, on the loop's thread.
  package func watch(
    allowing allowance: Duration, every interval: Duration = Pulse.interval,
    check: @escaping @Sendable () async -> Bool, onBeat: @escaping @Sendable () -> Void
  ) {
    pulse = Pulse(allowance: allowance)
    let timer = loop.every(interval) { [self] in
      assumeIsolated { server in
        server.pulse?.ask(computed: server.pool.computingTime)
        if server.pulse?.silence == .zero { onBeat() }
        server.queue { _ in Task { if await check() { await server.heard() } } }
      }
    }
    timers.append(timer)
  }

  private func heard() { pulse?.heard() }
}
