import Foundation
import FoundationNetworking
import Glibc
import MessageBus

/// One document on its way from a server to a file. What comes is written as it comes, and the
/// transfer ends as soon as a limit is passed.
///
/// The session unpacks gzip by itself: what it hands over, and what is counted here, are the bytes
/// after that. Memory: `FeedLimits.maximumWaitingPieces` pieces.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var file: Int32
    var bytes = 0
    /// When the session last called.
    var heard = ContinuousClock.now
    var redirects = 0
    /// Whether a redirect has led to another server.
    var isElsewhere = false
    var failure: FeedFailure?
    var ending: CheckedContinuation<Void, Never>?
  }

  private let document: DocumentRequest
  private let limits: FeedLimits
  private let maximumBytes: Int
  private let state: Locked<State>

  /// Fetches a document.
  ///
  /// - Returns: what the server calls its version; `nil` where it is the one that the request's
  ///   validators name, and the file is then empty.
  /// - Throws: `FeedFailure`.
  static func run(
    _ document: DocumentRequest, into path: String, maximumBytes: Int,
    until deadline: ContinuousClock.Instant, _ limits: FeedLimits
  ) async throws(FeedFailure) -> Validators? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FeedFailure.unreadable(path, errno) }
    let download = Download(document, file: file, maximumBytes: maximumBytes, limits)
    let response = await download.perform(document.initial(limits), until: deadline)
    close(file)
    return try download.judge(response)
  }

  private init(
    _ document: DocumentRequest, file: Int32, maximumBytes: Int, _ limits: FeedLimits
  ) {
    self.document = document
    self.limits = limits
    self.maximumBytes = maximumBytes
    state = Locked(State(file: file))
  }

  private func perform(
    _ request: URLRequest, until deadline: ContinuousClock.Instant
  ) async -> URLResponse? {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = limits.maximumSilence / .seconds(1)
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    let session = URLSession(
      configuration: configuration, delegate: self,
      delegateQueue: HoldingQueue(maximumWaiting: limits.maximumWaitingPieces))
    // Beside: this waits where the session is busy.
    defer { DispatchQueue.global().async { session.invalidateAndCancel() } }
    let task = session.dataTask(with: request)
    let watching = Task { [self] in await watch(task, until: deadline) }
    defer { watching.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { ending in
        state.withLock { $0.ending = ending }
        task.resume()
      }
    } onCancel: {
      give(up: task, FeedFailure("The store is stopping."))
    }
    return task.response
  }

  /// Ends the transfer where the time is up, or the session has not called for too long. The
  /// session has a limit of silence of its own, but keeps the body of a redirect to itself while it
  /// comes, however long that is.
  private func watch(_ task: URLSessionTask, until deadline: ContinuousClock.Instant) async {
    while true {
      let silentAt = state.withLock { $0.heard } + limits.maximumSilence
      // Sleeping fails only where the transfer has ended.
      guard (try? await Task.sleep(until: min(silentAt, deadline))) != nil else { return }
      if ContinuousClock.now >= deadline {
        let seconds = Int(limits.maximumTime / .seconds(1))
        give(up: task, FeedFailure("The server took longer than \(seconds) seconds in all."))
        return
      }
      if state.withLock({ $0.heard }) + limits.maximumSilence <= .now {
        return give(up: task, Self.silence(limits))
      }
    }
  }

  /// Ends the transfer for a reason.
  private func give(up task: URLSessionTask, _ failure: FeedFailure) {
    note(failure)
    // Beside the session's own queues: cancelling from them waits for the session, and what it
    // unpacks meanwhile would wait in memory.
    DispatchQueue.global().async { task.cancel() }
    let patience = limits.maximumEnding / .seconds(1)
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in finish() }
  }

  /// Lets whoever waits for the transfer go on; once.
  private func finish() {
    let ending = state.withLock { state in
      defer { state.ending = nil }
      return state.ending
    }
    ending?.resume()
  }

  /// Keeps the reason why there will be no document; the first counts.
  private func note(_ failure: FeedFailure) {
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  private func judge(_ response: URLResponse?) throws(FeedFailure) -> Validators? {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    guard let response = response as? HTTPURLResponse else {
      throw FeedFailure("The server gave no answer of HTTP.")
    }
    if let refusal = refusal(of: response) { throw refusal }
    if response.statusCode == 304 { return nil }
    return Validators(
      etag: Self.kept(response.value(forHTTPHeaderField: "ETag")),
      lastModified: Self.kept(response.value(forHTTPHeaderField: "Last-Modified")))
  }

  /// Why an answer brings no document; `nil` where it may.
  private func refusal(of response: HTTPURLResponse) -> FeedFailure? {
    switch response.statusCode {
    case 200: response.expectedContentLength > Int64(maximumBytes) ? tooLarge : nil
    // Only who was told of a version can say that it has not changed.
    case 304 where !document.validators.isEmpty: nil
    default: FeedFailure("The server answered with status \(response.statusCode).")
    }
  }

  private var tooLarge: FeedFailure {
    .tooLarge("The document is larger than", "\(maximumBytes) bytes")
  }
}

extension Download {
  private static func kept(_ version: String?) -> String? {
    version.flatMap { $0.utf8.count <= Validators.maximumBytes ? $0 : nil }
  }
}

// MARK: What the session tells

extension Download {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.heard = .now }
    // Before the body comes; what the handler is given makes no difference on Linux.
    completionHandler(.allow)
    if let response = response as? HTTPURLResponse, let refusal = refusal(of: response) {
      give(up: dataTask, refusal)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let failure = state.withLock { state -> FeedFailure? in
      state.heard = .now
      guard state.failure == nil else { return nil }
      state.bytes += data.count
      if state.bytes > maximumBytes { return tooLarge }
      return write(data, to: state.file) ? nil : .unwritable(errno)
    }
    if let failure { give(up: dataTask, failure) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (count, isElsewhere) = state.withLock { state in
      state.heard = .now
      state.redirects += 1
      // For good: what another server makes of our addresses is not the feed's doing.
      if let url = request.url, !document.isSameOrigin(url) { state.isElsewhere = true }
      return (state.redirects, state.isElsewhere)
    }
    // A redirect that is not followed ends the transfer by itself.
    if count > limits.maximumRedirects {
      note(FeedFailure("The server sent us on more than \(limits.maximumRedirects) times."))
      return completionHandler(nil)
    }
    guard let url = request.url, FeedLocation.isWeb(url) else {
      note(FeedFailure("The server sent us to an address that is none of the web."))
      return completionHandler(nil)
    }
    completionHandler(isElsewhere ? document.stripped(request) : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { note(Self.failure(error, limits)) }
    finish()
  }

  private static func failure(_ error: any Error, _ limits: FeedLimits) -> FeedFailure {
    let code = (error as NSError).code
    switch URLError.Code(rawValue: code) {
    case .timedOut: return silence(limits)
    case .cannotFindHost, .dnsLookupFailed: return FeedFailure("There is no such server.")
    case .cannotConnectToHost: return FeedFailure("The server takes no connections.")
    case .networkConnectionLost: return FeedFailure("The server cut the transfer off.")
    default: return FeedFailure("The transfer failed with error \(code) of URLSession.")
    }
  }

  private static func silence(_ limits: FeedLimits) -> FeedFailure {
    FeedFailure("The server said nothing for \(Int(limits.maximumSilence / .seconds(1))) seconds.")
  }

  /// Whether all of it was written.
  private func write(_ data: Data, to file: Int32) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension FeedFailure {
  fileprivate static func unwritable(_ number: Int32) -> FeedFailure {
    FeedFailure("Cannot write the download: \(String(cString: strerror(number))).")
  }
}
