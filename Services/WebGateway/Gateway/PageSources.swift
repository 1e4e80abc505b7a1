import CPage

extension PageFiles {
  /// The doors of the page: each path is the page, which shows what the path says.
  package static let doors = ["commute", "breweries", "campus", "pins", "cafes", "system"]

  /// The files of `Page/` by their paths on the site; the page itself also at each of its doors.
  ///
  /// They are embedded by `Page/Page.c`, as the compiler reads files in C in no time, but takes a
  /// minute for array literals of this size in Swift. The service worker is beside the page,
  /// because it serves only what is below its own path.
  package static var embedded: [(path: String, bytes: [UInt8])] {
    let files = UnsafeBufferPointer(start: page_files(), count: page_file_count()).map { file in
      // Its bytes end with a zero, which is not part of the file.
      (path: String(cString: file.path), bytes: Array(String(cString: file.bytes).utf8))
    }
    let index = files.first { $0.path == "/" }?.bytes ?? []
    return files + doors.map { ("/\($0)", index) }
  }
}
