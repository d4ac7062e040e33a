import KartotekaStore
import NIOCore

/// An answer's body, with the places in it that are written anew by themselves: how far the changes have come, and how
/// many records there are. Whoever adds records changes those on every page of the list.
struct AnswerBody {
  private struct Place {
    var range: Range<Int>
    /// Of which records it says the number, and how; nil for how far the changes have come.
    let count: CountPlace?
  }

  private(set) var bytes: ByteBuffer
  private var places: [Place]

  init(_ bytes: ByteBuffer, counts: [CountPlace], of feed: ChangeFeed) {
    self.bytes = bytes
    let change = ChangePlace.digits(in: bytes, of: feed).map { Place(range: $0, count: nil) }
    places = (counts.map { Place(range: $0.range, count: $0) } + (change.map { [$0] } ?? []))
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Writes its places anew.
  /// - Parameters:
  ///   - change: the number of the last change.
  ///   - counts: how many records there are now, of the entities that have more or less than before.
  /// - Returns: whether that was all that had to be done; otherwise nothing was.
  mutating func rewrite(change: Int, counts: [String: Int]) -> Bool {
    guard counts.keys.allSatisfy({ entity in places.contains { $0.count?.entity == entity } }) else { return false }
    var new: [ByteBuffer?] = []
    for place in places {
      if let shown = place.count {
        let count = counts[shown.entity]
        let bytes = count.flatMap(shown.bytes)
        if count != nil && bytes == nil { return false }
        new.append(bytes)
      } else {
        new.append(ByteBuffer(string: String(change)))
      }
    }
    if new.contains(where: { $0 != nil }) { write(new) }
    return true
  }

  // Nil for a place that stays as it is.
  private mutating func write(_ new: [ByteBuffer?]) {
    var rest = bytes
    var position = 0
    bytes = ByteBufferAllocator().buffer(capacity: rest.readableBytes + 32)
    for (index, new) in new.enumerated() {
      let old = places[index].range
      if let before = rest.readSlice(length: old.lowerBound - position) { bytes.writeImmutableBuffer(before) }
      let start = bytes.writerIndex
      if let same = rest.readSlice(length: old.count) { bytes.writeImmutableBuffer(new ?? same) }
      places[index].range = start..<bytes.writerIndex
      position = old.upperBound
    }
    bytes.writeImmutableBuffer(rest)
  }
}
