import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The SQLite files of other programs in a data folder, in its folder `opened`. Each is an application with its file's name.
package struct OpenedFolder: Sendable {
  /// The extensions of SQLite files.
  private static let extensions: Set<String> = ["sqlite", "sqlite3", "db", "db3"]
  /// The maximum number of files whose names differ by a number only.
  private static let mostNames = 100

  /// The folder. It need not exist.
  package let url: URL

  /// The files of other programs in a data folder.
  package init(in dataFolder: URL) {
    url = dataFolder.appending(path: "opened", directoryHint: .isDirectory)
  }

  /// Whether a text can be the name of a file in the folder.
  static func isOwn(_ name: String) -> Bool {
    extensions.contains(URL(filePath: "/" + name).pathExtension.lowercased()) && (1...200).contains(name.utf8.count)
      && !name.hasPrefix(".") && !name.contains("/")
      && !name.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) }
  }

  /// The files by the names of their applications. Of two files with one name the first in the order of the alphabet counts.
  package func files() -> [(name: String, file: OpenedFile)] {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
    var taken: Set<String> = []
    return found.sorted().compactMap { name in
      let file = url.appending(path: name)
      guard !name.hasPrefix("."), Self.extensions.contains(file.pathExtension.lowercased()) else { return nil }
      let app = OpenedApp.name(of: file)
      return taken.insert(app).inserted ? (app, OpenedFile(file)) : nil
    }
  }

  /// Moves a file into the folder and reads its schema.
  /// - Parameters:
  ///   - file: the file, which is closed.
  ///   - name: its name for people, with or without an extension.
  ///   - taken: the names of other applications.
  /// - Throws: `StoreError.cannotOpen`, `DesignError.nameTaken`, `.tooMany`, `CocoaError`; the folder is as it was then.
  package func add(_ file: URL, called name: String, besides taken: Set<String>) throws -> OpenedApp {
    // It is read where it is: a file that can't be opened is not kept.
    _ = try OpenedApp(OpenedFile(file, isReadOnly: true))
    let files = files()
    try DesignFolder.checkRoom(besides: files.count)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let stem = Self.stem(of: name)
    let names = taken.union(files.map(\.name))
    for number in 1...Self.mostNames {
      let target = url.appending(path: (number == 1 ? stem : "\(stem)-\(number)") + ".sqlite")
      let app = OpenedApp.name(of: target)
      guard !names.contains(app) else { continue }
      try FileManager.default.moveItem(at: file, to: target)
      do {
        return try OpenedApp(OpenedFile(target), named: app)
      } catch {
        try? FileManager.default.moveItem(at: target, to: file)
        throw error
      }
    }
    throw DesignError.nameTaken(stem)
  }

  // The last component without its extension; "file" if nothing is left.
  private static func stem(of name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let file = URL(filePath: "/" + last)
    let known = extensions.contains(file.pathExtension.lowercased())
    let stem = (known ? file.deletingPathExtension().lastPathComponent : last)
      .filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
      .trimmingPrefix(while: { $0 == "." })
    return stem.isEmpty ? "file" : String(stem.prefix(100))
  }
}
