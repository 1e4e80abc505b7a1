import CCurl
import Glibc
import MessageBus

/// One request over HTTP and its response, whose body is written to a file as it arrives. Ends as
/// soon as a limit is exceeded.
///
/// Everything runs on the thread that calls `perform`, libcurl's callbacks, too.
final class Transfer {
  struct Request {
    let address: WebAddress
    /// Of the header, beside those that each request has.
    let lines: [String]
    let maximumBytes: Int
    let deadline: ContinuousClock.Instant
    let limits: FeedLimits
    /// Whether a connection may be made to an address, in numbers.
    let mayConnect: (String) -> Bool
  }

  struct Response {
    let status: Int
    /// `nil` if absent, or too long to be kept.
    let etag: String?
    let lastModified: String?
    /// Where the server redirects to; `nil` where it does not.
    let redirect: String?
  }

  private let request: Request
  private let file: Int32
  private let isStopping: Locked<Bool>
  private let curl: UnsafeMutableRawPointer
  private var bodyBytes = 0
  private var headerBytes = 0
  /// What had arrived at the last report of progress, and when that changed last.
  private var arrived = 0
  private var lastArrival = ContinuousClock.now
  /// Whether an address of the server may not be connected to.
  private var isRefused = false
  private var failure: FeedFailure?

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  /// A longer header ends the transfer.
  private static let maximumHeaderBytes = 100_000

  /// - Throws: `FeedFailure` where libcurl has no memory for it.
  init(
    _ request: Request, into file: Int32, isStopping: Locked<Bool>
  ) throws(FeedFailure) {
    guard Self.isReady, let curl = curl_easy_init() else {
      throw FeedFailure("libcurl cannot start a transfer.")
    }
    self.curl = curl
    self.request = request
    self.file = file
    self.isStopping = isStopping
  }

  deinit { curl_easy_cleanup(curl) }

  /// Asks, and waits for the response; for its header only where it has no document.
  ///
  /// - Throws: `FeedFailure`.
  func perform() throws(FeedFailure) -> Response {
    let lines = Self.list(request.lines)
    let names = Self.list(request.limits.egress.knownAddresses)
    defer {
      curl_slist_free_all(lines)
      curl_slist_free_all(names)
    }
    _ = quickbrew_curl_set_list(curl, CURLOPT_HTTPHEADER, lines)
    _ = quickbrew_curl_set_list(curl, CURLOPT_RESOLVE, names)
    configure()
    setCallbacks()
    let outcome = curl_easy_perform(curl)
    if let failure { throw failure }
    // A body that is of no use has been cut off.
    guard outcome == CURLE_OK || outcome == CURLE_WRITE_ERROR && !hasDocument else {
      throw reason(outcome)
    }
    let status = quickbrew_curl_status(curl)
    return Response(
      status: status, etag: version("ETag"), lastModified: version("Last-Modified"),
      redirect: [301, 302, 303, 307, 308].contains(status) ? header("Location") : nil)
  }

  private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    lines.reduce(nil) { curl_slist_append($0, $1) }
  }

  private func configure() {
    _ = quickbrew_curl_set_text(curl, CURLOPT_URL, request.address.text)
    _ = quickbrew_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    _ = quickbrew_curl_set_text(curl, CURLOPT_USERAGENT, "QuickBrew")
    _ = quickbrew_curl_set_text(curl, CURLOPT_ACCEPT_ENCODING, "gzip")
    _ = quickbrew_curl_set_number(curl, CURLOPT_NOSIGNAL, 1)
    _ = quickbrew_curl_set_size(curl, CURLOPT_MAXFILESIZE_LARGE, request.maximumBytes)
    // Zero would be no limit.
    let left = max(1, ContinuousClock.now.duration(to: request.deadline) / .milliseconds(1))
    _ = quickbrew_curl_set_number(curl, CURLOPT_TIMEOUT_MS, Int(left))
  }

  private var hasDocument: Bool { quickbrew_curl_status(curl) == 200 }

  private func reason(_ outcome: CURLcode) -> FeedFailure {
    switch outcome {
    case CURLE_COULDNT_RESOLVE_HOST: FeedFailure("The server's name cannot be resolved.")
    case CURLE_COULDNT_CONNECT:
      isRefused
        ? EgressRule.refusal(request.address.host)
        : FeedFailure("The server accepts no connections.")
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      FeedFailure("The server cut the transfer off.")
    case CURLE_FILESIZE_EXCEEDED: tooLarge
    case CURLE_OPERATION_TIMEDOUT:
      FeedFailure(
        "The server took longer than \(request.limits.maximumTime.inSeconds) seconds in all.")
    default: FeedFailure("The transfer failed: \(String(cString: curl_easy_strerror(outcome))).")
    }
  }

  private var tooLarge: FeedFailure {
    .tooLarge("The document is larger than", "\(request.maximumBytes) bytes")
  }

  private func version(_ name: String) -> String? {
    header(name).flatMap { $0.utf8.count <= Validators.maximumBytes ? $0 : nil }
  }

  /// A field of the last response's header.
  private func header(_ name: String) -> String? {
    var field: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(curl, name, 0, UInt32(CURLH_HEADER), -1, &field) == CURLHE_OK,
      let value = field?.pointee.value
    else { return nil }
    return String(cString: value)
  }
}

// MARK: Callbacks of libcurl

extension Transfer {
  private func setCallbacks() {
    // libcurl calls back only within `curl_easy_perform`, on its thread, while `perform` holds
    // `self`: it outlives each use of a reference that is not retained.
    let context = Unmanaged.passUnretained(self).toOpaque()
    quickbrew_curl_set_callbacks(
      curl, context,
      { bytes, size, count, context in
        Transfer.of(context).receiveHeader(
          UnsafeRawBufferPointer(start: bytes, count: size * count))
      },
      { bytes, size, count, context in
        Transfer.of(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      },
      { context, _, arrived, _, _ in Transfer.of(context).mayContinue(arrived) ? 0 : 1 },
      { context, _, address in
        guard let address, Transfer.of(context).mayConnect(to: address) else { return -1 }
        return quickbrew_curl_open(address)
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("libcurl lost the context of its callbacks") }
    // Set by `setCallbacks`, from a reference that `perform` holds.
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Returns: how many bytes were accepted; libcurl ends the transfer where that is not all.
  private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
    headerBytes += line.count
    if headerBytes > Self.maximumHeaderBytes {
      failure = FeedFailure("The server's header is longer than \(Self.maximumHeaderBytes) bytes.")
      return 0
    }
    // Its last line is empty. One of a status below 200 comes before the response's own.
    let isEnd = line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8)
    return isEnd && quickbrew_curl_status(curl) >= 200 && !hasDocument ? 0 : line.count
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    bodyBytes += bytes.count
    if bodyBytes > request.maximumBytes {
      failure = tooLarge
      return 0
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else {
        failure = FeedFailure("Cannot write the download: \(String(cString: strerror(errno))).")
        return 0
      }
      rest = rest.dropFirst(count)
    }
    return bytes.count
  }

  /// Called about once a second where nothing arrives.
  private func mayContinue(_ bytes: Int) -> Bool {
    if bytes + headerBytes != arrived {
      arrived = bytes + headerBytes
      lastArrival = .now
    }
    if isStopping.withLock({ $0 }) { failure = FeedFailure("The store is stopping.") }
    let longest = request.limits.maximumSilence
    if lastArrival + longest <= .now {
      failure = FeedFailure("The server sent nothing for \(longest.inSeconds) seconds.")
    }
    return failure == nil
  }

  private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    let text = String(unsafeUninitializedCapacity: Int(NI_MAXHOST)) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        quickbrew_curl_address(address, start, socklen_t(text.count))
        return strlen(start)
      }
    }
    let isAllowed = request.mayConnect(text)
    isRefused = isRefused || !isAllowed
    return isAllowed
  }
}

extension Duration {
  fileprivate var inSeconds: Int { Int(self / .seconds(1)) }
}
