import CZlib
import Foundation

/// Writes a ZIP archive of at most 4 GB to a sink, file by file, with memory for some compressed kilobytes (APPNOTE.TXT
/// 6.3.10). Sizes follow the compressed data, so nothing is written twice.
final class ZipWriter {
  private struct Entry {
    let name: [UInt8]
    let offset: UInt32
    var crc: UInt32 = 0
    var compressed: UInt32 = 0
    var size: UInt32 = 0
    var isStored = false
  }

  private static let chunk = 1 << 16

  private let sink: any ByteSink
  private var offset: UInt32 = 0
  private var entries: [Entry] = []
  // zlib checks that its state stays at its address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isOpen = false
  private var output = [UInt8](repeating: 0, count: chunk)

  init(to sink: any ByteSink) { self.sink = sink }

  deinit {
    if isOpen { deflateEnd(stream) }
    stream.deallocate()
  }

  /// The number of uncompressed bytes of the current file.
  var size: UInt32 { entries.last?.size ?? 0 }

  /// Begins a file.
  func begin(_ name: String) throws {
    try end()
    stream.initialize(to: z_stream())
    guard kartoteka_deflate_raw_begin(stream, 6) == Z_OK else {
      throw WritingError.cannotWrite(file: name, reason: "zlib")
    }
    isOpen = true
    let entry = Entry(name: Array(name.utf8), offset: offset)
    entries.append(entry)
    try put(Self.numbers([(0x0403_4b50, 4)]) + Self.head(entry) + entry.name)
  }

  /// Writes a whole file without compression.
  func store(_ name: String, _ bytes: [UInt8]) throws {
    try end()
    let crc = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    let size = UInt32(bytes.count)
    let entry = Entry(
      name: Array(name.utf8), offset: offset, crc: UInt32(truncatingIfNeeded: crc), compressed: size, size: size,
      isStored: true)
    entries.append(entry)
    try put(Self.numbers([(0x0403_4b50, 4)]) + Self.head(entry) + entry.name + bytes)
  }

  /// Appends bytes to the current file.
  func write(_ bytes: [UInt8]) throws {
    entries[entries.count - 1].size += UInt32(bytes.count)
    entries[entries.count - 1].crc = UInt32(
      truncatingIfNeeded: bytes.withUnsafeBufferPointer {
        crc32(uLong(entries[entries.count - 1].crc), $0.baseAddress, uInt($0.count))
      })
    try deflate(bytes, Z_NO_FLUSH)
  }

  /// Ends the archive. The sink remains open.
  func finish() throws {
    try end()
    let start = offset
    for entry in entries {
      let fields: [(UInt32, Int)] = [(0, 2), (0, 2), (0, 2), (0, 4), (entry.offset, 4)]
      try put(Self.numbers([(0x0201_4b50, 4), (20, 2)]) + Self.head(entry) + Self.numbers(fields) + entry.name)
    }
    let count = UInt32(entries.count)
    try put(
      Self.numbers([
        (0x0605_4b50, 4), (0, 4), (count, 2), (count, 2), (offset - start, 4), (start, 4), (0, 2),
      ]))
  }

  private func end() throws {
    guard isOpen else { return }
    try deflate([], Z_FINISH)
    deflateEnd(stream)
    isOpen = false
    let entry = entries[entries.count - 1]
    try put(Self.numbers([(0x0807_4b50, 4), (entry.crc, 4), (entry.compressed, 4), (entry.size, 4)]))
  }

  private func deflate(_ bytes: [UInt8], _ flush: CInt) throws {
    var bytes = bytes
    let count = bytes.count
    try bytes.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = uInt(count)
      var code = Z_OK
      repeat {
        let written = output.withUnsafeMutableBufferPointer { output -> Int in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = uInt(output.count)
          code = CZlib.deflate(stream, flush)
          return output.count - Int(stream.pointee.avail_out)
        }
        entries[entries.count - 1].compressed += UInt32(written)
        try put(Array(output[..<written]))
      } while stream.pointee.avail_out == 0 || flush == Z_FINISH && code == Z_OK
    }
  }

  private func put(_ bytes: [UInt8]) throws {
    let (sum, isTooLarge) = offset.addingReportingOverflow(UInt32(bytes.count))
    guard !isTooLarge else {
      throw WritingError.cannotWrite(file: "zip", reason: String(cString: strerror(EFBIG)))
    }
    offset = sum
    try bytes.withUnsafeBytes { try sink.write($0) }
  }

  // The fields that both headers of an entry share. Bit 3: sizes follow the data; bit 11: names are UTF-8. Method 8 is Deflate.
  private static func head(_ entry: Entry) -> [UInt8] {
    numbers([
      (20, 2), (entry.isStored ? 0x0800 : 0x0808, 2), (entry.isStored ? 0 : 8, 2), (0, 2), (0x21, 2), (entry.crc, 4),
      (entry.compressed, 4), (entry.size, 4),
      (UInt32(entry.name.count), 2), (0, 2),
    ])
  }

  // Numbers with their lengths in bytes, the least significant byte first.
  private static func numbers(_ numbers: [(number: UInt32, bytes: Int)]) -> [UInt8] {
    numbers.flatMap { number, bytes in
      (0..<bytes).map { place -> UInt8 in UInt8(truncatingIfNeeded: number >> (8 * UInt32(place))) }
    }
  }
}
