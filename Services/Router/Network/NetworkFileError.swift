/// Why a road network could not be opened. Each message says what was being done, with which file,
/// and what to do next.
package enum NetworkFileError: Error, Hashable, CustomStringConvertible {
  case missing(path: String)
  case unreadable(path: String, reason: String)
  /// The size of the file differs from the one in its header.
  case truncated(path: String, bytes: Int)
  case notANetwork(path: String)
  case wrongVersion(path: String, found: UInt32)
  /// The checksum does not match the contents.
  case corrupt(path: String)
  /// The checksum matches, but a number is out of range.
  case inconsistent(path: String, reason: String)

  package var description: String {
    switch self {
    case .missing(let path):
      "Opening the road network \(path): there is no such file. Build it with “router build”."
    case .unreadable(let path, let reason):
      "Opening the road network \(path): \(reason)."
    case .truncated(let path, let bytes):
      """
      Opening the road network \(path): its size of \(bytes) bytes is not what its header says; \
      it was cut short or added to. Build it again with “router build”.
      """
    case .notANetwork(let path):
      "Opening the road network \(path): this is not a road network. Build one with “router build”."
    case .wrongVersion(let path, let found):
      """
      Opening the road network \(path): it has format version \(found), this router reads \
      version \(NetworkFormat.version). Build it again with “router build”.
      """
    case .corrupt(let path):
      """
      Opening the road network \(path): its checksum does not match; the file is damaged. \
      Build it again with “router build”.
      """
    case .inconsistent(let path, let reason):
      """
      Opening the road network \(path): \(reason). A faulty program wrote the file; \
      build it again with “router build”.
      """
    }
  }
}
