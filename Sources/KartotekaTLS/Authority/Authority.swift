import COpenSSL
import Foundation
import KartotekaModel

/// A certificate authority of the server's own, which devices trust after a person has said so once.
///
/// Its key stays on this machine. It may sign certificates for local names and addresses only (``PermittedHosts``), and no further
/// authorities.
package struct Authority: Sendable {
  /// The name that devices show.
  package let name: String
  /// The certificate in DER.
  package let der: [UInt8]
  /// The certificate in PEM.
  package let pem: [UInt8]
  /// The SHA-256 fingerprint of the certificate.
  let fingerprint: [UInt8]
  let begins: Date
  let ends: Date
  let permitted: PermittedHosts
  private let key: [UInt8]

  // Ten years. Devices have to be told to trust its successor.
  private static let lifetime: TimeInterval = 3_650 * 86_400
  // From 2025 on, and for 50 years: a machine without a battery begins in 1970 or with its last day, until it has asked for the time.
  // Each authority begins with the first of these days: one of a clock that was ahead is not refused by devices that have the right time.
  private static let credible = Date(timeIntervalSince1970: 1_735_689_600)..<Date(timeIntervalSince1970: 3_313_526_400)
  // Certificates begin as much earlier: clocks differ. One of a clock that was further ahead is made anew when the clock is right.
  private static let tolerance: TimeInterval = 30 * 86_400
  // Browsers of Apple refuse certificates of more than 825 days, other programs those of more than 398.
  private static let certificateLifetime: TimeInterval = 366 * 86_400

  /// The fingerprint as devices show it: `3F:2A:…`.
  package var fingerprintText: String {
    fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
  }

  /// Makes an authority.
  /// - Parameters:
  ///   - title: the name of the program.
  ///   - hosts: the names and addresses of the machine, the first one for people.
  /// - Returns: the contents of its file: certificate and key in PEM.
  /// - Throws: ``CertificateError`` `.notMade`, `.wrongClock`.
  static func make(title: String, for hosts: [String], now: Date) throws(CertificateError) -> [UInt8] {
    guard credible.contains(now) else { throw .wrongClock(CalendarDate(now, in: .gmt).description) }
    // Two authorities of one name would be confused, also by programs that choose an issuer by its name.
    let mark = String(UInt16.random(in: 0x1000...0xffff), radix: 16, uppercase: true)
    let made = try CertificateContents(
      name: "\(title) \(hosts.first?.prefix(40) ?? "") \(mark)", begins: credible.lowerBound,
      ends: now + lifetime,
      extensions: [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_subject_key_identifier, "hash"), (NID_name_constraints, PermittedHosts.value(for: hosts)),
      ]
    ).made()
    return made.certificate + made.key
  }

  /// Reads an authority.
  /// - Parameters:
  ///   - bytes: certificate and key in PEM.
  ///   - file: the name of the file for errors.
  /// - Throws: ``CertificateError/damagedAuthority(_:)``.
  init(_ bytes: [UInt8], file: String) throws(CertificateError) {
    defer { ERR_clear_error() }
    guard let certificate = PEM.certificate(in: bytes) else { throw .damagedAuthority(file) }
    defer { X509_free(certificate) }
    guard let key = PEM.privateKey(in: bytes) else { throw .damagedAuthority(file) }
    defer { EVP_PKEY_free(key) }
    guard X509_check_private_key(certificate, key) == 1, X509_check_ca(certificate) == 1,
      let (pem, keyPEM) = PEM.halves(of: bytes)
    else { throw .damagedAuthority(file) }
    var (encoded, digest) = (UnsafeMutablePointer<UInt8>?.none, [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE)))
    let length = i2d_X509(certificate, &encoded)
    defer { CRYPTO_free(encoded, #fileID, Int32(#line)) }
    var digestLength: UInt32 = 0
    guard length > 0, let encoded, X509_digest(certificate, EVP_sha256(), &digest, &digestLength) == 1 else {
      throw .damagedAuthority(file)
    }
    (self.pem, self.key) = (pem, keyPEM)
    der = Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
    fingerprint = Array(digest.prefix(Int(digestLength)))
    name = SubjectNames.commonName(certificate)
    begins = CertifiedKey.date(X509_get0_notBefore(certificate))
    ends = CertifiedKey.date(X509_get0_notAfter(certificate))
    permitted = PermittedHosts(certificate)
  }

  /// The end of a certificate that is made now.
  func end(ofCertificateAt now: Date) -> Date { min(now + Self.certificateLifetime, ends) }

  /// Makes a certificate of a server.
  /// - Returns: certificate, authority and key in PEM.
  /// - Throws: ``CertificateError/notMade(_:)``.
  func certificate(for hosts: [String], now: Date) throws(CertificateError) -> [UInt8] {
    guard let own = PEM.certificate(in: pem) else { throw .notMade(name) }
    defer { X509_free(own) }
    guard let ownKey = PEM.privateKey(in: key) else { throw .notMade(name) }
    defer { EVP_PKEY_free(ownKey) }
    let names = hosts.map { (IPAddress($0) == nil ? "DNS:" : "IP:") + $0 }
    let made = try CertificateContents(
      name: hosts.first ?? "", begins: max(now - Self.tolerance, begins), ends: end(ofCertificateAt: now),
      extensions: [
        (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
        (NID_ext_key_usage, "serverAuth"), (NID_subject_alt_name, names.joined(separator: ",")),
        (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid:always"),
      ]
    ).made(by: (own, ownKey))
    return made.certificate + pem + made.key
  }

  /// Whether the authority has signed the first certificate in PEM.
  func hasSigned(_ chain: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let own = PEM.certificate(in: pem) else { return false }
    defer { X509_free(own) }
    guard let certificate = PEM.certificate(in: chain) else { return false }
    defer { X509_free(certificate) }
    return X509_check_issued(own, certificate) == X509_V_OK && X509_verify(certificate, X509_get0_pubkey(own)) == 1
  }
}
