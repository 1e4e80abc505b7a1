/// Why an OpenStreetMap extract could not be read. Each message says what was being done, with
/// which file, and what to do next.
package enum MapFileError: Error, Hashable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The path leads to a folder, a device, or anything else than a plain file.
  case notAFile(path: String)
  /// The operating system refused to open or read it.
  case unreadable(path: String, reason: String)
  /// The file holds no bytes at all.
  case empty(path: String)
  /// The contents are of no format that can be read.
  case unknownFormat(path: String)
  /// The contents stop short, or break the rules of their format.
  case damaged(path: String, reason: String)
  /// A history or change file: one element in several versions.
  case hasVersions(path: String)
  /// The file is sound but holds no node with a location.
  case noNodes(path: String)
  /// The machine has too little memory for the locations of the nodes.
  case outOfMemory(path: String)
  /// It holds more than `MapFileLimits` allow, or an element that no map has.
  case tooLarge(path: String, reason: String)

  /// What was being done, with which file, why it failed, and what to do next.
  package var description: String {
    switch self {
    case .missing(let path):
      "Opening the map \(path): there is no such file. Check the path, or download an extract."
    case .notAFile(let path):
      "Opening the map \(path): it is not a plain file. Name an extract such as city.osm.pbf."
    case .unreadable(let path, let reason):
      "Reading the map \(path): \(reason). Check the file's permissions and its disk."
    case .empty(let path):
      "Opening the map \(path): the file is empty. Download the extract again."
    case .unknownFormat(let path):
      """
      Opening the map \(path): this is not an OpenStreetMap extract. Readable are .osm.pbf, \
      .osm, .osm.gz, .osm.bz2 and .o5m; the contents count, not the name.
      """
    case .damaged(let path, let reason):
      """
      Reading the map \(path): the file is damaged or was cut short (\(reason)). \
      Download the extract again.
      """
    case .hasVersions(let path):
      """
      Reading the map \(path): this is a history or change file, which holds several versions of \
      an element. Make a plain extract of it first: osmium time-filter, or osmium apply-changes.
      """
    case .noNodes(let path):
      "Reading the map \(path): it holds no node with a location. Use an extract with nodes."
    case .outOfMemory(let path):
      """
      Reading the map \(path): memory ran out; locating ways takes 16 bytes a node of the \
      extract. Use a smaller extract or a larger machine.
      """
    case .tooLarge(let path, let reason):
      "Reading the map \(path): \(reason), which is not read. Use a smaller extract."
    }
  }
}
