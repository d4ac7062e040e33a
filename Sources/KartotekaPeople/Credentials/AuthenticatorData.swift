import KartotekaStore

/// The data that an authenticator signs (WebAuthn level 2, section 6.1), looked at before libfido2 parses it.
///
/// The CBOR at its end comes from anybody. libcbor allocates, and fills, as many elements as a header of nine bytes says, so only
/// data whose headers fit their bytes are handed to it.
struct AuthenticatorData: Sendable {
  /// All bytes.
  let bytes: [UInt8]
  /// Whether somebody touched the authenticator.
  let isPresent: Bool
  /// Whether the authenticator verified the person, by PIN, finger or face.
  let isVerified: Bool
  /// Whether the key is copied to other devices.
  let isSynced: Bool
  /// Whether a new credential is in it.
  let hasCredential: Bool
  /// The counter of signatures.
  let counter: UInt32

  private static let headLength = 37

  /// Nil for bytes that are not of the form.
  init?(_ bytes: [UInt8]) {
    guard (Self.headLength...4096).contains(bytes.count) else { return nil }
    let flags = bytes[32]
    func isSet(_ bit: Int) -> Bool { flags >> UInt8(bit) & 1 == 1 }
    (isPresent, isVerified, isSynced, hasCredential) = (isSet(0), isSet(2), isSet(4), isSet(6))
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes.dropFirst(Self.headLength)
    if hasCredential {
      // 16 bytes of the model, two of the length of the name, the name, and the key.
      guard rest.count >= 18 else { return nil }
      let length = Int(bytes[53]) << 8 | Int(bytes[54])
      rest = rest.dropFirst(18)
      guard (1...1023).contains(length), rest.count > length else { return nil }
      guard let key = CBORItem.end(rest.dropFirst(length)) else { return nil }
      rest = rest[key...]
    }
    if isSet(7) {
      guard let extensions = CBORItem.end(rest) else { return nil }
      rest = rest[extensions...]
    }
    guard rest.isEmpty else { return nil }
    self.bytes = bytes
  }

  /// Whether it is for a host.
  func isFor(_ host: String) -> Bool {
    ConstantTime.areEqual(Array(bytes[..<32]), SHA256.digest(of: Array(host.utf8)))
  }
}

/// The headers of an item of CBOR (RFC 8949) in the form that CTAP 2 demands: definite lengths, no tags, few levels.
enum CBORItem {
  private static let deepest = 4

  /// The index after the item with which bytes begin; nil if an item does not end within them.
  static func end(_ bytes: ArraySlice<UInt8>) -> Int? {
    // The number of items that each open array or map still needs.
    var open = [1]
    var index = bytes.startIndex
    while let needed = open.last {
      if needed == 0 {
        open.removeLast()
        continue
      }
      open[open.count - 1] -= 1
      guard let header = Header(bytes, &index) else { return nil }
      switch header.kind {
      case 0, 1, 7: break
      case 2, 3:
        guard header.value <= UInt64(bytes.endIndex - index) else { return nil }
        index += Int(header.value)
      case 4, 5:
        // Each item has a byte at least.
        guard header.value <= UInt64(bytes.endIndex - index), open.count <= deepest else { return nil }
        open.append(Int(header.value) * (header.kind == 5 ? 2 : 1))
      default: return nil
      }
    }
    return index
  }

  private struct Header {
    let kind: UInt8
    let value: UInt64

    init?(_ bytes: ArraySlice<UInt8>, _ index: inout Int) {
      guard index < bytes.endIndex else { return nil }
      let first = bytes[index]
      (kind, index) = (first >> 5, index + 1)
      switch first & 31 {
      case let small where small < 24: value = UInt64(small)
      case 24...27:
        let length = 1 << (Int(first & 31) - 24)
        guard length <= bytes.endIndex - index else { return nil }
        value = bytes[index..<index + length].reduce(0) { $0 << 8 | UInt64($1) }
        index += length
      default: return nil
      }
    }
  }
}
