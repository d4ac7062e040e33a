import Foundation
import Kartoteka

/// An input file on the command line.
enum InputFile {
  /// Checks that the file exists.
  /// - Throws: ``Failure`` if it is missing or a folder.
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
