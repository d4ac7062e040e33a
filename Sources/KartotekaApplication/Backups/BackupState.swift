import Foundation
import KartotekaModel
import KartotekaStore

/// The state of a data folder's backups: their places and times, and the outcomes of the last ones. It is a file of the folder.
package struct BackupState: Codable, Sendable {
  /// The outcome of a backup or of another work with backups.
  package struct Outcome: Codable, Sendable {
    /// When it ended.
    package var date: Date
    /// The message for the person.
    package var says: Phrase
    /// The remedy; nil for none.
    package var remedy: Phrase?
    /// Whether it failed.
    package var isFailure: Bool
    /// Whether something is missing that should be there.
    package var isPartial: Bool?
    /// The parts that it lacks or could not do.
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
  package static let fileName = "backups.json"
  /// The name of the folder of backups in the data folder.
  static let folderName = "backups"

  /// The part of the names of backups that identifies this data folder.
  package private(set) var id: String
  /// The machine and the folder that the id was made for. A copy of the folder gets another one: neither removes the other's
  /// backups.
  private var origin: String
  /// The folder that a person chose; nil for the one in the data folder.
  package var folder: String?
  /// When backups are made, and which stay.
  package var rule = BackupRule()
  /// The last backup that is there.
  package private(set) var newest: Newest?
  /// Whether the folder of the backups was not there at the last look.
  package private(set) var isGone = false
  /// The outcome of the last backup.
  package var last: Outcome?
  /// The outcome of the last restore.
  package var restore: Outcome?
  /// The outcome of the last trial of the newest backup.
  package var trial: Outcome?
  /// When a trial of the newest backup was begun that has not ended.
  package var trialBegan: Date?
  /// The storage to which backups are copied; nil for none.
  package var storage: BackupStorage?
  /// The outcome of the last copy to the storage.
  package var copy: Outcome?
  /// The last backup that was copied to the storage.
  package var copied: Copied?

  /// A backup that is in the storage.
  package struct Copied: Codable, Sendable, Equatable {
    /// The name of its file.
    package var name: String
    /// When it was copied.
    package var date: Date

    package init(name: String, date: Date) { (self.name, self.date) = (name, date) }
  }

  /// The outcome of another work that a person began.
  package var other: Outcome?

  private static func url(in data: URL) -> URL { data.appending(path: fileName) }

  /// Reads the file of a data folder. One that can't be read is set aside and reported.
  package init(in data: URL) {
    let (url, origin) = (Self.url(in: data), Self.origin(of: data))
    (id, self.origin) = (Self.newID(), origin)
    guard access(url.path(percentEncoded: false), F_OK) == 0 else { return }
    guard let bytes = try? Data(contentsOf: url),
      let state = try? JSONDecoder().decode(BackupState.self, from: bytes), Self.isID(state.id)
    else {
      let aside = data.appending(path: Self.fileName + ".unreadable")
      rename(url.path(percentEncoded: false), aside.path(percentEncoded: false))
      last = Outcome(
        date: Date(), says: "What was set for backups can't be read", remedy: "Set the folder and the timer again.",
        isFailure: true)
      return
    }
    let fresh = id
    self = state
    if state.origin != origin {
      (id, self.origin, newest, trial, trialBegan) = (fresh, origin, nil, nil, nil)
      (copy, copied) = (nil, nil)
    }
    // A trial that ends the process would be begun again after each start.
    if let began = trialBegan {
      trial = Outcome(
        date: began, says: "A restore was tried, and the server ended meanwhile",
        remedy: "Make another backup, and look for the reason: kartoteka check", isFailure: true)
      trialBegan = nil
    }
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    origin = try values.decodeIfPresent(String.self, forKey: .origin) ?? ""
    folder = try values.decodeIfPresent(String.self, forKey: .folder)
    rule = try values.decodeIfPresent(BackupRule.self, forKey: .rule) ?? BackupRule()
    newest = try values.decodeIfPresent(Newest.self, forKey: .newest)
    isGone = try values.decodeIfPresent(Bool.self, forKey: .isGone) ?? false
    // An outcome that can't be read is dropped; a setting is not.
    last = try? values.decodeIfPresent(Outcome.self, forKey: .last)
    restore = try? values.decodeIfPresent(Outcome.self, forKey: .restore)
    trial = try? values.decodeIfPresent(Outcome.self, forKey: .trial)
    other = try? values.decodeIfPresent(Outcome.self, forKey: .other)
    storage = try? values.decodeIfPresent(BackupStorage.self, forKey: .storage)
    copy = try? values.decodeIfPresent(Outcome.self, forKey: .copy)
    copied = try? values.decodeIfPresent(Copied.self, forKey: .copied)
    trialBegan = try? values.decodeIfPresent(Date.self, forKey: .trialBegan)
  }

  private static func newID() -> String {
    String((0..<6).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() ?? "a" })
  }

  // It becomes a part of names of files.
  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 6
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
  }

  private static func origin(of data: URL) -> String {
    var status = stat()
    let number = stat(data.path(percentEncoded: false), &status) == 0 ? UInt64(status.st_ino) : 0
    let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
    return machine.trimmingSpaces() + "/\(number)"
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
  package mutating func note(_ folder: BackupFolder, _ files: [BackupFile], now: Date) -> Bool {
    let before = (newest, isGone)
    newest = BackupFolder.newest(files, now: now).map { Newest(date: $0.date, size: $0.size) }
    isGone = !folder.isThere
    return before != (newest, isGone)
  }
}
