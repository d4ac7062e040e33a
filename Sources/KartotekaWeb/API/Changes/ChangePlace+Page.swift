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
}
