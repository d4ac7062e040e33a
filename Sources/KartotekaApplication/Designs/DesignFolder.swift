import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The designed applications of a data folder: each database file that has a description.
package struct DesignFolder: Sendable {
  /// An application of a folder whose description can't be read.
  package struct Fault: Sendable {
    /// The name of its file without the extension.
    package let name: String
    /// Why it can't be read.
    package let error: any Error
  }

  /// The maximum number of designed applications, and of opened files: each takes open files and threads of the process.
  package static let most = 200

  /// - Parameter count: how many of a kind there are.
  /// - Throws: ``DesignError/tooMany(_:)`` if there can't be another one.
  package static func checkRoom(besides count: Int) throws(DesignError) {
    guard count < most else { throw .tooMany(most) }
  }

  /// The folder.
  package let url: URL
  /// The names that applications in code have.
  package let taken: Set<String>
  private let bring: @Sendable (URL, _ isRequested: Bool) throws -> [String]

  /// The designed applications of a folder.
  /// - Parameters:
  ///   - apps: the applications in code.
  ///   - bring: copies applications that other servers have made to the folder, and returns the names of removed ones.
  package init(
    _ url: URL, besides apps: [App],
    bring: @escaping @Sendable (URL, _ isRequested: Bool) throws -> [String] = { _, _ in [] }
  ) {
    self.url = url
    taken = Set(apps.map(\.description.name))
    self.bring = bring
  }

  /// Copies applications that other servers have made to the folder, and renames the files of removed ones. It blocks the
  /// thread while it waits for the database server, and must not be called on one of Swift's cooperative threads.
  /// - Parameter isRequested: whether somebody asks for something that may have been made just now. Else the database server is
  ///   asked every few seconds, and after a notification.
  /// - Returns: the names of the removed applications.
  /// - Throws: `StoreError.primary`.
  @discardableResult
  package func bringOthers(isRequested: Bool = false) throws -> [String] { try bring(url, isRequested) }

  /// The database file of an application.
  package func file(of name: String) -> URL { url.appending(path: name + ".sqlite") }

  /// The names of the files that may be designed applications, in the order of the alphabet.
  package func names() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
    // A name with an underscore in front is one of the platform's own.
    return files.filter { $0.hasSuffix(".sqlite") && !$0.hasPrefix(".") && !$0.hasPrefix("_") }.map {
      String($0.dropLast(7))
    }
    .filter { !taken.contains($0) }.sorted()
  }

  /// The designed applications, and those that can't be read. Databases of something else are neither.
  package func apps() -> (apps: [App], faults: [Fault]) {
    var apps: [App] = []
    var faults: [Fault] = []
    for name in names() {
      do {
        if let app = try app(name) { apps.append(app) }
      } catch {
        faults.append(Fault(name: name, error: error))
      }
    }
    return (apps, faults)
  }

  /// The designed application of that name; nil where there is none.
  /// - Throws: ``AppDocumentError``, `StoreError.unusable`.
  package func app(_ name: String) throws -> App? {
    guard !taken.contains(name) else { return nil }
    guard let design = try Design.read(at: file(of: name)) else { return nil }
    let faults = design.document.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    return App(design)
  }
}
