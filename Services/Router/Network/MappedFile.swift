#if canImport(Glibc)
  import Glibc
#endif

/// A file mapped into memory, read only.
///
/// `@unchecked Sendable`: (1) the mapping is made read-only in `init` and never written; (2) the
/// stored properties are constants; (3) `deinit`, which unmaps, runs when no reference is left, so
/// no read through this object can be in progress.
final class MappedFile: @unchecked Sendable {
  private let base: UnsafeRawPointer
  let count: Int

  /// - Throws: `NetworkFileError.missing`, `unreadable`, `truncated` (an empty file).
  init(path: String) throws(NetworkFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .missing(path: path) }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is not a plain file")
    }
    count = Int(status.st_size)
    guard count > 0 else { throw .truncated(path: path, bytes: 0) }
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      mapped != MAP_FAILED
    else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
    base = UnsafeRawPointer(mapped)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }

  /// The bytes from `offset` on as elements; `nil` where they are misaligned or not all in the
  /// file.
  func array<Element: BitwiseCopyable>(
    at offset: Int, count elements: Int, of: Element.Type
  ) -> MappedArray<Element>? {
    let stride = MemoryLayout<Element>.stride
    guard offset >= 0, elements >= 0, offset.isMultiple(of: MemoryLayout<Element>.alignment),
      offset <= count, elements <= (count - offset) / stride
    else { return nil }
    return MappedArray(start: base + offset, count: elements)
  }

  /// The checksum of all whole blocks from `offset` on; `nil` where that is misaligned or not in
  /// the file.
  func checksum(from offset: Int) -> UInt64? {
    let count = (count - offset) / NetworkFormat.blockSize
    guard let blocks = array(at: offset, count: count, of: NetworkChecksum.Block.self) else {
      return nil
    }
    var checksum = NetworkChecksum()
    for index in blocks.indices { checksum.add(blocks[index]) }
    return checksum.value
  }
}

/// A section of a mapped file.
///
/// Memory safety: (1) `MappedFile.array` checks that the section lies in the mapping, aligned for
/// its element, and every bit pattern is a value of the integer types used; (2) the subscripts
/// check the index; (3) an array is only reachable through the `RoadNetwork` that holds the
/// mapping, and code that keeps a copy keeps that network too. If another process truncates the
/// file while it is mapped, this process ends with SIGBUS: so builders write a temporary file and
/// rename it, never in place.
///
/// `@unchecked Sendable`: the memory is never written, see `MappedFile`.
struct MappedArray<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  private let start: UnsafeRawPointer
  let count: Int

  fileprivate init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of the section")
    return (start + index &* MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self).pointee
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
