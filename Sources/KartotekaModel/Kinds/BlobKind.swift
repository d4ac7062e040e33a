import Foundation

/// Bytes: a picture, a file. Text and JSON files contain Base64 (RFC 4648). The API's records show only their presence;
/// the bytes have an address of their own.
package struct BlobKind: AttributeKind {
  /// `blob`.
  package let name = KindName.blob
  /// Stored as bytes.
  package let storage = StorageClass.blob

  /// The kind.
  package init() {}

  /// Parses Base64, and hexadecimal after `0x`.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      guard let bytes = Self.hexadecimal(text.utf8.dropFirst(2)) else { throw Self.unreadable }
      return bytes.isEmpty ? .null : .blob(bytes)
    }
    guard let data = Data(base64Encoded: text) else { throw Self.unreadable }
    return .blob([UInt8](data))
  }

  /// The bytes in Base64.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    if case .blob(let blob) = value {
      (try? blob.bytes()).map { Data($0).base64EncodedString() } ?? ""
    } else {
      StoredKind().text(value, for: attribute)
    }
  }

  /// The bytes in Base64, as a string.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    json.string(text(value, for: attribute))
  }

  /// The number of bytes.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .blob(let blob) = value else { return StoredKind().text(value, for: attribute) }
    return say("{count} bytes", ["count": .count(blob.count)])
  }

  private static let unreadable = ValueFault("These bytes have to be written in Base64")

  private static func hexadecimal(_ digits: Substring.UTF8View) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(number))
        high = nil
      } else {
        high = UInt8(number)
      }
    }
    return bytes
  }
}
