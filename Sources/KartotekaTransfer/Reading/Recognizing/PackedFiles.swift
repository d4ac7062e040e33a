import CZlib
import Foundation
import KartotekaModel

/// The files in a gzip file, or in a ZIP archive that is no document of a program, written to files of their own.
///
/// The unpacked bytes are counted while they are written: an archive that holds far more than its size allows is refused.
package struct PackedFiles {
  /// An unpacked file.
  package struct Member: Sendable {
    /// The name without folders.
    package let name: String
    /// The file with its bytes.
    package let place: URL
  }

  /// The maximum number of unpacked files.
  private static let most = 500
  /// The maximum number of archives within one another.
  private static let deepest = 2
  /// Files that systems put into archives.
  private static let systemFiles: Set<String> = ["thumbs.db", "desktop.ini"]

  /// The files that are read.
  package private(set) var members: [Member] = []
  /// The names of the files that are not read.
  package private(set) var leftOut: [String] = []
  private var fault: ReadingError?
  private var written: [URL] = []

  private let file: String
  private let folder: URL

  /// - Parameters:
  ///   - name: the displayed name.
  ///   - folder: the folder for the files, which get names of their own.
  /// - Returns: nil for a file that is not packed.
  /// - Throws: ``ReadingError``, ``WritingError``. Nothing that was written stays then.
  package init?(_ source: ByteSource, name: String, into folder: URL) throws {
    guard Self.isPacked(source.bytes) else { return nil }
    file = name
    self.folder = folder
    do {
      guard try read(source) else { return nil }
    } catch {
      for place in written { try? FileManager.default.removeItem(at: place) }
      throw error
    }
  }

  // False for a document.
  private mutating func read(_ source: ByteSource) throws -> Bool {
    let name = file
    let budget = ZipBudget(packed: source.bytes.count)
    guard let found = try unpack(source, name: name, budget) else { return false }
    var waiting = found.map { ($0, depth: 1) }
    while !waiting.isEmpty {
      let (member, depth) = waiting.removeFirst()
      let source = try ByteSource(path: member.place.path(percentEncoded: false), name: member.name, as: nil)
      do {
        if depth < Self.deepest, let inner = try unpack(source, name: member.name, budget) {
          try FileManager.default.removeItem(at: member.place)
          waiting += inner.map { ($0, depth + 1) }
          continue
        }
        guard !source.bytes.isEmpty else { throw ReadingError.noSheets(file: member.name) }
        if case .text(let text) = try FileContent(source, name: member.name, isNew: true),
          RecordFormat(of: text) == .json
        {
          _ = try JSONRecordReader(text)
        }
        members.append(member)
        continue
      } catch ReadingError.expandsTooMuch {
        throw ReadingError.expandsTooMuch(file: name)
      } catch ReadingError.tooManySheets(file: name, most: Self.most) {
        throw ReadingError.tooManySheets(file: name, most: Self.most)
      } catch let error as ReadingError {
        fault = fault ?? error
      }
      leftOut.append(member.name)
      try FileManager.default.removeItem(at: member.place)
    }
    guard members.isEmpty else { return true }
    if let fault { throw fault }
    throw ReadingError.noSheets(file: name)
  }

  /// The notes on the files.
  package var notes: [Phrase] {
    guard !leftOut.isEmpty else { return [] }
    let shown = leftOut.prefix(5).joined(separator: ", ") + (leftOut.count > 5 ? ", …" : "")
    return [
      Phrase(
        "{count} files of {file} have no rows and are left out: {names}",
        ["count": .count(leftOut.count), "file": .text(file), "names": .text(shown)])
    ]
  }

  private static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    GzipFile.begins(bytes) || ZipArchive.begins(bytes)
  }

  // Nil for a file that is not packed, or a document.
  private mutating func unpack(_ source: ByteSource, name: String, _ budget: ZipBudget) throws -> [Member]? {
    if GzipFile.begins(source.bytes) {
      let gzip = GzipFile(source, file: name)
      return [try write(gzip.name ?? Self.withoutSuffix(name), budget) { try gzip.next() }]
    }
    guard ZipArchive.begins(source.bytes) else { return nil }
    let archive = try ZipArchive(source, file: name)
    let isDocument = archive.document != nil || archive.entry("xl/workbook.xml") != nil
    if isDocument || KMLBook.document(in: archive) != nil { return nil }
    if try XLSXWorkbook(archive) != nil { return nil }
    var found: [Member] = []
    for entry in archive.files {
      let own = entry.name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      let isOfSystem = own.hasPrefix(".") || Self.systemFiles.contains(own.lowercased())
      if entry.name.hasSuffix("/") || entry.name.hasPrefix("__MACOSX/") || isOfSystem { continue }
      let stream = try archive.stream(entry)
      let first = try stream.next()
      // A picture needs no room on the disk.
      if let first, !SQLiteHeader.begins(first), let unread = UnreadFormat(signatureOf: first) {
        leftOut.append(own)
        fault = fault ?? .notRead(file: own, format: unread)
        continue
      }
      var head = first
      found.append(
        try write(own, budget) {
          defer { head = nil }
          return try head ?? stream.next()
        })
    }
    return found
  }

  private mutating func write(
    _ name: String, _ budget: ZipBudget, _ next: () throws -> UnsafeRawBufferPointer?
  ) throws -> Member {
    // With those that wait, and with the archives among them.
    guard written.count < Self.most else { throw ReadingError.tooManySheets(file: file, most: Self.most) }
    let member = Member(name: name, place: folder.appending(path: "unpacked-\(UUID().uuidString)"))
    written.append(member.place)
    let sink = try FileSink(path: member.place.path(percentEncoded: false))
    var length = 0
    while let bytes = try next() {
      try ReadingCancellation.check()
      length += bytes.count
      guard budget.count(bytes.count, of: member.place.lastPathComponent, upTo: length) else {
        throw ReadingError.expandsTooMuch(file: file)
      }
      try sink.write(bytes)
    }
    try sink.close()
    return member
  }

  private static func withoutSuffix(_ name: String) -> String {
    name.lowercased().hasSuffix(".gz") && name.count > 3 ? String(name.dropLast(3)) : name
  }
}

/// The content of a gzip file (RFC 1952), which may have several parts.
final class GzipFile {
  private static let capacity = 1 << 16

  private let source: ByteSource
  private let file: String
  private var place = 0
  private var inflation = z_stream()
  private var isOpen = false
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)

  init(_ source: ByteSource, file: String) { (self.source, self.file) = (source, file) }

  deinit {
    if isOpen { inflateEnd(&inflation) }
    buffer.deallocate()
  }

  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: [0x1F, 0x8B, 0x08]) }

  /// The name of the file before it was packed, without folders; nil where the file does not say it.
  var name: String? {
    let bytes = source.bytes
    guard bytes.count > 10, bytes[3] & 0x08 != 0 else { return nil }
    var start = 10
    if bytes[3] & 0x04 != 0 {
      guard bytes.count > 12 else { return nil }
      start += 2 + Int(bytes[10]) + Int(bytes[11]) << 8
    }
    guard start < bytes.count, let end = bytes[start...].prefix(1_024).firstIndex(of: 0), end > start else {
      return nil
    }
    return String(decoding: bytes[start..<end], as: UTF8.self).split(separator: "/").last.map(String.init)
  }

  /// The next bytes, which are valid until the next call; nil at the end.
  /// - Throws: ``ReadingError/damaged(file:)``.
  func next() throws(ReadingError) -> UnsafeRawBufferPointer? {
    while isOpen || place < source.bytes.count {
      if !isOpen {
        // Bytes behind the last part are padding.
        guard place == 0 || Self.begins(UnsafeRawBufferPointer(rebasing: source.bytes[place...])) else { return nil }
        guard kartoteka_inflate_begin(&inflation) == Z_OK else { throw .damaged(file: file) }
        isOpen = true
      }
      let part = min(source.bytes.count - place, 1 << 20)
      // zlib's interface has no const; it only reads its input.
      inflation.next_in = UnsafeMutablePointer(mutating: source.start.assumingMemoryBound(to: UInt8.self) + place)
      inflation.avail_in = UInt32(part)
      inflation.next_out = buffer
      inflation.avail_out = UInt32(Self.capacity)
      let status = inflate(&inflation, Z_NO_FLUSH)
      let used = part - Int(inflation.avail_in)
      let count = Self.capacity - Int(inflation.avail_out)
      place += used
      guard status == Z_OK || status == Z_STREAM_END, used > 0 || count > 0 else { throw .damaged(file: file) }
      if status == Z_STREAM_END {
        inflateEnd(&inflation)
        isOpen = false
      }
      if count > 0 { return UnsafeRawBufferPointer(start: buffer, count: count) }
    }
    return nil
  }
}
