import COpenSSL
import Foundation

/// The names and addresses for which a certificate is (RFC 5280, section 4.2.1.6).
enum SubjectNames {
  static func read(_ certificate: OpaquePointer) -> [String] {
    guard let all = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil).map(OpaquePointer.init) else {
      return []
    }
    defer { GENERAL_NAMES_free(all) }
    var hosts: [String] = []
    for index in 0..<max(0, OPENSSL_sk_num(all)) {
      guard let name = OPENSSL_sk_value(all, index)?.assumingMemoryBound(to: GENERAL_NAME.self).pointee else {
        continue
      }
      switch name.type {
      case GEN_DNS: hosts.append(text(name.d.dNSName))
      case GEN_IPADD: if let address = IPAddress(bytes(name.d.iPAddress)) { hosts.append(address.text) }
      default: continue
      }
    }
    return hosts
  }

  /// The common name of a certificate's subject; empty if it has none.
  static func commonName(_ certificate: OpaquePointer) -> String {
    let subject = X509_get_subject_name(certificate)
    let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
    guard index >= 0, let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)) else { return "" }
    return String(decoding: bytes(value), as: UTF8.self)
  }

  /// A DNS name in lower case.
  static func text(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> String {
    String(decoding: bytes(string), as: UTF8.self).lowercased()
  }

  /// The bytes of a string of ASN.1.
  static func bytes(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> [UInt8] {
    guard let string, let data = ASN1_STRING_get0_data(string) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(max(0, ASN1_STRING_length(string)))))
  }
}

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable, Sendable {
  /// The four or sixteen bytes of the address.
  let bytes: [UInt8]

  /// An address of 4 or 16 bytes; nil for another number.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// The address of a text; nil for another text.
  init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes)
    } else {
      return nil
    }
  }

  /// The address in its usual form.
  var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
