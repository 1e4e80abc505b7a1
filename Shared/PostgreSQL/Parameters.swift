import SQL

/// The values of a statement in libpq's form: texts, and raw bytes.
struct Parameters {
  /// The arguments of `PQexecPrepared`.
  struct Pointers {
    var values: [UnsafePointer<CChar>?]
    let lengths: [Int32]
    /// 0 for text, 1 for bytes.
    let formats: [Int32]
  }

  private var bytes: [CChar] = []
  /// Where each value begins; `nil` for NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [SQLValue]) {
    for value in values {
      switch value {
      case .null: add(nil)
      case .integer(let number): add(String(number))
      case .real(let number) where number.isNaN: add(nil)
      case .real(let number): add(number.isInfinite ? Self.infinity(number) : String(number))
      case .text(let text): add(text)
      case .blob(let blob): add(blob)
      }
    }
  }

  /// Calls `body` with pointers to the values, which are valid during the call.
  func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { buffer in
      let values = starts.map { start in
        start.flatMap { start in buffer.baseAddress.map { $0 + start } }
      }
      return body(Pointers(values: values, lengths: lengths, formats: formats))
    }
  }

  private mutating func add(_ text: String?) {
    starts.append(text == nil ? nil : bytes.count)
    // Terminated by NUL, as libpq expects.
    if let text { bytes += text.utf8CString }
    lengths.append(0)
    formats.append(0)
  }

  private mutating func add(_ blob: [UInt8]) {
    starts.append(bytes.count)
    bytes += blob.map { CChar(bitPattern: $0) }
    // An empty buffer may have no address, which libpq would read as NULL.
    bytes.append(0)
    lengths.append(Int32(blob.count))
    formats.append(1)
  }

  private static func infinity(_ number: Double) -> String {
    number > 0 ? "Infinity" : "-Infinity"
  }
}

extension SQLValue {
  /// Whether it is a text with a NUL character, which PostgreSQL cannot store.
  var holdsNUL: Bool {
    if case .text(let text) = self { text.utf8.contains(0) } else { false }
  }
}
