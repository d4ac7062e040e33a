import ArgumentParser
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

/// A time zone option, such as `Europe/Warsaw`.
enum TimeZoneName {
  /// Parses the name.
  /// - Throws: ``UnknownName``.
  static func zone(_ name: String) throws -> TimeZone {
    if let zone = TaskTimeZone.named(name) { return zone }
    throw UnknownName(
      Phrase(
        "There is no time zone {name}. Zones are called Europe/Warsaw, for example.", ["name": .text(name)]))
  }
}
