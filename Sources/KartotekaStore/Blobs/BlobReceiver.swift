import Foundation
import KartotekaModel

/// Takes bytes part by part: few stay in memory, many go into a temporary file while they come.
///
/// ```swift
/// let receiver = store.blobReceiver()
/// for try await part in upload { try receiver.append(part) }
/// record.picture = try receiver.finish()
/// ```
package final class BlobReceiver {
  private let folder: BlobFolder?
  private var waiting: [UInt8] = []
  private var file: TemporaryBlob?
  private let hash = SHA256()
  private var head: [UInt8] = []
  /// The number of received bytes.
  package private(set) var count = 0

  init(_ folder: BlobFolder?) { self.folder = folder }

  /// The first bytes that have come, at most ``KartotekaModel/Blob/headLength``.
  package var beginning: [UInt8] { file == nil ? Array(waiting.prefix(Blob.headLength)) : head }

  /// Takes further bytes.
  /// - Throws: ``StoreError`` `.disk`.
  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    count += bytes.count
    if let file { return try write(bytes, to: file) }
    waiting.append(contentsOf: bytes)
    guard let folder, count > folder.threshold else { return }
    try spill(into: folder)
  }

  /// Takes further bytes.
  /// - Throws: ``StoreError`` `.disk`.
  package func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

  /// Takes the bytes of a file.
  /// - Throws: ``StoreError`` `.disk`, and errors of the file system.
  package func append(contentsOf url: URL) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    while let part = try file.read(upToCount: 1 << 16), !part.isEmpty {
      try part.withUnsafeBytes { try append($0) }
    }
  }

  /// All bytes that have come, ready to be a record's.
  /// - Throws: ``StoreError`` `.disk`.
  package func finish() throws -> Blob {
    // Few bytes that look like a reference would be taken for one in a column.
    if folder != nil, BlobReference.read(waiting) != nil { return try finishInFile() }
    return file == nil ? Blob(waiting) : try finishInFile()
  }

  /// The same, in a file however few they are.
  func finishInFile() throws -> Blob {
    if file == nil, let folder { try spill(into: folder) }
    guard let file else { return Blob(waiting) }
    try file.sync()
    folder?.step(.synced)
    return Blob(
      BlobFile(file.url, digest: hash.finalize(), count: count, head: head, owner: file, opening: OpenBlobFile.open))
  }

  private func spill(into folder: BlobFolder) throws {
    let file = try TemporaryBlob(in: folder.incoming)
    self.file = file
    head = Array(waiting.prefix(Blob.headLength))
    try waiting.withUnsafeBytes { try write($0, to: file) }
    waiting = []
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: TemporaryBlob) throws {
    hash.update(bytes)
    try file.append(bytes)
    folder?.step(.written)
  }
}
