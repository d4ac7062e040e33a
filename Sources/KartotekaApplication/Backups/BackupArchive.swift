import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A backup of a data folder that is read. Somebody else may have made or changed it.
package final class BackupArchive {
  /// The file.
  package let url: URL
  /// The manifest of the archive; pieced together from its parts if it was cut off.
  package let manifest: BackupManifest
  /// The known faults of the archive as a whole and of applications, for the person.
  package private(set) var faults: [Phrase] = []
  /// The applications whose files are there in full length.
  package private(set) var entries: [BackupEntry] = []

  /// Whether its secrets are others than it says, or were cut off.
  private(set) var hasDamagedSecrets = false

  /// The most applications. A data folder has fewer.
  private static let most = 1_000

  private let reader: TarReader

  /// Whether a file looks like an archive: single databases do not.
  /// - Throws: ``BackupError`` `.unreadable`.
  package static func isArchive(_ url: URL) throws(BackupError) -> Bool {
    do {
      _ = try TarReader(url)
      return true
    } catch {
      if case .notAnArchive = error { return false }
      if case .unreadable = error { throw BackupError(error, in: url) }
      // Other faults are reported when it is opened.
      return true
    }
  }

  /// Opens a backup and reads what it says of itself.
  /// - Throws: ``BackupError``.
  package init(_ url: URL) throws(BackupError) {
    self.url = url
    let file = url.path(percentEncoded: false)
    do { reader = try TarReader(url) } catch { throw BackupError(error, in: url) }
    if let manifest = try Self.manifest(reader, url) {
      self.manifest = manifest
      if !reader.isWhole { faults.append("it was cut off or changed") }
    } else {
      let notes = try Self.notes(reader, url)
      let names = reader.members.keys + [reader.cutOff].compactMap(\.self)
      guard !notes.isEmpty || !reader.isWhole, names.contains(where: Self.isOwn) else {
        throw .notABackup(file: file)
      }
      manifest = BackupManifest(program: "", created: "", applications: notes, unavailable: [:])
      faults.append("it was cut off or changed")
    }
    guard !manifest.applications.isEmpty || !manifest.unavailable.isEmpty || !faults.isEmpty else {
      throw .notABackup(file: file)
    }
    guard manifest.applications.count <= Self.most else { throw .tooMany(file: file, count: Self.most) }
    var paths: Set<String> = []
    for entry in manifest.applications {
      guard entry.isSound else { throw .foreign(file: file, name: BackupError.shown(entry.name)) }
      guard paths.insert(entry.databasePath).inserted else { throw .twice(file: file, name: entry.name) }
      if entry.parts.allSatisfy({ reader.members[$0.path]?.size == $0.size }) {
        entries.append(entry)
      } else {
        faults.append(Self.lost(entry))
      }
    }
    if let secrets = manifest.secrets {
      let digest = try bytes(of: BackupSecrets.path, limit: BackupSecrets.most).map { SHA256.digest(of: $0) }
      hasDamagedSecrets = digest.map { BlobFile.name(of: $0) } != secrets.sha256
      if hasDamagedSecrets { faults.append("the secrets in it are damaged") }
    }
  }

  /// The application of which something is lost, and why.
  static func lost(_ entry: BackupEntry, _ reason: Phrase? = nil) -> Phrase {
    guard let reason else { return Phrase("{app} is not whole", ["app": .text(entry.name)]) }
    return Phrase("{app}: {reason}", ["app": .text(entry.name), "reason": .phrase(reason)])
  }

  private static func isOwn(_ path: String) -> Bool {
    path == BackupManifest.path || [.code, .opened].contains { path.hasPrefix(BackupEntry.folder(of: $0)) }
  }

  // The version is read first: what else a newer one has is unknown.
  private struct Version: Codable {
    var format: Int
    var program: String?
  }

  // Nil if it is missing or damaged.
  private static func manifest(_ reader: TarReader, _ url: URL) throws(BackupError) -> BackupManifest? {
    let bytes: [UInt8]?
    do { bytes = try reader.bytes(of: BackupManifest.path, limit: BackupManifest.largest) } catch {
      throw BackupError(error, in: url)
    }
    guard let bytes else { return nil }
    let data = Data(bytes)
    guard let version = try? JSONDecoder().decode(Version.self, from: data) else { return nil }
    try check(version, url)
    return try? JSONDecoder().decode(BackupManifest.self, from: data)
  }

  private static func check(_ version: Version, _ url: URL) throws(BackupError) {
    guard version.format > BackupManifest.format else { return }
    let program = version.program ?? String(version.format)
    throw .newer(file: url.path(percentEncoded: false), program: program)
  }

  // The entries of the applications in the backup.
  private static func notes(_ reader: TarReader, _ url: URL) throws(BackupError) -> [BackupEntry] {
    var notes: [BackupEntry] = []
    for path in reader.members.keys.filter({ $0.hasSuffix(".json") && isOwn($0) }).sorted() {
      let bytes: [UInt8]?
      do { bytes = try reader.bytes(of: path, limit: 1 << 16) } catch { throw BackupError(error, in: url) }
      guard let bytes, let version = try? JSONDecoder().decode(Version.self, from: Data(bytes)) else { continue }
      try check(version, url)
      if let entry = try? JSONDecoder().decode(BackupEntry.self, from: Data(bytes)), entry.path == path {
        notes.append(entry)
      }
    }
    return notes
  }

  /// The bytes of a small file; nil if there is none, or it is larger.
  func bytes(of path: String, limit: Int64) throws(BackupError) -> [UInt8]? {
    do { return try reader.bytes(of: path, limit: limit) } catch { throw BackupError(error, in: url) }
  }

  /// The description that the archive has of an application beside its database; nil if there is none, or it is damaged.
  func description(of entry: BackupEntry) -> StoredDescription? {
    // A damaged number leaves none for the next one.
    guard let noted = entry.description, (0..<1 << 53).contains(noted.revision),
      let bytes = try? bytes(of: entry.descriptionPath, limit: Int64(AppDocument.largest)),
      BlobFile.name(of: SHA256.digest(of: bytes)) == noted.sha256.lowercased()
    else { return nil }
    return StoredDescription(revision: noted.revision, json: String(decoding: bytes, as: UTF8.self))
  }

  /// Takes a file out of the archive.
  /// - Returns: whether it has the bytes that were backed up.
  /// - Throws: ``BackupError``, `StoreError.disk`, and errors of `progress`.
  func extract(_ part: BackupEntry.Part, to url: URL, progress: (Double) throws -> Void) throws -> Bool {
    guard let member = reader.members[part.path] else { return false }
    do {
      let digest = try reader.extract(member, to: url) { try progress(Double($0) / Double(max(member.size, 1))) }
      return BlobFile.name(of: digest) == part.sha256.lowercased()
    } catch let fault as TarReader.Fault {
      throw BackupError(fault, in: self.url)
    }
  }
}

/// The contents of a backup, or the reason why it can't be read.
package struct BackupContents: Sendable {
  /// The manifest of the archive; nil if it can't be read.
  package private(set) var manifest: BackupManifest?
  /// The applications whose files are there in full length.
  package private(set) var entries: [BackupEntry] = []
  /// The faults.
  package private(set) var faults: [Phrase] = []
  /// Why it can't be read.
  package private(set) var error: BackupError?

  /// Reads a backup.
  package init(of url: URL) {
    do {
      let archive = try BackupArchive(url)
      (manifest, entries, faults) = (archive.manifest, archive.entries, archive.faults)
    } catch {
      self.error = error
    }
  }
}
