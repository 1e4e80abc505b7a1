/// A value for every edge of a hierarchy, in pages of neighbouring rows that copies share until
/// one of them changes: a change of a few edges copies a few pages, not megabytes.
///
/// Memory safety of the pointers: (1) a page's memory is owned by the entry of `owners` with the
/// same index, so it lives as long as this value or a copy; (2) it is written only while it is made
/// and while its owner is uniquely referenced, thus through the only value that can see it; (3)
/// `init` checks that the pages lie in the memory, `row` and `offset` that the edges lie in the
/// page; (4) callers use a `row` only while they hold the value that returned it. `@unchecked
/// Sendable`: follows from (2). An array of arrays would cost two atomic operations per row in the
/// search.
struct RowPages<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private struct Page {
    let start: UnsafeMutablePointer<Element>
    let firstEdge: UInt32
    let endEdge: UInt32

    var count: Int { Int(endEdge - firstEdge) }
  }

  private var pages: [Page]
  private var owners: [PageMemory<Element>]

  /// 64 rows per page.
  private static var shift: Int { 6 }

  /// - Parameter elements: the value of each edge.
  init(_ hierarchy: Hierarchy, _ elements: [Element]) {
    let memory = PageMemory(copying: elements)
    let rowCount = 2 * hierarchy.rankCount
    pages = stride(from: 0, to: rowCount, by: 1 << Self.shift).map { row in
      let first = hierarchy.firstEdge[row]
      let end = hierarchy.firstEdge[min(row + 1 << Self.shift, rowCount)]
      precondition(first <= end && Int(end) <= elements.count, "not a value for each edge")
      return Page(start: memory.start + Int(first), firstEdge: first, endEdge: end)
    }
    owners = Array(repeating: memory, count: pages.count)
  }

  /// What the pages take that another value for the same hierarchy does not share.
  func bytes(besides other: RowPages) -> Int {
    zip(pages, other.pages).reduce(0) { bytes, pages in
      bytes + (pages.0.start == pages.1.start ? 0 : pages.0.count * MemoryLayout<Element>.stride)
    }
  }

  /// The values of the edges of a row.
  @inline(__always)
  func row(_ row: Int, _ edges: Range<Int>) -> UnsafeBufferPointer<Element> {
    let page = pages[row >> Self.shift]
    precondition(
      edges.lowerBound >= Int(page.firstEdge) && edges.upperBound <= Int(page.endEdge),
      "edges of another row")
    return UnsafeBufferPointer(
      start: page.start + (edges.lowerBound - Int(page.firstEdge)), count: edges.count)
  }

  /// The value of an edge of a row.
  subscript(edge: Int, row: Int) -> Element {
    get {
      let page = pages[row >> Self.shift]
      return page.start[Self.offset(of: edge, in: page)]
    }
    set {
      let number = row >> Self.shift
      if !isKnownUniquelyReferenced(&owners[number]) {
        let old = pages[number]
        owners[number] = PageMemory(
          copying: UnsafeBufferPointer(start: old.start, count: old.count))
        pages[number] = Page(
          start: owners[number].start, firstEdge: old.firstEdge, endEdge: old.endEdge)
      }
      let page = pages[number]
      page.start[Self.offset(of: edge, in: page)] = newValue
    }
  }

  @inline(__always)
  private static func offset(of edge: Int, in page: Page) -> Int {
    precondition(edge >= Int(page.firstEdge) && edge < Int(page.endEdge), "an edge of another row")
    return edge - Int(page.firstEdge)
  }
}

/// Owns the memory of one or more pages, see `RowPages`.
private final class PageMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>

  init(copying elements: some Collection<Element>) {
    start = .allocate(capacity: elements.count)
    let memory = UnsafeMutableBufferPointer(start: start, count: elements.count)
    _ = memory.initialize(fromContentsOf: elements)
  }

  deinit { start.deallocate() }
}
