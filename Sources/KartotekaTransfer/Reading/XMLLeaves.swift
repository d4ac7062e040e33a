/// The texts of a small XML document, each with the names of the elements that it is in.
package enum XMLLeaves {
  /// The most texts, and the most elements in each other.
  private static let most = 20_000, deepest = 16

  private final class Bytes: ByteStream {
    private let buffer: UnsafeMutableRawBufferPointer
    private var isRead = false

    init(_ bytes: [UInt8]) {
      buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      buffer.copyBytes(from: bytes)
    }

    deinit { buffer.deallocate() }

    var share: Double { isRead ? 1 : 0 }

    func next() throws(ReadingError) -> UnsafeRawBufferPointer? {
      guard !isRead else { return nil }
      isRead = true
      return UnsafeRawBufferPointer(buffer)
    }
  }

  /// The texts of a document, in their order: `("Error/Code", "AccessDenied")`.
  /// - Returns: nil for what is not well-formed or too much.
  package static func read(_ bytes: [UInt8]) -> [(path: String, text: String)]? {
    let scanner = XMLScanner(Bytes(bytes), file: "", damaged: .damagedSpreadsheet(file: ""))
    var (names, texts, leaves) = ([String](), [String](), [(path: String, text: String)]())
    do {
      while true {
        switch try scanner.next() {
        case .start:
          guard names.count < deepest else { return nil }
          names.append(scanner.name)
          texts.append("")
        case .text:
          if !texts.isEmpty { texts[texts.count - 1] += String(decoding: scanner.text, as: UTF8.self) }
        case .end:
          guard let text = texts.popLast() else { return nil }
          leaves.append((names.joined(separator: "/"), text))
          names.removeLast()
        case .finish: return leaves.isEmpty ? nil : leaves
        }
        guard leaves.count <= most else { return nil }
      }
    } catch { return nil }
  }
}
