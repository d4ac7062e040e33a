import KartotekaStore
import NIOCore

// The place from which on a page's script follows the changes (`data-changes`), in a page that is given again later.
extension ChangePlace {
  /// Where the number of a place is in a page: the first one, which is its body element's; nil where there is none.
  static func digits(in page: ByteBuffer, of feed: ChangeFeed) -> Range<Int>? {
    let mark = Array("\(ChangesController.after)=\(feed.run)-".utf8)
    return page.withUnsafeReadableBytes { bytes in
      guard let found = mark.withUnsafeBytes(bytes.firstOffset) else { return nil }
      let digits = bytes[(found + mark.count)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return digits.startIndex..<digits.endIndex
    }
  }

  /// Writes another number there.
  static func replace(_ digits: inout Range<Int>, in page: inout ByteBuffer, by number: Int) {
    let text = String(number)
    var rest = page
    page = ByteBufferAllocator().buffer(capacity: rest.readableBytes + text.utf8.count)
    if var head = rest.readSlice(length: digits.lowerBound) { page.writeBuffer(&head) }
    page.writeString(text)
    rest.moveReaderIndex(forwardBy: digits.count)
    page.writeBuffer(&rest)
    digits = digits.lowerBound..<digits.lowerBound + text.utf8.count
  }
}
