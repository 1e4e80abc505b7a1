/// The limits of a server.
package struct ServerLimits: Sendable {
  /// Requests waiting for a worker, and requests waiting for a task.
  package var queued = 1_000
  /// The bodies of those together, once for workers and once for tasks; a single one may be larger.
  package var queuedBytes = 64 << 20
  /// Requests of one caller handled by tasks at the same time.
  package var tasks = 256
  /// Requests handled at the same time beyond those, and beyond the workers, of other callers. One
  /// of them is for somebody of whom nothing is being handled: two callers with long requests do
  /// not delay a third one.
  package var spare = 2
  /// Messages read from the socket before the loop serves others.
  var batch = 100
  /// Messages read at last, when the server is closed.
  var lastBatch = 10_000
  /// How long the last replies may take to be sent.
  var lastReplies = Duration.seconds(2)
  /// Replies queued for one client.
  var repliesPerClient: Int32 = 10_000

  /// The most outcomes delivered together.
  static let outcomesPerDelivery = 8
  /// How long an outcome is held back for the next while jobs wait, each of a caller whose last one
  /// was briefer than this.
  static let maximumDelay = Duration.microseconds(200)
  /// The most jobs of one batch.
  static let jobsPerBatch = 256
  /// How long a batch accepts waiting jobs: several times the duration of an fsync, so that most of
  /// the time is spent on the jobs.
  static let batchDuration = Duration.milliseconds(10)

  package init() {}
}
