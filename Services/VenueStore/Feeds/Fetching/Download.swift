import Foundation
import Glibc
import MessageBus
import Messages

/// The download of one document to a file, along the redirects of its servers.
@Memberwise struct Download: Sendable {
  private let document: DocumentRequest
  private let maximumBytes: Int
  private let deadline: ContinuousClock.Instant
  private let limits: FeedLimits
  private let isStopping = Locked(false)

  /// Fetches a document. What is compressed arrives, and counts, uncompressed.
  ///
  /// - Returns: the validators of the document's version; `nil` if the server answers that the
  ///   version in the request is current. The file is then empty.
  /// - Throws: `FeedFailure`.
  static func run(
    _ document: DocumentRequest, into path: String, maximumBytes: Int,
    until deadline: ContinuousClock.Instant, _ limits: FeedLimits
  ) async throws(FeedFailure) -> Validators? {
    let download = Download(
      document: document, maximumBytes: maximumBytes, deadline: deadline, limits: limits)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        _ = NamedThread("download") {
          continuation.resume(
            returning: Result { () throws(FeedFailure) in try download.perform(into: path) })
        }
      }
    } onCancel: {
      download.isStopping.withLock { $0 = true }
    }
    return try outcome.get()
  }

  private func perform(into path: String) throws(FeedFailure) -> Validators? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FeedFailure.unreadable(path, errno) }
    defer { close(file) }
    guard let location = WebAddress(document.url.absoluteString) else { throw Self.notOfTheWeb }
    var server = location
    var isOwn = true
    for _ in 0...limits.maximumRedirects {
      let response = try Transfer(
        Transfer.Request(
          address: server, lines: document.lines(own: isOwn), maximumBytes: maximumBytes,
          deadline: deadline, limits: limits,
          mayConnect: try limits.egress.connections(to: server, of: location)),
        into: file, isStopping: isStopping
      ).perform()
      guard let redirect = response.redirect else { return try validators(of: response) }
      guard let next = WebAddress(redirect, from: server) else { throw Self.notOfTheWeb }
      server = next
      // Never set back: another server must not decide which of the feed's URLs get its headers.
      isOwn = isOwn && next.origin == location.origin
    }
    throw FeedFailure("The server redirects more than \(limits.maximumRedirects) times.")
  }

  private func validators(of response: Transfer.Response) throws(FeedFailure) -> Validators? {
    switch response.status {
    case 200: Validators(etag: response.etag, lastModified: response.lastModified)
    // Valid only in answer to a conditional request.
    case 304 where !document.validators.isEmpty: nil
    default: throw FeedFailure("The server answered with status \(response.status).")
    }
  }

  private static var notOfTheWeb: FeedFailure {
    FeedFailure("The server redirects to an address that is not http or https.")
  }
}
