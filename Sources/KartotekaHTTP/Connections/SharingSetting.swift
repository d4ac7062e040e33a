import Foundation

/// A file in the data folder that has the server shared in the local network from its next start on, as by `serve --share`.
package struct SharingSetting: Sendable {
  private static let name = "is-shared"

  private let file: URL

  /// The setting of a data folder.
  package init(in folder: URL) { file = folder.appending(path: Self.name) }

  /// Whether the next start shares the server.
  package var isOn: Bool { access(file.path(percentEncoded: false), F_OK) == 0 }

  /// Has the next start share the server, or not.
  /// - Throws: `CocoaError`.
  package func set(_ isOn: Bool) throws {
    guard isOn != self.isOn else { return }
    if isOn {
      try Data(Self.text.utf8).write(to: file, options: .atomic)
    } else {
      try FileManager.default.removeItem(at: file)
    }
  }

  // For whoever finds the file. It is in English, like all files of the program.
  private static let text = """
    The server is shared in the local network, as by kartoteka serve --share: an administrator has
    switched it on under Settings of the server. Without this file the next start does not share it.

    """
}
