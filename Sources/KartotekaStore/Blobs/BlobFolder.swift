import Foundation
import KartotekaModel

/// The folder of the bytes that lie outside a database file: `northwind.blobs` beside `northwind.sqlite`, in it a file
/// `ab/abcdef…` for each content, called by its SHA-256, so that equal bytes are there once.
///
/// A file is there before the transaction that refers to it commits, and goes only when nothing refers to it. It gets
/// its name, and loses it, while SQLite's lock for writing is held, whichever process does it: nobody can remove what
/// somebody is about to refer to.
struct BlobFolder: Sendable {
  let url: URL
  /// The most bytes that stay in the database.
  let threshold: Int
  let step: @Sendable (BlobStep) -> Void

  init(beside database: URL, _ options: StoreOptions) {
    url = Self.place(beside: database)
    threshold = options.largestInside
    step = options.blobStep
  }

  /// The place of a database's folder.
  static func place(beside database: URL) -> URL {
    database.deletingPathExtension().appendingPathExtension("blobs")
  }

  /// The folder of files that are being received.
  var incoming: URL { url.appending(path: "incoming") }

  func url(of digest: [UInt8]) -> URL {
    let name = BlobFile.name(of: digest)
    return url.appending(path: String(name.prefix(2))).appending(path: name)
  }

  func has(_ digest: [UInt8]) -> Bool {
    FileManager.default.fileExists(atPath: url(of: digest).path(percentEncoded: false))
  }

  /// The size of a file in bytes; nil if it does not exist.
  func size(of digest: [UInt8]) -> Int? {
    var status = stat()
    guard stat(url(of: digest).path(percentEncoded: false), &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// The fault of a file; nil if its bytes match its digest. The whole file is read.
  func problem(with digest: [UInt8]) -> MissingFile.Problem? {
    guard has(digest), let bytes = try? Data(contentsOf: url(of: digest), options: .mappedIfSafe) else {
      return .missing
    }
    return SHA256.digest(of: bytes) == digest ? nil : .damaged
  }

  /// The bytes that a column stands for.
  func blob(_ column: [UInt8]) -> Blob {
    guard let (digest, count, head) = BlobReference.read(column) else { return Blob(column) }
    return Blob(BlobFile(url(of: digest), digest: digest, count: count, head: head, opening: OpenBlobFile.open))
  }

  // MARK: Keeping

  /// Bytes as a column is to hold them: in a file of this folder when they are many. For use within a transaction that
  /// writes.
  /// - Parameter isOutside: whether a file is to hold them however few they are.
  /// - Throws: ``StoreError`` `.disk`.
  func store(_ blob: Blob, isOutside: Bool = false) throws -> Blob {
    if let file = blob.file {
      if !file.isTemporary, file.url != url(of: file.digest) { return try store(copy(of: file)) }
      return try store(file)
    }
    do {
      let bytes = try blob.bytes()
      let most = isOutside ? BlobReference.longest : threshold
      guard bytes.count > most || BlobReference.read(bytes) != nil else { return blob }
      let receiver = BlobReceiver(self)
      try receiver.append(bytes)
      return try store(receiver.finishInFile())
    } catch let error as UnreadableBlob {
      throw StoreError.disk(error.description)
    }
  }

  private func copy(of file: BlobFile) throws -> Blob {
    do {
      let source = try file.open()
      return try received { receiver in
        for start in stride(from: 0, to: file.count, by: 1 << 20) {
          try receiver.append(source.bytes(in: start..<min(start + 1 << 20, file.count)))
        }
      }
    } catch let error as UnreadableBlob {
      throw StoreError.disk(error.description)
    }
  }

  private func received(_ fill: (BlobReceiver) throws -> Void) throws -> Blob {
    let receiver = BlobReceiver(self)
    try fill(receiver)
    return try receiver.finish()
  }

  private func store(_ file: BlobFile) throws -> Blob {
    let place = url(of: file.digest)
    if file.isTemporary {
      try Disk.makeFolder(place.deletingLastPathComponent())
      try move(file.url, the: place)
      step(.placed)
      // Also for a file that existed: the process that placed it may have ended before this sync.
      try Disk.sync(folder: place.deletingLastPathComponent())
      step(.settled)
    } else if !has(file.digest) {
      throw StoreError.disk("\(place.path(percentEncoded: false)) is gone")
    }
    return Blob(BlobFile(place, digest: file.digest, count: file.count, head: file.head, opening: OpenBlobFile.open))
  }

  // A second name for the same file: the temporary one serves again should the transaction be repeated. Where a disk
  // knows no second names, the file gets another one. A file that is there already may be damaged: it is replaced, which is
  // done at one moment and spares comparing them.
  private func move(_ temporary: URL, the place: URL) throws {
    let (from, to) = (temporary.path(percentEncoded: false), place.path(percentEncoded: false))
    if link(from, to) == 0 { return }
    if errno == EEXIST {
      try Disk.makeFolder(incoming)
      // The process holds the lock on the file under whatever name, so that no sweep takes it for a forgotten one.
      let second = incoming.appending(path: UUID().uuidString).path(percentEncoded: false)
      if link(from, second) == 0, rename(second, to) == 0 {
        // Both names may be the same file's, which rename(2) leaves alone.
        unlink(second)
        return
      }
      unlink(second)
    }
    if let size = size(at: to), size == self.size(at: from) { return }
    if rename(from, to) == 0 { return }
    throw Disk.fault(to)
  }

  private func size(at path: String) -> off_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : nil
  }

  /// Takes over the files of another folder on the same disk. For use while SQLite's lock for writing is held.
  func takeOver(_ other: BlobFolder) throws {
    for digest in other.digests() {
      let place = url(of: digest)
      try Disk.makeFolder(place.deletingLastPathComponent())
      try move(other.url(of: digest), the: place)
      try Disk.sync(folder: place.deletingLastPathComponent())
    }
  }

  // MARK: Removing

  /// The files.
  func digests() -> [[UInt8]] {
    Disk.content(of: url).filter { $0.lastPathComponent.utf8.count == 2 }.flatMap { folder in
      Disk.content(of: folder).compactMap { Self.digest(named: $0.lastPathComponent) }
    }
  }

  /// Removes a file, and its folder when nothing else is in it. For use while SQLite's lock for writing is held.
  func remove(_ digest: [UInt8]) {
    let url = url(of: digest)
    step(.condemned)
    unlink(url.path(percentEncoded: false))
    step(.removed)
    rmdir(url.deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Removes the temporary files of processes that were ended.
  func tidy() {
    for url in Disk.content(of: incoming) { TemporaryBlob.removeForgotten(url) }
  }

  /// The digest that a file is called by; nil for another name.
  static func digest(named name: String) -> [UInt8]? {
    let digits = name.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
    guard digits.count == 64, name.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// The steps of storing bytes in a file and of removing it, in their order. Tests end the process after each.
enum BlobStep: String, Sendable, CaseIterable {
  /// Some of the bytes are in a temporary file.
  case written
  /// All bytes are in it, and synced.
  case synced
  /// The file has its final name.
  case placed
  /// The folder with the name is synced.
  case settled
  /// A file without references is about to be removed.
  case condemned
  /// The file is removed.
  case removed
}
