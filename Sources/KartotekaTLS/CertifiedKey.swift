import COpenSSL
import Foundation

/// A certificate with the chain of its authorities, and its private key, both in PEM, which belong together.
package struct CertifiedKey: Sendable, Equatable {
  /// The server's certificate, followed by those of its authorities.
  package let chain: [UInt8]
  /// The private key.
  let key: [UInt8]
  /// The name of the certificate's file, for errors.
  let file: String
  /// The DNS names of the certificate in lower case, such as `records.example` and `*.records.example`, and its IP addresses.
  package let hosts: [String]
  /// The time from which it is valid.
  package let begins: Date
  /// The time until which it is valid.
  package let ends: Date

  /// Reads a certificate and its key.
  /// - Parameters:
  ///   - chain: the certificates in PEM, the server's first.
  ///   - key: the private key in PEM.
  ///   - files: the names of the files for errors.
  /// - Throws: ``CertificateError``.
  package init(
    chain: [UInt8], key: [UInt8], files: (chain: String, key: String)
  ) throws(CertificateError) {
    guard let certificate = PEM.certificate(in: chain) else { throw .noCertificate(files.chain) }
    defer { X509_free(certificate) }
    guard let privateKey = PEM.privateKey(in: key) else {
      throw PEM.isEncrypted(key) ? .encryptedKey(files.key) : .noKey(files.key)
    }
    defer { EVP_PKEY_free(privateKey) }
    // Messages of the comparison would be found by the next reader of libcrypto's error queue.
    defer { ERR_clear_error() }
    guard X509_check_private_key(certificate, privateKey) == 1 else { throw .mismatch(files.chain, files.key) }
    self.chain = chain
    self.key = key
    file = files.chain
    hosts = SubjectNames.read(certificate)
    begins = Self.date(X509_get0_notBefore(certificate))
    ends = Self.date(X509_get0_notAfter(certificate))
  }

  /// Whether the certificate is for a DNS name, or an IP address without brackets.
  package func isFor(_ host: String) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    // A wildcard stands for one label (RFC 6125, section 6.4.3).
    guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
    return hosts.contains("*" + host[dot...])
  }

  /// Whether the certificate is valid at a time.
  package func isValid(at time: Date) -> Bool { begins <= time && time < ends }

  /// Whether less than a fifth of the certificate's time is left. Programs that renew begin at a third.
  func isEnding(at time: Date) -> Bool {
    ends.timeIntervalSince(time) < ends.timeIntervalSince(begins) / 5
  }

  /// The date of a time. One that can't be read counts as long past.
  static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date {
    var parts = tm()
    guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return .distantPast }
    return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
  }
}
