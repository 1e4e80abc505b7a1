import Messages
import Time

/// A request that changes fences, tracks or routes.
protocol MonitorCommand: RequestMessage {
  /// - Throws: `ServiceError` with `invalidRequest`, which names the field.
  func validate() throws(ServiceError)

  /// Checks what a user to whom the caller's key is bound may have.
  ///
  /// - Throws: `ServiceError` with `conflict` beyond it, before the first change.
  func checkQuota(of user: String, in state: MonitorState) throws(ServiceError)

  /// Changes the engine and the store, in the transaction of a batch.
  ///
  /// - Throws: `ServiceError` for a refusal, which must come before the first change to the memory;
  ///   `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<Reply>
}

extension MonitorCommand {
  func checkQuota(of user: String, in state: MonitorState) throws(ServiceError) {}
}

extension MonitorState {
  /// One transaction of many requests: begin, apply each, commit.
  ///
  /// A request that is refused is undone by itself, and the others hold. Once a write has failed,
  /// nothing more is applied, and the commit fails: nothing of the batch has happened then.
  ///
  /// There is one batch at a time. Every batch must be committed, also one that failed.
  @Memberwise struct Batch: ~Copyable {
    private let state: MonitorState
    /// Why the batch cannot commit any more. SQLite may have ended the transaction by itself;
    /// further writes would commit one by one.
    private var failure: (any Error)?
    /// Why nothing can be written now: changes are refused, and the commit has nothing to do.
    private let outage: (any Error)?

    /// Applies a request. With an idempotency key the reply is stored in the same transaction, and
    /// the same key gets the same reply again, without effects.
    ///
    /// - Throws: `ServiceError` if the request is refused; `SQLError`.
    mutating func apply<Command: MonitorCommand>(
      _ command: Command, now: Timestamp, key: IdempotencyKey? = nil, caller: Caller? = nil
    ) throws -> CommandOutcome<Command.Reply> {
      try command.validate()
      if let failure = outage ?? failure { throw failure }
      let state = state
      do {
        return try state.store.savepoint {
          if let reply = try state.store.reply(to: command, key: key) {
            return CommandOutcome(reply: reply, effects: RequestEffects())
          }
          state.user = caller?.user
          if let user = state.user { try command.checkQuota(of: user, in: state) }
          let outcome = try command.perform(on: state, now: now)
          try state.store.keep(outcome.reply, to: command, key: key, now: now)
          return outcome
        }
      } catch let refusal as ServiceError {
        throw refusal
      } catch {
        failure = error
        throw error
      }
    }

    /// Deletes a bounded part of what is older than the retention.
    ///
    /// - Parameters:
    ///   - now: the time of day.
    ///   - machine: the machine's clock at the same instant.
    /// - Throws: `SQLError`.
    mutating func expire(
      now: Timestamp, at machine: ContinuousClock.Instant
    ) throws -> RetentionSweep.Deleted {
      if let failure = outage ?? failure { throw failure }
      do {
        return try state.expire(now: now, at: machine)
      } catch {
        failure = error
        throw error
      }
    }

    /// Commits, with `fsync`.
    ///
    /// - Throws: the failure of an earlier write, or of the commit. The memory has been read from
    ///   the store again then, or will be by the next batch.
    consuming func commit() throws {
      do {
        if let failure { throw failure }
        try state.store.commit()
      } catch {
        state.store.rollBack()
        state.isUnwritable = true
        // A server that is away is asked again by the next batch; what failed first is thrown.
        try? state.load()
        throw error
      }
    }
  }
}

extension MonitorState {
  /// Begins a batch. While the store cannot be written, it refuses changes, and reads go on.
  ///
  /// - Throws: `LeaseLost` if another monitor has taken over, `SQLError`; nothing has begun then.
  func begin() throws -> Batch {
    let outage = outage()
    try store.begin()
    do {
      try loadIfStale()
    } catch {
      store.rollBack()
      throw error
    }
    return Batch(state: self, outage: outage)
  }

  /// Why the store still cannot be written; `nil` if it can, or could the last time.
  private func outage() -> (any Error)? {
    guard isUnwritable else { return nil }
    do {
      try store.checkWritable()
      isUnwritable = false
      return nil
    } catch {
      return error
    }
  }
}
