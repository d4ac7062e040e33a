import Foundation

/// The JSON texts in columns of the import review.
enum JSONText {
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  static func value<T: Decodable>(_ type: T.Type, _ json: String) -> T? {
    try? JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// A hash by which equal rows are found (FNV-1a). Rows with equal hashes are distinguished by their texts.
  static func digest(_ text: String) -> Int64 {
    var text = text
    return text.withUTF8 { digest(UnsafeRawBufferPointer($0)) }
  }

  static func digest(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}
