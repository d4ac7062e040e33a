import COpenSSL
import Foundation

/// The contents of a certificate that is to be made (RFC 5280): an EC key on P-256, signed with SHA-256.
struct CertificateContents {
  /// The common name.
  var name: String
  /// The time from which it is valid.
  var begins: Date
  /// The time until which it is valid.
  var ends: Date
  /// The extensions, with their values as `x509v3_config(5)` writes them.
  var extensions: [(id: Int32, value: String)]

  /// Makes a new key, and the certificate of it.
  /// - Parameter issuer: the certificate and the key of the authority; nil if it signs itself. The caller frees them.
  /// - Returns: both in PEM.
  /// - Throws: ``CertificateError/notMade(_:)``.
  func made(
    by issuer: (certificate: OpaquePointer, key: OpaquePointer)? = nil
  ) throws(CertificateError) -> (certificate: [UInt8], key: [UInt8]) {
    ERR_clear_error()
    let key = try Self.newKey()
    defer { EVP_PKEY_free(key) }
    guard let certificate = X509_new() else { throw Self.fault }
    defer { X509_free(certificate) }
    try Self.check(X509_set_version(certificate, Int(X509_VERSION_3)))
    try Self.setSerial(of: certificate)
    for (field, date) in [(X509_getm_notBefore(certificate), begins), (X509_getm_notAfter(certificate), ends)] {
      guard ASN1_TIME_set(field, time_t(date.timeIntervalSince1970)) != nil else { throw Self.fault }
    }
    let subject = X509_get_subject_name(certificate)
    // The longest common name has 64 characters (RFC 5280, appendix A).
    let bytes = Array(String(name.prefix(64)).utf8)
    try Self.check(
      X509_NAME_add_entry_by_NID(subject, NID_commonName, Self.utf8, bytes, Int32(bytes.count), -1, 0))
    try Self.check(X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? subject))
    try Self.check(X509_set_pubkey(certificate, key))
    try add(extensions, to: certificate, of: issuer?.certificate ?? certificate)
    try Self.check(X509_sign(certificate, issuer?.key ?? key, EVP_sha256()))
    return (
      try Self.text { PEM_write_bio_X509($0, certificate) },
      try Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
    )
  }

  // MBSTRING_UTF8 of asn1.h.
  private static let utf8: Int32 = 0x1000

  private static func newKey() throws(CertificateError) -> OpaquePointer {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw fault }
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_keygen_init(context))
    try check(EVP_PKEY_CTX_set_group_name(context, "P-256"))
    var key: OpaquePointer?
    try check(EVP_PKEY_generate(context, &key))
    guard let key else { throw fault }
    return key
  }

  private static func setSerial(of certificate: OpaquePointer) throws(CertificateError) {
    var random = [UInt8](repeating: 0, count: 16)
    try check(RAND_bytes(&random, Int32(random.count)))
    guard let number = BN_bin2bn(random, Int32(random.count), nil) else { throw fault }
    defer { BN_free(number) }
    guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil else { throw fault }
  }

  private func add(
    _ extensions: [(id: Int32, value: String)], to certificate: OpaquePointer, of issuer: OpaquePointer
  ) throws(CertificateError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
    for (id, value) in extensions {
      guard let made = X509V3_EXT_conf_nid(nil, &context, id, value) else { throw Self.fault }
      defer { X509_EXTENSION_free(made) }
      try Self.check(X509_add_ext(certificate, made, -1))
    }
  }

  private static func text(_ write: (OpaquePointer) -> Int32) throws(CertificateError) -> [UInt8] {
    guard let bio = BIO_new(BIO_s_mem()) else { throw fault }
    defer { BIO_free(bio) }
    try check(write(bio))
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = BIO_read(bio, &bytes, Int32(bytes.count))
    guard count > 0, Int(count) < bytes.count else { throw fault }
    return Array(bytes.prefix(Int(count)))
  }

  private static func check(_ result: Int32) throws(CertificateError) {
    guard result > 0 else { throw fault }
  }

  private static var fault: CertificateError {
    defer { ERR_clear_error() }
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(ERR_get_error(), &text, text.count)
    return .notMade(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}
