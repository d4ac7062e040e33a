import Foundation
import KartotekaModel
import KartotekaStore

/// The contents of a backup of a data folder, as its file `manifest.json` says it.
package struct BackupManifest: Codable, Sendable, Equatable {
  /// The version of the layout that this program writes.
  static let format = 1
  /// The name of its file in the archive.
  static let path = "manifest.json"
  /// The most bytes of the file.
  static let largest: Int64 = 16 << 20

  /// The version of the layout.
  package var format = BackupManifest.format
  /// The program and its version.
  package var program: String
  /// When the backup was begun.
  package var created: String
  /// The applications, in the order of the archive.
  package var applications: [BackupEntry]
  /// The applications that could not be backed up, with the reasons.
  package var unavailable: [String: String]
  /// The secrets; nil if they are not in the backup.
  package var secrets: Secrets?
  /// The settings for backups; nil if there are none.
  package var settings: BackupSettings?

  /// The encrypted file with secrets.
  package struct Secrets: Codable, Sendable, Equatable {
    /// Its name in the archive.
    package var path = BackupSecrets.path
    /// The form of the encryption.
    package var format = "age-encryption.org/v1, scrypt"
    /// The number of bytes.
    package var size: Int
    /// The SHA-256 of the bytes, in hexadecimal digits.
    package var sha256: String
    /// The names of the files in it.
    package var files: [String]
  }
}

/// An application in a backup. It also has a file of its own behind the application's files, so that an archive that was cut off
/// says what is whole in it.
package struct BackupEntry: Codable, Sendable, Equatable {
  /// The kind of an application.
  package enum Kind: String, Codable, Sendable {
    /// Declared in code.
    case code
    /// Made on a screen or of a description.
    case designed
    /// The file of another program.
    case opened
  }

  /// A file of the archive.
  package struct Part: Codable, Sendable, Equatable {
    /// Its name in the archive.
    package let path: String
    /// The number of bytes.
    package let size: Int64
    /// The SHA-256 of the bytes, in hexadecimal digits.
    package let sha256: String
  }

  /// The version of the layout.
  package var format = BackupManifest.format
  /// The application's name.
  package var name: String
  /// Its title.
  package var title: String
  /// The kind of the application.
  package var kind: Kind
  /// The name of its database file.
  package var file: String
  /// The place of another program's file, to which the data folder only links.
  package var place: String?
  /// The number of pictures and files that were missing or damaged.
  package var missingFiles: Int?
  /// The numbers of its records by the names of the entities; nil in backups of earlier versions and for files of other programs.
  package var records: [String: Int]?
  /// Its files in the archive.
  package var parts: [Part]
  /// The description that its database has, in a file of its own: for a database of which it can't be read. Nil in backups of
  /// earlier versions, and for an application in code without added fields.
  package var description: Description?

  /// A description in the archive.
  package struct Description: Codable, Sendable, Equatable {
    /// Its number in the database.
    package let revision: Int64
    /// The SHA-256 of the bytes, in hexadecimal digits.
    package let sha256: String
  }

  /// The name of the entry's own file.
  var path: String { Self.folder(of: kind) + file + ".json" }
  /// The name of the database in the archive.
  var databasePath: String { Self.folder(of: kind) + file }
  /// The name of the database beside the file of another program.
  var sidePath: String { databasePath + "." + OpenedFile.sideExtension }

  /// The name of the description in the archive.
  var descriptionPath: String { databasePath + ".description" }

  /// Whether it is an application of the platform itself, such as that of people.
  package var isOfPlatform: Bool { kind == .code && name.hasPrefix("_") }

  /// The number of all its records.
  package var recordCount: Int? { records?.values.reduce(0) { $0.addingClamped(max($1, 0)) } }

  /// The size of its files.
  package var size: Int64 { parts.reduce(0) { $0.addingReportingOverflow(max($1.size, 0)).partialValue } }

  static func folder(of kind: Kind) -> String { kind == .opened ? "opened/" : "applications/" }

  /// Whether its names are those that a backup gives: it leads to no other place.
  var isSound: Bool {
    let names = kind == .opened ? [databasePath, sidePath] : [databasePath]
    let isNamed =
      kind == .opened
      ? OpenedFolder.isOwn(file) && name == OpenedApp.name(of: URL(filePath: "/" + file))
      : file == name + ".sqlite" && Self.isName(name)
    return isNamed && Set(parts.map(\.path)).count == parts.count
      && parts.allSatisfy { names.contains($0.path) && $0.size >= 0 }
      && (kind == .opened ? !parts.isEmpty || place != nil : parts.map(\.path) == [databasePath])
  }

  /// Whether a text can be the name of an application in a data folder.
  static func isName(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count)
      && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
  }
}

extension BackupManifest {
  /// The bytes of a value's file.
  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}

/// A step of writing a backup or restoring it. Tests end the process after each.
package enum BackupStep: String, Sendable, CaseIterable {
  /// A database is copied.
  case copied
  /// A file is in the archive.
  case added
  /// An application is in the archive.
  case noted
  /// All applications are in the archive, which has no name yet.
  case written
  /// A file is taken out of the archive and checked.
  case extracted
  /// A database is checked and brought up to date.
  case checked
  /// All are checked.
  case prepared
  /// An application is in its place.
  case placed
}
