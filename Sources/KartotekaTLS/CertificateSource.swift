import Foundation

/// The origin of a server's certificates.
package protocol CertificateSource: Sendable {
  /// Whether browsers know the certificate's authority, as far as the server can tell.
  var isGiven: Bool { get }

  /// The certificate that the server should use now.
  /// - Parameters:
  ///   - current: the certificate in use; nil at the start.
  ///   - now: the time.
  /// - Throws: ``CertificateError``.
  func certificate(instead current: CertifiedKey?, now: Date) throws(CertificateError) -> CertifiedKey
}

/// A certificate and its key in two files, which another program renews.
package struct CertificateFiles: CertificateSource {
  /// The file of the certificate with its chain, in PEM.
  package let chain: URL
  /// The file of the private key, in PEM.
  package let key: URL
  package var isGiven: Bool { true }

  /// - Parameters:
  ///   - chain: the file of the certificate with its chain, in PEM.
  ///   - key: the file of the private key, in PEM.
  package init(chain: URL, key: URL) {
    self.chain = chain
    self.key = key
  }

  package func certificate(instead current: CertifiedKey?, now: Date) throws(CertificateError) -> CertifiedKey {
    let (chain, key) = (try Self.bytes(chain), try Self.bytes(key))
    if let current, current.chain == chain, current.key == key { return current }
    return try CertifiedKey(
      chain: chain, key: key,
      files: (self.chain.path(percentEncoded: false), self.key.path(percentEncoded: false)))
  }

  /// Whether other users of this machine can read the key.
  package var isKeyReadableByOthers: Bool {
    var status = stat()
    return stat(key.path(percentEncoded: false), &status) == 0 && status.st_mode & 0o077 != 0
  }

  // A chain has some kilobytes.
  private static let most = 1_048_576

  /// The bytes of a file.
  /// - Throws: ``CertificateError/unreadable(_:_:)``.
  static func bytes(_ file: URL) throws(CertificateError) -> [UInt8] {
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var all: [UInt8] = []
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path, String(cString: strerror(errno))) }
      if count == 0 { return all }
      all += bytes.prefix(count)
      guard all.count <= most else { throw .unreadable(path, String(cString: strerror(EFBIG))) }
    }
  }
}
