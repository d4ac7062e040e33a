import Foundation

/// A file in the data folder that says that the server has had people. It survives the loss of the database with the people, so that
/// a server that has lost them is not taken for one that never had any.
struct PeopleMark: Sendable {
  /// The name of the file. A pattern that removes `_people.sqlite` and its companions does not match it.
  static let name = "has-people"

  private let file: URL

  init(in folder: URL) { file = folder.appending(path: Self.name) }

  /// Whether the server has had people. A folder that can't be searched counts as one that has.
  var isSet: Bool { access(file.path(percentEncoded: false), F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) }

  /// Notes that the server has people. A folder that can't be written stays without the file.
  func set() {
    guard !isSet else { return }
    try? Data(Self.text.utf8).write(to: file, options: .atomic)
  }

  /// Forgets that the server has had people.
  /// - Throws: `CocoaError`.
  func remove() throws {
    guard isSet else { return }
    try FileManager.default.removeItem(at: file)
  }

  // For readers of the file. It is in English, like all files of the program.
  private static let text = """
    This server has people with accounts. While they can't be found in _people.sqlite, or in the
    schema _people of the PostgreSQL database, the server lets nobody in.
    Restore them from a backup, or make a new administrator:

      kartoteka people add NAME --administrator

    If everybody who reaches the server may do everything from now on:

      kartoteka people none

    """
}
