import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A removed application, whose file is still in the data folder.
package struct RemovedApp: Sendable {
  /// The name of the file.
  package let file: String
  /// The name of the application.
  package let name: String
  /// The description; nil for a file of another program.
  package let document: AppDocument?
  /// Whether the file is that of another program.
  let isOpened: Bool
  /// When it was removed.
  package let date: Date
}

// Applications that were removed, and the way back.
extension Site {
  /// Whether an application can be removed: it was designed, or its file lies in the data folder.
  package func canRemove(_ app: RunningApp) -> Bool {
    guard let folder, !folder.taken.contains(app.name) else { return false }
    guard let file = app.store.openedFile?.url else { return app.app.design != nil }
    let opened = OpenedFolder(in: folder.url).url.standardizedFileURL.path(percentEncoded: false)
    return file.standardizedFileURL.path(percentEncoded: false).hasPrefix(opened)
  }

  /// The applications that were removed in the last 30 days and can be brought back, the last one first. A primary database keeps
  /// none.
  /// - Parameter limit: how many at most.
  package func removed(limit: Int) -> [RemovedApp] {
    guard let folder, primaries == nil else { return [] }
    let kept = [folder.url, OpenedFolder(in: folder.url).url].flatMap { place in
      Self.kept(in: place).map { (place, $0) }
    }
    return kept.sorted { $0.1.date > $1.1.date }.prefix(limit).map { place, file in
      let isOpened = place != folder.url
      let design = isOpened ? nil : try? Design.read(at: place.appending(path: file.name))
      let stem = URL(filePath: "/" + file.original).deletingPathExtension().lastPathComponent
      return RemovedApp(
        file: file.name, name: isOpened ? stem.lowercased() : stem, document: design?.document, isOpened: isOpened,
        date: file.date)
    }
  }

  /// Brings a removed application back. Where another one has its name by now, it gets a number: `books-2`.
  /// - Parameter file: the name of its file.
  /// - Returns: the name of the application.
  /// - Throws: ``DesignError``, `StoreError`, `CocoaError`.
  package func bringBack(_ file: String) async throws -> String {
    guard let folder else { throw Problem.noDesigns }
    return try await inTurn { [self] in
      guard let removed = removed(limit: .max).first(where: { $0.file == file }) else {
        throw DesignError.unknown(file)
      }
      let content = state.withLock { $0.content }
      let taken = folder.taken.union(content.apps.map(\.name) + content.unavailable.map(\.name))
      let isOpened = removed.isOpened
      let place = isOpened ? OpenedFolder(in: folder.url).url : folder.url
      let kept = place.appending(path: file)
      try DesignFolder.checkRoom(
        besides: isOpened ? OpenedFolder(in: folder.url).files().count : folder.names().count)
      let (name, target) = Self.free(removed, in: place, taken: taken)
      try Store.putBack(kept, as: target)
      do {
        if isOpened {
          OpenedFile(kept).moveSideFile(of: OpenedFile(target))
          let found = OpenedFolder(in: folder.url).files().first {
            $0.file.url.lastPathComponent == target.lastPathComponent
          }
          guard let found, !taken.contains(found.name) else { throw DesignError.nameTaken(name) }
          let app = try RunningApp(try OpenedApp(found.file, named: found.name), options: options)
          WorkFolder.putBack(file, as: found.name, beside: app.store.url ?? target)
          put(app)
          return found.name
        } else {
          guard let app = try folder.app(name) else { throw DesignError.unknown(name) }
          let store = try Store(app.description.model, at: target, options: app.storeOptions(options))
          WorkFolder.putBack(file, as: name, beside: target)
          put(RunningApp(app, on: store))
        }
      } catch {
        if isOpened { OpenedFile(target).moveSideFile(of: OpenedFile(kept)) }
        try? Store.putBack(target, as: kept)
        throw error
      }
      return name
    }
  }

  // A name that no application has, and its file.
  private static func free(_ removed: RemovedApp, in place: URL, taken: Set<String>) -> (name: String, file: URL) {
    let original = place.appending(path: Self.original(removed.file))
    let (stem, ending) = (original.deletingPathExtension().lastPathComponent, original.pathExtension)
    var (name, file, number) = (removed.name, original, 2)
    while taken.contains(name) || FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
      name = "\(removed.name)-\(number)"
      file = place.appending(path: "\(stem)-\(number)" + (ending.isEmpty ? "" : "." + ending))
      number += 1
    }
    return (name, file)
  }

  // The original name of a file that was set aside.
  private static func original(_ name: String) -> String {
    name.range(of: Store.asideMark, options: .backwards).map { String(name[..<$0.lowerBound]) } ?? name
  }

  private static func kept(in folder: URL) -> [(name: String, original: String, date: Date)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    let oldest = Date().addingTimeInterval(-30 * 24 * 60 * 60)
    return names.compactMap { name in
      // Its write-ahead log may lie beside it.
      guard name.hasSuffix("Z"), let mark = name.range(of: Store.asideMark, options: .backwards) else { return nil }
      // The time has no colons, which some file systems forbid.
      let parts = name[mark.upperBound...].split(separator: "T")
      guard parts.count == 2 else { return nil }
      let text = parts[0] + "T" + parts[1].replacing("-", with: ":")
      guard let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        date > oldest
      else { return nil }
      return (name, String(name[..<mark.lowerBound]), date)
    }
  }
}
