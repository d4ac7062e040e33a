import Foundation
import KartotekaApplication
import KartotekaHTML

/// A folder of an application beside its database file: its uploads, or its interrupted runs.
package enum WorkFolder: String, CaseIterable, Sendable {
  /// Uploaded files that are not loaded yet, and the descriptions of their imports.
  case imports
  /// Actions on several records that have not ended.
  case runs

  /// The folder of an application.
  /// - Parameter file: the application's database file.
  package func url(of name: String, beside file: URL) -> URL {
    url(named: self == .runs ? URLPath.encoded(name) : name, beside: file)
  }

  /// Renames the folders of a removed application as its file, so that the next one of the name does not get them.
  static func setAside(of name: String, beside file: URL, as kept: String) {
    for folder in allCases {
      let target = folder.url(named: kept, beside: file)
      // An application without uploads has none.
      try? FileManager.default.moveItem(at: folder.url(of: name, beside: file), to: target)
    }
  }

  /// Gives the folders of an application that is brought back their names again.
  static func putBack(_ kept: String, as name: String, beside file: URL) {
    for folder in allCases {
      try? FileManager.default.moveItem(
        at: folder.url(named: kept, beside: file), to: folder.url(of: name, beside: file))
    }
  }

  private func url(named name: String, beside file: URL) -> URL {
    let folder = file.deletingLastPathComponent()
    // The folder of an opened file is a person's, who may have folders of these names. This one goes with the database beside the file.
    return file.pathExtension == OpenedFile.sideExtension
      ? folder.appending(path: "\(file.lastPathComponent)-\(rawValue)", directoryHint: .isDirectory)
      : folder.appending(components: rawValue, name, directoryHint: .isDirectory)
  }
}
