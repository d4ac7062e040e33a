import Foundation
import Kartoteka

/// A file that the person named to be read.
enum InputFile {
  /// Checks that there is such a file.
  /// - Throws: ``Failure`` when there is none, or a folder.
  static func check(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(
        Phrase("There is no file {file}", ["file": .text(path)]),
        remedy: "Check its name and the folder you are in.")
    }
    if isFolder.boolValue {
      throw Failure(Phrase("{file} is a folder", ["file": .text(path)]), remedy: "Name a file.")
    }
  }
}
