import Foundation
import KartotekaModel

// Bytes that lie in files beside the database.
extension Store {
  /// A receiver of bytes that arrive in parts.
  package func blobReceiver() -> BlobReceiver { BlobReceiver(mapping.blobs) }

  /// Removes files that nothing refers to: no record, and no change set that can be undone. This includes files in the primary
  /// database.
  /// - Returns: how many files were removed; with a primary database the greater of its number and the local copy's.
  @discardableResult
  func sweep() async throws -> Int {
    let count = try sweepFolder()
    guard let replica else { return count }
    return try await writer.writeWithoutTransaction { database in
      try max(count, replica.removeFiles(on: database) { try BlobUses.digests(in: $0) })
    }
  }

  private func sweepFolder() throws -> Int {
    guard let folder = mapping.blobs, FileManager.default.fileExists(atPath: folder.url.path(percentEncoded: false))
    else { return 0 }
    defer { folder.tidy() }
    // Most sweeps find nothing, and need no lock for that.
    let used = try blockingRead { try BlobUses.digests(in: $0) }
    guard folder.digests().contains(where: { !used.contains($0) }) else { return 0 }
    return try writer.writeWithoutTransaction { database in
      var count = 0
      try database.localTransaction(.immediate) {
        let used = try BlobUses.digests(in: database)
        for digest in folder.digests() where !used.contains(digest) {
          folder.remove(digest)
          count += 1
        }
        return .commit
      }
      return count
    }
  }
}

extension Transaction {
  /// Puts a record's bytes where they are to lie: many of them into files. Nothing refers to those unless the transaction
  /// commits.
  /// - Throws: ``StoreError`` `.invalid`, `.disk`.
  func storeBlobs(of record: inout AnyRecord, _ positions: some Sequence<Int>) throws {
    for position in positions {
      guard case .blob(let blob) = record.values[position] else { continue }
      let size = record.values.reduce(0) { if case .blob(let blob) = $1 { $0 + blob.count } else { $0 } }
      try checkSize(size, as: record.entity.columns[position].name)
      let name = record.entity.columns[position].name
      let isOutside = record.entity.thumbnail(of: name) != nil
      record.values[position] = .blob(try store(blob, as: name, isOutside: isOutside))
    }
  }

  /// Refuses pictures and files that the primary database does not take.
  private func checkSize(_ size: Int, as name: String) throws {
    guard database.replica != nil, size > PrimaryLimit.filesOfRow else { return }
    throw StoreError.invalid([FieldFault(name, PrimaryLimit.fault)])
  }

  /// The same with one value.
  /// - Parameter isOutside: whether a file is to hold the bytes however few they are. Lists read the thumbnail of such a
  ///   picture, and equal pictures of several records are one file.
  func store(_ blob: Blob, as name: String, isOutside: Bool = false) throws -> Blob {
    guard !blob.isOutline else { throw StoreError.invalid([FieldFault(name, "These bytes were not read")]) }
    try checkSize(blob.count, as: name)
    if let folder = mapping.blobs { return try folder.store(blob, isOutside: isOutside) }
    guard blob.file != nil else { return blob }
    do {
      return Blob(try blob.bytes())
    } catch {
      throw StoreError.disk(error.description)
    }
  }
}
