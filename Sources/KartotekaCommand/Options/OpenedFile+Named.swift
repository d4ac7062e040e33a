import Foundation
import Kartoteka

extension OpenedFile {
  /// The SQLite file that a text names; nil if there is no such file, or none of SQLite.
  static func named(_ text: String) -> OpenedFile? {
    var isFolder: ObjCBool = false
    guard text.contains("/") || text.contains("."),
      FileManager.default.fileExists(atPath: text, isDirectory: &isFolder), !isFolder.boolValue
    else { return nil }
    return OpenedFile(URL(filePath: text))
  }
}
