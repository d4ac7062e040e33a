/// Reads numbers out of a ``Blob`` here and there without reading all of it; what is outside of it is nil.
struct ByteReader {
  private let blob: Blob
  private let file: (any OpenBlob)?
  /// The bytes that are read; offsets count from the first one.
  private let range: Range<Int>

  init(_ blob: Blob, in range: Range<Int>) throws(UnreadableBlob) {
    self.blob = blob
    self.range = range
    file = try blob.file?.open()
  }

  /// The number of bytes.
  var count: Int { range.count }

  /// So many bytes from a place on; nil when there aren't as many.
  func bytes(_ place: Int, _ count: Int) throws(UnreadableBlob) -> [UInt8]? {
    guard place >= 0, count >= 0, place <= range.count - count else { return nil }
    let wanted = range.lowerBound + place..<range.lowerBound + place + count
    return if let file { try file.bytes(in: wanted) } else { try blob.bytes(in: wanted) }
  }

  /// A whole number of so many bytes, the highest first.
  func big(_ place: Int, _ count: Int) throws(UnreadableBlob) -> Int? {
    try bytes(place, count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A whole number of so many bytes, the lowest first.
  func little(_ place: Int, _ count: Int) throws(UnreadableBlob) -> Int? {
    try bytes(place, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether these letters are at a place.
  func has(_ letters: String, at place: Int) throws(UnreadableBlob) -> Bool {
    try bytes(place, letters.utf8.count)?.elementsEqual(letters.utf8) == true
  }
}
