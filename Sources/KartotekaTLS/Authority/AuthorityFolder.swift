import Foundation

/// The folder `_tls` of a data folder: `authority.pem` and `server.pem`, each with its key.
///
/// A file has certificate and key together and appears whole, so that a server that is ended while it makes them leaves either
/// both or neither. An authority is never replaced: devices would no longer trust the server.
struct AuthorityFolder: Sendable {
  private let path: String
  var authority: String { path + "/authority.pem" }
  var server: String { path + "/server.pem" }

  /// - Parameter data: the data folder.
  init(in data: URL) { path = data.appending(path: "_tls").path(percentEncoded: false) }

  /// Makes the folder if it is missing, and does work that no other server does in it at the same time.
  /// - Throws: ``CertificateError/unwritable(_:_:)``, and errors of the work.
  func locked<Value>(_ work: () throws(CertificateError) -> Value) throws(CertificateError) -> Value {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.unwritable(path) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.unwritable(path) }
    }
    return try work()
  }

  /// The bytes of a file; nil if there is none.
  /// - Throws: ``CertificateError/unreadable(_:_:)``.
  func bytes(of file: String) throws(CertificateError) -> [UInt8]? {
    var status = stat()
    if lstat(file, &status) != 0, errno == ENOENT { return nil }
    return try CertificateFiles.bytes(URL(filePath: file))
  }

  /// Writes a file, so that no reader sees a part of it. The folder is locked.
  /// - Throws: ``CertificateError/unwritable(_:_:)``.
  func write(_ bytes: [UInt8], to file: String) throws(CertificateError) {
    // One that was left half written could have other rights.
    let part = file + ".part"
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    errno = 0
    let isWritten = Foundation.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    guard isWritten, rename(part, file) == 0 else {
      let error = isWritten ? errno : problem == 0 ? ENOSPC : problem
      unlink(part)
      throw .unwritable(path, String(cString: strerror(error)))
    }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func unwritable(_ path: String) -> CertificateError {
    .unwritable(path, String(cString: strerror(errno)))
  }
}
