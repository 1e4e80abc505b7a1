/// A value for every edge of a hierarchy, in pages of neighbouring ranks that copies share until
/// one of them changes: a change of a few edges copies a few pages, not megabytes.
///
/// Memory safety of the pointers: (1) a page's memory is owned by an entry of `owners` that stands
/// beside it, so it lives as long as this value or a copy; (2) it is written only while it is made
/// and while its owner is uniquely referenced, thus by whoever holds the one value that can see it;
/// (3) `row` and `offset` check that the edges lie in the page; (4) who takes a `row` uses it while
/// holding the value that gave it. `@unchecked Sendable`: follows from (2). An array of arrays
/// would cost two atomic operations a rank in the search.
struct RankPages<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private struct Page {
    let start: UnsafeMutablePointer<Element>
    let edges: Range<Int>
  }

  private var pages: [Page]
  private var owners: [PageMemory<Element>]

  /// 32 ranks a page.
  private static var shift: Int { 5 }

  /// - Parameter elements: the value of each edge.
  init(_ hierarchy: Hierarchy, _ elements: [Element]) {
    precondition(elements.count == hierarchy.heads.count, "not a value for each edge")
    let memory = PageMemory(copying: elements)
    pages = stride(from: 0, to: hierarchy.rankCount, by: 1 << Self.shift).map { rank in
      let end = min(rank + 1 << Self.shift, hierarchy.rankCount)
      let edges = Int(hierarchy.firstEdge[2 * rank])..<Int(hierarchy.firstEdge[2 * end])
      return Page(start: memory.start + edges.lowerBound, edges: edges)
    }
    owners = Array(repeating: memory, count: pages.count)
  }

  /// The values of some edges of a rank.
  @inline(__always)
  func row(_ edges: Range<Int>, of rank: Int) -> UnsafeBufferPointer<Element> {
    let page = pages[rank >> Self.shift]
    precondition(
      edges.lowerBound >= page.edges.lowerBound && edges.upperBound <= page.edges.upperBound,
      "edges of another rank")
    return UnsafeBufferPointer(
      start: page.start + (edges.lowerBound - page.edges.lowerBound), count: edges.count)
  }

  /// The value of an edge of a rank, the lower of its ends.
  subscript(edge: Int, rank: Int) -> Element {
    get {
      let page = pages[rank >> Self.shift]
      return page.start[Self.offset(of: edge, in: page)]
    }
    set {
      let number = rank >> Self.shift
      if !isKnownUniquelyReferenced(&owners[number]) {
        let old = pages[number]
        owners[number] = PageMemory(
          copying: UnsafeBufferPointer(start: old.start, count: old.edges.count))
        pages[number] = Page(start: owners[number].start, edges: old.edges)
      }
      let page = pages[number]
      page.start[Self.offset(of: edge, in: page)] = newValue
    }
  }

  @inline(__always)
  private static func offset(of edge: Int, in page: Page) -> Int {
    precondition(page.edges.contains(edge), "an edge of another rank")
    return edge - page.edges.lowerBound
  }
}

/// Owns the memory of one page or of many, see `RankPages`.
private final class PageMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>

  init(copying elements: some Collection<Element>) {
    start = .allocate(capacity: elements.count)
    let memory = UnsafeMutableBufferPointer(start: start, count: elements.count)
    _ = memory.initialize(fromContentsOf: elements)
  }

  deinit { start.deallocate() }
}
