import Foundation
import Kartoteka
import KartotekaTransfer

/// The output of a command.
enum Output {
  /// Writes to a file, or to standard output if `path` is nil. The file appears when it is complete.
  /// - Throws: errors of the body. An existing file is then unchanged.
  static func writing(to path: String?, _ body: (any ByteSink) async throws -> Void) async throws {
    guard let path else { return try await body(StandardOutput()) }
    let file = try OutputFile(path)
    do {
      try await body(file.sink)
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
  }
}

/// An output file on the command line. It replaces an existing file when it is complete.
final class OutputFile {
  /// The destination of the bytes.
  let sink: FileSink
  private let url: URL
  private let part: URL?

  /// Creates a temporary file beside the output file.
  /// - Throws: ``Failure``, `WritingError`.
  init(_ path: String) throws {
    url = URL(filePath: path, directoryHint: .notDirectory)
    try Self.checkFolder(of: url)
    if Self.isDevice(url) {
      // A pipe or a terminal can't be replaced.
      part = nil
    } else {
      let process = ProcessInfo.processInfo.processIdentifier
      part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).part-\(process)")
    }
    sink = try Self.sink(at: part ?? url, for: url)
  }

  /// Completes the file and renames it.
  /// - Throws: `WritingError`.
  func finish() throws {
    try sink.close()
    guard let part else { return }
    let path = url.path(percentEncoded: false)
    guard rename(part.path(percentEncoded: false), path) == 0 else {
      let reason = String(cString: strerror(errno))
      discard()
      throw WritingError.cannotCreate(file: path, reason: reason)
    }
  }

  /// Deletes the temporary file. An existing output file is unchanged.
  func discard() {
    if let part { try? FileManager.default.removeItem(at: part) }
  }

  /// Checks that the file can be written, before work begins.
  /// - Throws: ``Failure`` if it can't.
  static func check(_ path: String) throws {
    try checkFolder(of: URL(filePath: path, directoryHint: .notDirectory))
  }

  /// Checks that a file can be replaced.
  /// - Throws: ``Failure`` if it can't, or if it is the database itself.
  static func check(_ url: URL, isNot database: URL) throws {
    let path = url.path(percentEncoded: false)
    try checkFolder(of: url)
    if isDevice(url) {
      throw Failure(
        Phrase("{file} is not a regular file", ["file": .text(path)]),
        remedy: "Name another file.")
    }
    if url.resolvingSymlinksInPath().standardizedFileURL
      == database.resolvingSymlinksInPath().standardizedFileURL
    {
      throw Failure(
        Phrase("{file} is the database itself", ["file": .text(path)]), remedy: "Name another file.")
    }
  }

  private static func sink(at place: URL, for url: URL) throws -> FileSink {
    do {
      return try FileSink(path: place.path(percentEncoded: false))
    } catch {
      // The message names the output file, not the temporary file.
      guard case .cannotCreate(_, let reason) = error else { throw error }
      throw WritingError.cannotCreate(file: url.path(percentEncoded: false), reason: reason)
    }
  }

  private static func checkFolder(of url: URL) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path(percentEncoded: false), isDirectory: &isFolder),
      isFolder.boolValue
    {
      throw Failure(
        Phrase("{file} is a folder", ["file": .text(url.path(percentEncoded: false))]), remedy: "Name a file."
      )
    }
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw Failure(
        Phrase("There is no folder {folder}", ["folder": .text(folder)]), remedy: "Create it first.")
    }
  }

  private static func isDevice(_ url: URL) -> Bool {
    var status = stat()
    guard stat(url.path(percentEncoded: false), &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}
