import Foundation
import FoundationNetworking
import Glibc
import MessageBus

/// One document on its way from a server to a file. What comes is written as it comes, and the
/// transfer ends as soon as a limit is passed.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var file: Int32
    var bytes = 0
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
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: request)
    let limits = limits
    let watch = Task { [self] in
      // Sleeping fails only where the transfer has ended.
      guard (try? await Task.sleep(until: deadline)) != nil else { return }
      let seconds = Int(limits.maximumTime / .seconds(1))
      give(up: task, "The server took longer than \(seconds) seconds in all.")
    }
    defer { watch.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { ending in
        state.withLock { $0.ending = ending }
        task.resume()
      }
    } onCancel: {
      give(up: task, "The store is stopping.")
    }
    return task.response
  }

  /// Ends the transfer for a reason.
  private func give(up task: URLSessionTask, _ reason: String) {
    note(reason)
    task.cancel()
  }

  /// Keeps the reason why there will be no document; the first counts.
  private func note(_ reason: String) {
    state.withLock { $0.failure = $0.failure ?? FeedFailure(reason) }
  }

  private func judge(_ response: URLResponse?) throws(FeedFailure) -> Validators? {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    guard let response = response as? HTTPURLResponse else {
      throw FeedFailure("The server gave no answer of HTTP.")
    }
    switch response.statusCode {
    case 200:
      return Validators(
        etag: Self.kept(response.value(forHTTPHeaderField: "ETag")),
        lastModified: Self.kept(response.value(forHTTPHeaderField: "Last-Modified")))
    // Only who was told of a version can say that it has not changed.
    case 304 where !document.validators.isEmpty: return nil
    default: throw FeedFailure("The server answered with status \(response.statusCode).")
    }
  }
}

extension Download {
  private static func kept(_ version: String?) -> String? {
    version.flatMap { $0.utf8.count <= Validators.maximumBytes ? $0 : nil }
  }
}

// MARK: What the session tells

extension Download {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if dataTask.response?.expectedContentLength ?? 0 > Int64(maximumBytes) {
      return giveUpTooLarge(dataTask)
    }
    let outcome = state.withLock { state -> Result<Bool, FeedFailure> in
      guard state.failure == nil else { return .success(true) }
      state.bytes += data.count
      if state.bytes > maximumBytes { return .success(false) }
      return write(data, to: state.file) ? .success(true) : .failure(.unwritable(errno))
    }
    switch outcome {
    case .success(true): break
    case .success(false): giveUpTooLarge(dataTask)
    case .failure(let failure): give(up: dataTask, failure.description)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (count, isElsewhere) = state.withLock { state in
      state.redirects += 1
      // For good: what another server makes of our addresses is not the feed's doing.
      if let url = request.url, !document.isSameOrigin(url) { state.isElsewhere = true }
      return (state.redirects, state.isElsewhere)
    }
    // A redirect that is not followed ends the transfer by itself.
    if count > limits.maximumRedirects {
      note("The server sent us on more than \(limits.maximumRedirects) times.")
      return completionHandler(nil)
    }
    guard let url = request.url, FeedLocation.isWeb(url) else {
      note("The server sent us to an address that is none of the web.")
      return completionHandler(nil)
    }
    completionHandler(isElsewhere ? document.stripped(request) : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let ending = state.withLock { state in
      if let error, state.failure == nil {
        state.failure = Self.failure(error, limits)
      }
      defer { state.ending = nil }
      return state.ending
    }
    ending?.resume()
  }

  private static func failure(_ error: any Error, _ limits: FeedLimits) -> FeedFailure {
    let code = (error as NSError).code
    switch URLError.Code(rawValue: code) {
    case .timedOut:
      let seconds = Int(limits.maximumSilence / .seconds(1))
      return FeedFailure("The server said nothing for \(seconds) seconds.")
    case .cannotFindHost, .dnsLookupFailed: return FeedFailure("There is no such server.")
    case .cannotConnectToHost: return FeedFailure("The server takes no connections.")
    case .networkConnectionLost: return FeedFailure("The server cut the transfer off.")
    default: return FeedFailure("The transfer failed with error \(code) of URLSession.")
    }
  }

  private func giveUpTooLarge(_ task: URLSessionTask) {
    give(up: task, "The document is larger than \(maximumBytes) bytes.")
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
