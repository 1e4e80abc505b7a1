import Foundation
import Messages
import OpenStreetMap
import Time

extension MapDate {
  /// When the data of an extract was current: as its header says, else when its file was last
  /// written.
  ///
  /// - Throws: `MapFileError`; an error of Foundation for a file that is gone.
  init(of file: MapFile) throws {
    if let time = try file.declaredDate().flatMap({ Timestamp($0) }) {
      self.init(time: time, source: .header)
    } else {
      let written = try URL(filePath: file.path)
        .resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      self.init(
        time: Timestamp(secondsSince1970: Int64((written ?? .distantPast).timeIntervalSince1970)),
        source: .file)
    }
  }
}
