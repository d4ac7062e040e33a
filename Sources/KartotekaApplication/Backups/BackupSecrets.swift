import Foundation
import KartotekaModel
import KartotekaStore

/// The secrets of a data folder: the applications' keys of services, and the administrator's token. A backup has them only when
/// that is asked for, as one file that is encrypted with a password.
package struct BackupSecrets: Sendable {
  /// The file in the data folder with the administrator's token.
  package static let tokenFile = "admin-token"
  /// The name in a backup.
  static let path = "secrets.age"
  /// The most bytes of all of them encrypted.
  static let most: Int64 = 16 << 20
  // An application may have a hundred addresses for calendars, each with the query of a list.
  private static let mostOfFile = 4 << 20
  private static let ending = ".secrets"

  /// The names and bytes of the files, in the order of their names.
  package private(set) var files: [(name: String, bytes: [UInt8])]

  /// The names of the files.
  package var names: [String] { files.map(\.name) }

  /// The secrets of a data folder.
  /// - Throws: ``StoreError`` `.disk` where one can't be read.
  package init(of folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    files = try names.filter(Self.isName).sorted().compactMap { name in
      try PrivateFile.bytes(of: folder.appending(path: name), limit: Self.mostOfFile).map { (name, $0) }
    }
  }

  /// The secrets of a backup.
  /// - Throws: ``BackupError``.
  package init(of archive: BackupArchive, password: String) throws(BackupError) {
    let file = archive.url.path(percentEncoded: false)
    guard !archive.hasDamagedSecrets else { throw .damagedSecrets(file: file) }
    guard let bytes = try archive.bytes(of: Self.path, limit: Self.most) else { throw .noSecrets(file: file) }
    do {
      let reader = try TarReader(AgeFile.open(bytes, password: password))
      guard reader.isWhole else { throw BackupError.damagedSecrets(file: file) }
      files = []
      for name in reader.members.keys.sorted() {
        guard Self.isName(name) else { throw BackupError.foreign(file: file, name: BackupError.shown(name)) }
        guard let bytes = try reader.bytes(of: name, limit: Int64(Self.mostOfFile)) else {
          throw BackupError.damagedSecrets(file: file)
        }
        files.append((name, bytes))
      }
    } catch let fault as AgeFile.Fault {
      throw BackupError(fault, in: archive.url)
    } catch let fault as TarReader.Fault {
      throw BackupError(fault, in: archive.url)
    } catch let error as BackupError {
      throw error
    } catch {
      throw .damagedSecrets(file: file)
    }
  }

  /// Adds texts to an application's file: those that the servers of a primary database share.
  /// - Throws: an error of `JSONDecoder` for a file that is no JSON object of texts.
  package mutating func add(_ texts: [String: String], of app: String) throws {
    guard !texts.isEmpty else { return }
    let name = app + Self.ending
    let place = files.firstIndex { $0.name == name }
    var all = try place.map { try JSONDecoder().decode([String: String].self, from: Data(files[$0].bytes)) } ?? [:]
    all.merge(texts) { $1 }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = Array(try encoder.encode(all)) + [UInt8(ascii: "\n")]
    if let place { files[place].bytes = bytes } else { files.append((name, bytes)) }
    files.sort { $0.name < $1.name }
  }

  /// The encrypted file.
  /// - Throws: ``BackupError`` `.noEncryption`.
  func sealed(password: String) throws(BackupError) -> [UInt8] {
    do { return try AgeFile.seal(TarWriter.bytes(of: files), password: password) } catch { throw .noEncryption }
  }

  // Nothing else gets a place in a data folder.
  private static func isName(_ name: String) -> Bool {
    name == tokenFile || name.hasSuffix(ending) && BackupEntry.isName(String(name.dropLast(ending.count)))
  }

  // MARK: Choosing

  /// Leaves those of some applications, the only one under its new name; none for all.
  /// - Parameter known: the applications of the backup.
  /// - Returns: the names of the files that are left out.
  package mutating func choose(only: [String], newName: String?, known: [String]) -> [String] {
    guard !only.isEmpty || newName != nil else { return [] }
    let chosen = only.isEmpty ? known : only
    let out = files.filter { file in !chosen.contains { $0 + Self.ending == file.name } }.map(\.name)
    files.removeAll { out.contains($0.name) }
    if let newName, chosen.count == 1, files.count == 1 { files[0].name = newName + Self.ending }
    return out
  }
}

/// Secrets that get their places in a data folder.
package struct SecretRestore: Sendable {
  private let files: [(name: String, bytes: [UInt8])]
  private let folder: URL
  private let isReplacing: Bool
  /// The names of those that are there with other bytes and stay.
  package let left: [String]

  /// A restore of secrets, of which nothing has its place yet.
  /// - Throws: ``BackupError`` `.exist` for some that are there and may neither be replaced nor left.
  package init(_ secrets: BackupSecrets, into folder: URL, existing: FolderRestore.Existing) throws(BackupError) {
    var (files, taken) = ([(name: String, bytes: [UInt8])](), [String]())
    for file in secrets.files {
      let url = folder.appending(path: file.name)
      // One that can't be read is there, too, and so is a link that leads nowhere.
      let isThere = Self.isThere(url)
      if isThere, let now = try? PrivateFile.bytes(of: url, limit: file.bytes.count), now == file.bytes { continue }
      if isThere { taken.append(file.name) }
      if !isThere || existing == .replace { files.append(file) }
    }
    if existing == .refuse, !taken.isEmpty { throw BackupError.exist(taken) }
    (self.files, self.folder, isReplacing) = (files, folder, existing == .replace)
    left = existing == .keep ? taken : []
  }

  /// Gives them their places. Replaced secrets stay beside them.
  /// - Returns: the names.
  /// - Throws: ``StoreError`` `.disk`, ``BackupError`` `.restoring`.
  package func place() throws -> [String] {
    // A server that sets one meanwhile waits for the same lock.
    let lock = try FolderLock(folder)
    return try withExtendedLifetime(lock) {
      for file in files {
        let url = folder.appending(path: file.name)
        if isReplacing, Self.isThere(url) {
          try FileManager.default.copyItem(at: url, to: Store.placeOfCopy(beside: url))
        }
        try PrivateFile.write(file.bytes, to: url, isReplacing: isReplacing)
      }
      return files.map(\.name)
    }
  }

  private static func isThere(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path(percentEncoded: false), &status) == 0
  }
}
