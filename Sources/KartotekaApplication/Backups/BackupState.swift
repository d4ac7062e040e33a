import Foundation
import KartotekaModel

/// What a data folder knows of its backups: where and when they are made, and how the last ones went. It is a file of the folder.
package struct BackupState: Codable, Sendable {
  /// How a backup or another work with backups went.
  package struct Outcome: Codable, Sendable {
    /// When it ended.
    package var date: Date
    /// What the person is told.
    package var says: Phrase
    /// What can be done about it.
    package var remedy: Phrase?
    /// Whether it failed.
    package var isFailure: Bool
    /// Whether something is missing that should be there.
    package var isPartial = false
    /// What it lacks or could not do.
    package var lacks: [Phrase] = []
    /// The name of the backup.
    package var file: String?

    private static let most = 50

    package init(
      date: Date, says: Phrase, remedy: Phrase? = nil, isFailure: Bool = false, lacks: [Phrase] = [],
      file: String? = nil
    ) {
      (self.date, self.says, self.remedy, self.isFailure) = (date, says, remedy, isFailure)
      self.file = file
      // A folder of pictures that is gone may be thousands.
      let rest = lacks.count - Self.most
      self.lacks =
        Array(lacks.prefix(Self.most)) + (rest > 0 ? [Phrase("And {count} more.", ["count": .count(rest)])] : [])
    }
  }

  /// The last of this data folder's backups that are there.
  package struct Newest: Codable, Sendable, Equatable {
    package var date: Date
    /// The number of bytes.
    package var size: Int64
  }

  /// The name of its file.
  static let fileName = "backups.json"
  /// The name of the folder of backups in the data folder.
  static let folderName = "backups"

  /// What the names of this data folder's backups have.
  package private(set) var id: String
  /// The folder that a person chose; nil for the one in the data folder.
  package var folder: String?
  /// When backups are made, and which stay.
  package var rule = BackupRule()
  /// The last backup that is there.
  package private(set) var newest: Newest?
  /// Whether the folder of the backups was not there at the last look.
  package private(set) var isGone = false
  /// How the last backup went.
  package var last: Outcome?
  /// How the last restore went.
  package var restore: Outcome?
  /// How the last trial of a backup went.
  package var trial: Outcome?

  private static func url(in data: URL) -> URL { data.appending(path: fileName) }

  /// Reads the file of a data folder. Without one, or with one that can't be read, there is no timer.
  package init(in data: URL) {
    if let bytes = try? Data(contentsOf: Self.url(in: data)),
      let state = try? JSONDecoder().decode(BackupState.self, from: bytes), Self.isID(state.id)
    {
      self = state
    } else {
      id = String((0..<6).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() ?? "a" })
    }
  }

  // It becomes a part of names of files.
  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 6
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
  }

  /// Writes the file.
  /// - Throws: `CocoaError`.
  package func write(in data: URL) throws {
    let url = Self.url(in: data)
    try Data(BackupManifest.bytes(self)).write(to: url, options: .atomic)
    chmod(url.path(percentEncoded: false), 0o600)
  }

  /// The folder of the backups.
  package func backups(of data: URL) -> BackupFolder {
    let url = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
    return BackupFolder(url ?? data.appending(path: Self.folderName), id: id, isMade: folder == nil)
  }

  /// Takes over what is in the folder of the backups.
  /// - Returns: whether it was something else before.
  package mutating func note(_ folder: BackupFolder, _ files: [BackupFile]) -> Bool {
    let before = (newest, isGone)
    newest = files.first(where: \.isOwn).map { Newest(date: $0.date, size: $0.size) }
    isGone = !folder.isThere
    return before != (newest, isGone)
  }
}
