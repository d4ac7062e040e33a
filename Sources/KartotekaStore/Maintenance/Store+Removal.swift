import Foundation

extension Store {
  /// Deletes the database at a path with its log and its pictures and files. Secrets and backups beside it stay.
  /// - Throws: ``StoreError/busy`` while another program has the database open, ``StoreError/disk(_:)``.
  package static func remove(at url: URL) throws {
    let path = url.path(percentEncoded: false)
    // A lock of its own proves that nobody else has the file open. A file that is no database has no such users.
    let queue = try alone(url)
    for suffix in ["", "-wal", "-shm", DatabaseFiles.noteSuffix]
    where FileManager.default.fileExists(atPath: path + suffix) {
      guard unlink(path + suffix) == 0 else { throw StoreError.disk(String(cString: strerror(errno))) }
    }
    try queue?.close()
    let blobs = BlobFolder.place(beside: url)
    guard FileManager.default.fileExists(atPath: blobs.path(percentEncoded: false)) else { return }
    do { try FileManager.default.removeItem(at: blobs) } catch {
      throw StoreError.disk(error.localizedDescription)
    }
  }

  private static func alone(_ url: URL) throws -> ConnectionQueue? {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return nil }
    do {
      let queue = try ConnectionQueue(url.path(percentEncoded: false))
      try queue.writeWithoutTransaction { try $0.lockAlone() }
      return queue
    } catch let error as SQLError where error.kind == .busy {
      throw StoreError.busy
    } catch is SQLError {
      return nil
    }
  }
}
