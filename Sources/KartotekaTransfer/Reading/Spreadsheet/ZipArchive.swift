import CZlib
import Foundation
import KartotekaModel

/// The files in a ZIP archive, by its central directory.
/// <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>
struct ZipArchive {
  /// A file in the archive.
  struct Entry {
    let name: String
    fileprivate let method: UInt16
    fileprivate let isEncrypted: Bool
    fileprivate let checksum: UInt32
    fileprivate let compressedSize: Int
    fileprivate let header: Int
  }

  /// The maximum number of files. A workbook has some for each sheet.
  private static let mostEntries = 20_000

  let source: ByteSource
  /// The archive's name, for messages.
  let file: String
  /// The files in the order of the directory.
  let files: [Entry]
  /// The files by their paths, and by those in small letters. Of two with one path the first one counts.
  private let entries: [String: Entry]
  private let folded: [String: Entry]
  private let budget: ZipBudget

  /// - Throws: ``ReadingError/damagedSpreadsheet(file:)`` unless the bytes are a whole archive.
  init(_ source: ByteSource, file: String) throws(ReadingError) {
    self.source = source
    self.file = file
    let bytes = ZipBytes(source.bytes)
    guard let directory = Self.directory(bytes), directory.count <= Self.mostEntries else {
      throw .damagedSpreadsheet(file: file)
    }
    var (entries, folded): ([String: Entry], [String: Entry]) = ([:], [:])
    var files: [Entry] = []
    var place = directory.offset
    for _ in 0..<directory.count {
      guard let (entry, next) = Self.entry(at: place, in: bytes) else { throw .damagedSpreadsheet(file: file) }
      files.append(entry)
      if entries[entry.name] == nil { entries[entry.name] = entry }
      let path = entry.name.lowercased()
      if folded[path] == nil { folded[path] = entry }
      place = next
    }
    (self.entries, self.folded, self.files) = (entries, folded, files)
    budget = ZipBudget(packed: source.bytes.count)
  }

  /// The file with the given path, which is compared without case, as Windows does.
  func entry(_ path: String) -> Entry? { entries[path] ?? folded[path.lowercased()] }

  /// The content of a file.
  /// - Throws: ``ReadingError/encrypted(file:)``, ``ReadingError/damagedSpreadsheet(file:)``.
  func stream(_ entry: Entry) throws(ReadingError) -> ZipStream {
    guard !entry.isEncrypted else { throw .encrypted(file: file) }
    let bytes = ZipBytes(source.bytes)
    guard entry.method == 0 || entry.method == 8, bytes.word(entry.header) == 0x0403_4b50,
      let name = bytes.half(entry.header + 26), let extra = bytes.half(entry.header + 28)
    else { throw .damagedSpreadsheet(file: file) }
    let start = entry.header + 30 + Int(name) + Int(extra)
    guard start <= bytes.count, entry.compressedSize <= bytes.count - start else {
      throw .damagedSpreadsheet(file: file)
    }
    return ZipStream(
      source, start..<(start + entry.compressedSize), isDeflated: entry.method == 8, checksum: entry.checksum,
      name: entry.name, file: file, budget)
  }

  private static func directory(_ bytes: ZipBytes) -> (count: Int, offset: Int)? {
    guard bytes.count >= 22 else { return nil }
    var end = bytes.count - 22
    // A comment of at most 65,535 bytes may follow.
    let first = max(0, end - 65_535)
    while end >= first, bytes.word(end) != 0x0605_4b50 { end -= 1 }
    guard end >= first, let count = bytes.half(end + 10), let offset = bytes.word(end + 16) else { return nil }
    guard count == .max || offset == .max else { return (Int(count), Int(offset)) }
    guard end >= 20, bytes.word(end - 20) == 0x0706_4b50, let large = bytes.long(end - 12),
      bytes.word(large) == 0x0606_4b50, let count = bytes.long(large + 32), let offset = bytes.long(large + 48)
    else { return nil }
    return (count, offset)
  }

  private static func entry(at place: Int, in bytes: ZipBytes) -> (Entry, next: Int)? {
    guard bytes.word(place) == 0x0201_4b50, let flags = bytes.half(place + 8), let method = bytes.half(place + 10),
      let checksum = bytes.word(place + 16), let packed = bytes.word(place + 20), let whole = bytes.word(place + 24),
      let nameLength = bytes.half(place + 28), let extraLength = bytes.half(place + 30),
      let commentLength = bytes.half(place + 32), let offset = bytes.word(place + 42),
      let name = bytes.text(place + 46, Int(nameLength))
    else { return nil }
    var (size, header) = (Int(packed), Int(offset))
    // ZIP64: the sizes that are 0xffffffff follow in this order.
    var extra = place + 46 + Int(nameLength)
    let end = extra + Int(extraLength)
    while extra + 4 <= end, let id = bytes.half(extra), let length = bytes.half(extra + 2) {
      if id == 1 {
        var value = extra + 4
        if whole == .max { value += 8 }
        if packed == .max {
          guard let long = bytes.long(value) else { return nil }
          size = long
          value += 8
        }
        if offset == .max {
          guard let long = bytes.long(value) else { return nil }
          header = long
        }
      }
      extra += 4 + Int(length)
    }
    let entry = Entry(
      name: name, method: method, isEncrypted: flags & 1 == 1, checksum: checksum, compressedSize: size,
      header: header)
    return (entry, end + Int(commentLength))
  }
}

/// Little-endian numbers in an archive; nil beyond its end.
private struct ZipBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  func half(_ offset: Int) -> UInt16? { load(offset) }

  func word(_ offset: Int) -> UInt32? { load(offset) }

  func long(_ offset: Int) -> Int? {
    let value: UInt64? = load(offset)
    return value.flatMap { Int(exactly: $0) }
  }

  func text(_ offset: Int, _ length: Int) -> String? {
    guard offset >= 0, offset <= count, length <= count - offset else { return nil }
    let name = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
    // Names that are not in UTF-8 are in DOS's code page by the format's rule.
    guard UTF8Validation.firstFault(in: name) != nil else { return String(decoding: name, as: UTF8.self) }
    return TextDecoder(.cp437)?.text(name) ?? String(decoding: name, as: UTF8.self)
  }

  private func load<Number: FixedWidthInteger>(_ offset: Int) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

/// The limit of bytes that are unpacked from an archive: its files together, whatever their sizes in its directory say, and all
/// that is unpacked of them again and again.
final class ZipBudget {
  /// The content of an archive may be this long in any case, and longer if it is at most ``mostExpansion`` times as long as
  /// the archive.
  private static let alwaysAllowed = 512 << 20
  private static let mostExpansion = 200
  /// The maximum number of times that all content is unpacked: sheets of OpenDocument follow one another in one file.
  private static let mostReadings = 16

  private let limit: Int
  private var content = 0
  private var work = 0
  /// The largest unpacked length of each file.
  private var lengths: [String: Int] = [:]

  /// - Parameter packed: the length of the archive.
  init(packed: Int) {
    limit = max(Self.alwaysAllowed, packed.multipliedReportingOverflow(by: Self.mostExpansion).partialValue)
  }

  /// Counts bytes that were unpacked from a file.
  /// - Parameter length: how far the file is unpacked with them.
  /// - Returns: whether that is allowed.
  func count(_ bytes: Int, of name: String, upTo length: Int) -> Bool {
    work += bytes
    let known = lengths[name] ?? 0
    if length > known {
      content += length - known
      lengths[name] = length
    }
    return content <= limit && work / Self.mostReadings <= limit
  }
}

/// The content of a file in an archive, in chunks.
final class ZipStream: ByteStream {
  private static let capacity = 1 << 16
  /// A file may be this long in any case, and longer if it is at most ``mostExpansion`` times its compressed size.
  private static let alwaysAllowed = 256 << 20
  private static let mostExpansion = 200

  private let source: ByteSource
  private var rest: Range<Int>
  private let isDeflated: Bool
  private let checksum: UInt32
  private let limit: Int
  private let size: Int
  private let file: String
  /// The path in the archive.
  private let name: String
  private let budget: ZipBudget
  private var found: UInt
  private var length = 0
  private var isAtEnd = false
  private var inflation = z_stream()
  private var hasBegun = false
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)

  fileprivate init(
    _ source: ByteSource, _ range: Range<Int>, isDeflated: Bool, checksum: UInt32, name: String, file: String,
    _ budget: ZipBudget
  ) {
    self.source = source
    (self.name, self.budget) = (name, budget)
    (rest, size) = (range, range.count)
    self.isDeflated = isDeflated
    self.checksum = checksum
    self.file = file
    limit = max(Self.alwaysAllowed, range.count.multipliedReportingOverflow(by: Self.mostExpansion).partialValue)
    found = crc32(0, nil, 0)
  }

  deinit {
    if hasBegun { inflateEnd(&inflation) }
    buffer.deallocate()
  }

  /// The next bytes, which are valid until the next call; nil at the end.
  /// - Throws: ``ReadingError/damagedSpreadsheet(file:)``, ``ReadingError/expandsTooMuch(file:)``.
  func next() throws(ReadingError) -> UnsafeRawBufferPointer? {
    guard !isAtEnd else { return nil }
    let count = isDeflated ? try inflated() : copied()
    found = crc32(found, buffer, UInt32(count))
    length += count
    guard length <= limit, budget.count(count, of: name, upTo: length) else { throw .expandsTooMuch(file: file) }
    if isAtEnd, found != UInt(checksum) { throw .damagedSpreadsheet(file: file) }
    return count == 0 && isAtEnd ? nil : UnsafeRawBufferPointer(start: buffer, count: count)
  }

  /// The share of the content that is read, from 0 to 1.
  var share: Double { 1 - Double(rest.count) / Double(max(1, size)) }

  /// Whether the content has the text. It is read to its end then, or up to the text.
  func contains(_ text: StaticString) throws(ReadingError) -> Bool {
    let count = text.utf8CodeUnitCount
    // The end of the last chunk, in which the text may begin.
    var window: [UInt8] = []
    while let chunk = try next() {
      window.append(contentsOf: chunk)
      if window.withUnsafeBytes({ Self.contains(text, $0) }) { return true }
      window.removeFirst(max(0, window.count - count + 1))
    }
    return false
  }

  private static func contains(_ text: StaticString, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = text.utf8CodeUnitCount
    guard var place = bytes.baseAddress, bytes.count >= count else { return false }
    let end = place + bytes.count - count + 1
    while place < end, let first = memchr(place, Int32(text.utf8Start[0]), end - place) {
      if memcmp(first, text.utf8Start, count) == 0 { return true }
      place = UnsafeRawPointer(first) + 1
    }
    return false
  }

  private func copied() -> Int {
    let count = min(rest.count, Self.capacity)
    buffer.update(from: source.start.assumingMemoryBound(to: UInt8.self) + rest.lowerBound, count: count)
    rest = (rest.lowerBound + count)..<rest.upperBound
    isAtEnd = rest.isEmpty
    return count
  }

  private func inflated() throws(ReadingError) -> Int {
    if !hasBegun {
      guard kartoteka_inflate_raw_begin(&inflation) == Z_OK else { throw .damagedSpreadsheet(file: file) }
      hasBegun = true
    }
    inflation.next_out = buffer
    inflation.avail_out = UInt32(Self.capacity)
    while inflation.avail_out > 0 {
      let part = min(rest.count, 1 << 20)
      // zlib's interface has no const; it only reads its input.
      inflation.next_in = UnsafeMutablePointer(
        mutating: source.start.assumingMemoryBound(to: UInt8.self) + rest.lowerBound)
      inflation.avail_in = UInt32(part)
      let before = inflation.avail_out
      let status = inflate(&inflation, Z_NO_FLUSH)
      let used = part - Int(inflation.avail_in)
      rest = (rest.lowerBound + used)..<rest.upperBound
      if status == Z_STREAM_END {
        isAtEnd = true
        break
      }
      guard status == Z_OK, used > 0 || inflation.avail_out < before else { throw .damagedSpreadsheet(file: file) }
    }
    return Self.capacity - Int(inflation.avail_out)
  }
}
