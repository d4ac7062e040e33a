import Foundation
import KartotekaModel
import Synchronization

/// An application's secrets: in a file beside the database that its owner alone may read, `travelmap.secrets`. They are
/// never in the database or in the SQL log, and in backups only encrypted.
///
/// An environment variable takes precedence over the file. A store in memory has its secrets in memory.
package final class SecretFile: Sendable {
  /// The source of a secret.
  package enum Source: Sendable, Equatable {
    /// The secret's environment variable.
    case environment
    /// The file.
    case file
  }

  /// The file; nil for a store in memory.
  package let url: URL?
  private let environment: [String: String]
  private let changed: @Sendable () -> Void
  // The lock is held while the file is read and written. The value is that of a store in memory.
  private let kept = Mutex<[String: String]>([:])

  init(beside database: URL?, _ environment: [String: String], changed: @escaping @Sendable () -> Void) {
    url = database.map { $0.deletingPathExtension().appendingPathExtension("secrets") }
    self.environment = environment
    self.changed = changed
  }

  /// A secret: the environment's, else the stored one; nil for none.
  /// - Throws: ``StoreError`` `.disk` where the file can't be read.
  package func value(of secret: Secret) throws -> String? {
    try given(secret.description) ?? kept.withLock { try texts($0)[secret.description.name] }
  }

  /// The source of a secret; nil if there is none.
  /// - Throws: ``StoreError`` `.disk` where the file can't be read.
  package func source(of secret: SecretDescription) throws -> Source? {
    if given(secret) != nil { return .environment }
    return try kept.withLock { try texts($0)[secret.name] == nil ? nil : .file }
  }

  /// The same of a declared secret.
  /// - Throws: ``StoreError`` `.disk` where the file can't be read.
  package func source(of secret: Secret) throws -> Source? { try source(of: secret.description) }

  /// Stores a secret; nil removes it. A secret of the environment is not changed.
  /// - Throws: ``StoreError`` `.invalid` for a text that can't be a secret, `.disk` where the file can't be written.
  package func set(_ secret: SecretDescription, to text: String?) throws {
    let text = text?.trimmingSpaces()
    if let fault = text.flatMap({ secret.fault(in: $0) }) { throw StoreError.invalid([FieldFault(secret.name, fault)]) }
    try change { $0[secret.name] = text }
  }

  /// The texts of the platform that are no declared secrets, under the names that begin with a prefix.
  /// - Parameter prefix: it has a slash, which no name of a secret has.
  /// - Throws: ``StoreError`` `.disk` where the file can't be read.
  package func texts(below prefix: String) throws -> [String: String] {
    try kept.withLock { try texts($0).filter { $0.key.hasPrefix(prefix) } }
  }

  /// Changes all texts at once. No other process changes them meanwhile.
  /// - Throws: ``StoreError`` `.disk` where the file can't be read or written, and what `body` throws.
  @discardableResult
  package func change<T: Sendable>(_ body: (inout [String: String]) throws -> T) throws -> T {
    let result = try kept.withLock { kept in
      try Self.locked(url) {
        var texts = try texts(kept)
        let result = try body(&texts)
        if let url { try Self.write(texts, to: url) } else { kept = texts }
        return result
      }
    }
    changed()
    return result
  }

  /// The same of a declared secret.
  /// - Throws: ``StoreError`` `.invalid` for a text that can't be a secret, `.disk` where the file can't be written.
  package func set(_ secret: Secret, to text: String?) throws { try set(secret.description, to: text) }

  private func given(_ secret: SecretDescription) -> String? {
    environment[secret.environment].map { $0.trimmingSpaces() }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: The file

  private func texts(_ kept: [String: String]) throws -> [String: String] {
    // Another program may write the file without a notification.
    DependencyRecorder.current?.note(.outside)
    guard let url else { return kept }
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    // The parser's message is omitted: it might quote a secret.
    guard let bytes = try? Data(contentsOf: url) else { throw Disk.fault(path) }
    guard let texts = try? JSONDecoder().decode([String: String].self, from: bytes) else {
      throw StoreError.disk("\(path) is no JSON object of texts")
    }
    return texts
  }

  // Another process, or another store of this one, may set another secret at the same time. The folder is locked, since the
  // file is replaced. Where a disk knows no such locks, the last one wins.
  private static func locked<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
    let folder = url?.deletingLastPathComponent().path(percentEncoded: false)
    let descriptor = folder.map { open($0, O_RDONLY | O_CLOEXEC) } ?? -1
    defer { if descriptor >= 0 { close(descriptor) } }
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  private static func write(_ texts: [String: String], to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try PrivateFile.write(Array(try encoder.encode(texts)) + [UInt8(ascii: "\n")], to: url)
  }
}
