import Foundation
import FoundationNetworking
import Glibc
import MessageBus

/// The download of one document to a file. Data is written as it arrives, and the transfer is
/// cancelled as soon as it exceeds a limit.
///
/// The session decompresses gzip itself: the bytes counted here are uncompressed. Memory:
/// `FeedLimits.maximumBufferedChunks` chunks.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var file: Int32
    var bytes = 0
    /// The time of the session's last callback.
    var lastCallback = ContinuousClock.now
    var redirects = 0
    /// Where the last request went, by name; the request itself may name an address.
    var lastURL: URL
    /// The host of the last request as it was sent.
    var sentHost: String?
    /// Whether a redirect has led to another origin.
    var hasLeftOrigin = false
    var failure: FeedFailure?
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let document: DocumentRequest
  private let limits: FeedLimits
  private let maximumBytes: Int
  private let state: Locked<State>

  /// Fetches a document.
  ///
  /// - Returns: the validators of the document's version; `nil` if the server answers that the
  ///   version in the request is current. The file is then empty.
  /// - Throws: `FeedFailure`.
  static func run(
    _ document: DocumentRequest, into path: String, maximumBytes: Int,
    until deadline: ContinuousClock.Instant, _ limits: FeedLimits
  ) async throws(FeedFailure) -> Validators? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FeedFailure.unreadable(path, errno) }
    let download = Download(document, file: file, maximumBytes: maximumBytes, limits)
    defer { close(file) }
    let request = try await download.allowed(document.initial(limits))
    let response = await download.perform(request, until: deadline)
    return try download.validators(from: response)
  }

  private init(
    _ document: DocumentRequest, file: Int32, maximumBytes: Int, _ limits: FeedLimits
  ) {
    self.document = document
    self.limits = limits
    self.maximumBytes = maximumBytes
    state = Locked(State(file: file, lastURL: document.url))
  }

  /// The first request, as it may be sent.
  private func allowed(_ request: URLRequest) async throws(FeedFailure) -> URLRequest {
    let outcome = await withCheckedContinuation { continuation in
      // Resolving a name blocks.
      DispatchQueue.global().async { [self] in
        continuation.resume(
          returning: Result { () throws(FeedFailure) in try admit(request) })
      }
    }
    return try outcome.get()
  }

  /// The request as it may be sent, which is remembered as the last.
  private func admit(_ request: URLRequest) throws(FeedFailure) -> URLRequest {
    let allowed = try limits.egress.allowed(request, of: document.url)
    state.withLock { state in
      state.lastURL = request.url ?? state.lastURL
      state.sentHost = allowed.url?.host()
    }
    return allowed
  }

  /// Where a redirect leads, by name: relative to a request that named an address it names that,
  /// too.
  private func byName(_ request: URLRequest) -> URLRequest {
    let (lastURL, sentHost) = state.withLock { ($0.lastURL, $0.sentHost) }
    var named = request
    named.setValue(nil, forHTTPHeaderField: "Host")
    guard let url = request.url, url.host() == sentHost, url.port == lastURL.port,
      url.scheme == lastURL.scheme,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return named }
    parts.host = URLComponents(url: lastURL, resolvingAgainstBaseURL: true)?.host
    named.url = parts.url ?? url
    return named
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
      delegateQueue: BoundedOperationQueue(capacity: limits.maximumBufferedChunks))
    // Never `invalidateAndCancel`: FoundationNetworking aborts the process if a task is cancelled
    // between its last callback and its end (TaskRegistry, "behaviour for a task"). On another
    // queue, as it blocks while the session is busy.
    defer { DispatchQueue.global().async { session.finishTasksAndInvalidate() } }
    let task = session.dataTask(with: request)
    let watching = Task { [self] in await watch(task, until: deadline) }
    defer { watching.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        task.resume()
      }
    } onCancel: {
      cancel(task, FeedFailure("The store is stopping."))
    }
    return task.response
  }

  /// Cancels the transfer when the time is up, or the session has made no callback for too long.
  /// The session's own time-out does not cover the body of a redirect, for which it makes no
  /// callbacks.
  private func watch(_ task: URLSessionTask, until deadline: ContinuousClock.Instant) async {
    while true {
      let silenceLimit = state.withLock { $0.lastCallback } + limits.maximumSilence
      // Throws only when the transfer has ended.
      guard (try? await Task.sleep(until: min(silenceLimit, deadline))) != nil else { return }
      if ContinuousClock.now >= deadline {
        let seconds = Int(limits.maximumTime / .seconds(1))
        cancel(task, FeedFailure("The server took longer than \(seconds) seconds in all."))
        return
      }
      if state.withLock({ $0.lastCallback }) + limits.maximumSilence <= .now {
        return cancel(task, Self.silence(limits))
      }
    }
  }

  /// Cancels the transfer for a reason.
  private func cancel(_ task: URLSessionTask, _ failure: FeedFailure) {
    record(failure)
    // On another queue: on the session's own ones this would wait for the session, which would
    // meanwhile decompress into memory.
    DispatchQueue.global().async { [self] in
      // Else it has had its last callback; see `perform`.
      if state.withLock({ $0.continuation != nil }) { task.cancel() }
    }
    let gracePeriod = limits.maximumEnding / .seconds(1)
    DispatchQueue.global().asyncAfter(deadline: .now() + gracePeriod) { [self] in finish() }
  }

  /// Resumes `perform`; later calls do nothing.
  private func finish() {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }

  /// Records why the download failed, unless there is a reason already.
  private func record(_ failure: FeedFailure) {
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  private func validators(from response: URLResponse?) throws(FeedFailure) -> Validators? {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    guard let response = response as? HTTPURLResponse else {
      throw FeedFailure("The server gave no answer of HTTP.")
    }
    if let refusal = refusal(of: response) { throw refusal }
    if response.statusCode == 304 { return nil }
    return Validators(
      etag: Self.limited(response.value(forHTTPHeaderField: "ETag")),
      lastModified: Self.limited(response.value(forHTTPHeaderField: "Last-Modified")))
  }

  /// Why the response is refused; `nil` if it is accepted.
  private func refusal(of response: HTTPURLResponse) -> FeedFailure? {
    switch response.statusCode {
    case 200: response.expectedContentLength > Int64(maximumBytes) ? tooLarge : nil
    // Valid only in answer to a conditional request.
    case 304 where !document.validators.isEmpty: nil
    default: FeedFailure("The server answered with status \(response.statusCode).")
    }
  }

  private var tooLarge: FeedFailure {
    .tooLarge("The document is larger than", "\(maximumBytes) bytes")
  }
}

extension Download {
  private static func limited(_ version: String?) -> String? {
    version.flatMap { $0.utf8.count <= Validators.maximumBytes ? $0 : nil }
  }
}

// MARK: Callbacks of the session

extension Download {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.lastCallback = .now }
    // Called before the body arrives. On Linux the disposition has no effect.
    completionHandler(.allow)
    if let response = response as? HTTPURLResponse, let refusal = refusal(of: response) {
      cancel(dataTask, refusal)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let failure = state.withLock { state -> FeedFailure? in
      state.lastCallback = .now
      guard state.failure == nil else { return nil }
      state.bytes += data.count
      if state.bytes > maximumBytes { return tooLarge }
      return write(data, to: state.file) ? nil : .unwritable(errno)
    }
    if let failure { cancel(dataTask, failure) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest sent: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let request = byName(sent)
    let (count, hasLeftOrigin) = state.withLock { state in
      state.lastCallback = .now
      state.redirects += 1
      // Never reset: another server must not decide which of the feed's URLs get the headers.
      if let url = request.url, !document.isSameOrigin(url) { state.hasLeftOrigin = true }
      return (state.redirects, state.hasLeftOrigin)
    }
    // A redirect that is not followed ends the transfer by itself.
    if count > limits.maximumRedirects {
      record(FeedFailure("The server sent us on more than \(limits.maximumRedirects) times."))
      return completionHandler(nil)
    }
    guard let url = request.url, FeedLocation.isWeb(url) else {
      record(FeedFailure("The server sent us to an address that is none of the web."))
      return completionHandler(nil)
    }
    do throws(FeedFailure) {
      completionHandler(try admit(hasLeftOrigin ? document.stripped(request) : request))
    } catch {
      record(error)
      completionHandler(nil)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { record(Self.failure(error, limits)) }
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
