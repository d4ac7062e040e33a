import Foundation

/// The members of a tar archive that somebody else may have made. Nothing of it is written anywhere before its bytes are asked
/// for by name.
package final class TarReader {
  /// A regular file in the archive.
  package struct Member: Sendable {
    /// The bytes' place in the archive.
    let offset: Int64
    /// The number of bytes.
    package let size: Int64
  }

  /// A fault of an archive.
  package enum Fault: Error, Sendable, Hashable {
    /// It is no tar archive.
    case notAnArchive
    /// A member that a backup never has: a link, a device, a name that leads elsewhere. Its name.
    case foreign(String)
    /// Two members have this name.
    case twice(String)
    /// It has more members than that.
    case tooMany(Int)
    /// It can't be read; with the system's words.
    case unreadable(String)
    /// It became shorter while it was read.
    case shortened
  }

  /// The most members of an archive.
  package static let most = 5_000
  // Names and sizes are short; a larger header is an attack on the memory.
  private static let longestExtension: Int64 = 65_536
  private static let partLength = 1 << 20
  // The number of bytes at the beginning and at the end that are searched for a header where the first block is none: an archive
  // has small files at its end.
  private static let searched: Int64 = 64 << 20

  private let descriptor: Int32
  // The archive itself, where it is in no file.
  private let memory: [UInt8]
  private let length: Int64
  /// The regular files by their names.
  package private(set) var members: [String: Member] = [:]
  /// The name of a file that the archive has the beginning of; nil if it is not cut off within a file.
  package private(set) var cutOff: String?
  /// Whether the archive has its end and no damaged header.
  package private(set) var isWhole = false

  /// Opens an archive and reads all headers.
  /// - Throws: ``Fault``.
  package init(_ url: URL) throws(Fault) {
    let path = url.path(percentEncoded: false)
    // A pipe would be waited for.
    memory = []
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      length = 0
      throw .notAnArchive
    }
    length = Int64(status.st_size)
    try index()
  }

  /// Reads all headers of a small archive that is in no file.
  /// - Throws: ``Fault``.
  package init(_ bytes: [UInt8]) throws(Fault) {
    (descriptor, memory, length) = (-1, bytes, Int64(bytes.count))
    try index()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: Headers

  private func index() throws(Fault) {
    var offset: Int64 = 0
    var (path, size): ([UInt8]?, Int64?) = (nil, nil)
    var (isDamaged, count) = (false, 0)
    let step = Int64(TarHeader.blockLength)
    while offset <= length - step {
      let block = try bytes(at: offset, count: TarHeader.blockLength)
      guard let header = TarHeader(block) else {
        // A large database needs no search for what it does not have.
        if offset == 0, block.starts(with: "SQLite format 3\0".utf8) { throw .notAnArchive }
        if offset > 0, !isDamaged, block.allSatisfy({ $0 == 0 }) {
          isWhole = true
          return
        }
        // Members behind a damaged header may be whole.
        (isDamaged, path, size) = (true, nil, nil)
        offset = try nextHeader(after: offset, isArchive: !members.isEmpty)
        continue
      }
      let start = offset + step
      let bytes = isExtension(header) ? header.size : size ?? header.size
      // Cut off. Behind a damaged header it may also be a part of something else.
      guard bytes <= length - start else {
        guard isDamaged else {
          cutOff = String(decoding: path ?? header.name, as: UTF8.self)
          return
        }
        offset += step
        continue
      }
      do {
        if isExtension(header) {
          try read(header, at: start, &path, &size)
        } else {
          let name = try Self.checked(path ?? header.name, header.kind)
          (path, size) = (nil, nil)
          if let name { try add(name, Member(offset: start, size: bytes)) }
        }
      } catch {
        guard isDamaged else { throw error }
        offset += step
        continue
      }
      count += 1
      guard count <= Self.most else { throw .tooMany(Self.most) }
      let rest = bytes % step
      offset = start + bytes + (rest == 0 ? 0 : step - rest)
    }
    if members.isEmpty, isDamaged || length < step { throw .notAnArchive }
  }

  // The next block that is a header; the end if there is none. A large file of another kind is not read as a whole.
  private func nextHeader(after offset: Int64, isArchive: Bool) throws(Fault) -> Int64 {
    let step = Int64(TarHeader.blockLength)
    // Most are near. An archive of many damaged ones is not read many times.
    var (offset, count) = (offset + step, TarHeader.blockLength)
    while offset <= length - step {
      if !isArchive, offset > Self.searched, offset < length - Self.searched {
        offset = (length - Self.searched) / step * step
      }
      let part = try bytes(at: offset, count: Int(min(Int64(count), (length - offset) / step * step)))
      if let place = TarHeader.firstPlace(in: part) { return offset + Int64(place) }
      offset += Int64(part.count)
      count = min(count * 2, Self.partLength)
    }
    return length
  }

  private func add(_ name: String, _ member: Member) throws(Fault) {
    guard members[name] == nil else { throw .twice(name) }
    members[name] = member
  }

  // pax headers of one member (x) and of all (g), and GNU's long names (L).
  private func isExtension(_ header: TarHeader) -> Bool { "xgL".utf8.contains(header.kind) }

  private func read(
    _ header: TarHeader, at start: Int64, _ path: inout [UInt8]?, _ size: inout Int64?
  ) throws(Fault) {
    guard header.size <= Self.longestExtension, header.kind != UInt8(ascii: "g") else {
      throw .foreign(String(decoding: header.name, as: UTF8.self))
    }
    let bytes = try bytes(at: start, count: Int(header.size))
    guard header.kind == UInt8(ascii: "x") else {
      path = Array(bytes.prefix { $0 != 0 })
      return
    }
    guard let records = TarHeader.records(bytes), !records.keys.contains(where: { $0.hasPrefix("GNU.sparse") }) else {
      throw .foreign(String(decoding: header.name, as: UTF8.self))
    }
    if let value = records["path"] { path = value }
    if let value = records["size"] {
      guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0 else {
        throw .foreign(String(decoding: header.name, as: UTF8.self))
      }
      size = number
    }
  }

  // Nil for a folder, which has no content of its own.
  private static func checked(_ bytes: [UInt8], _ kind: UInt8) throws(Fault) -> String? {
    let shown = String(decoding: bytes, as: UTF8.self)
    guard String(validating: bytes, as: UTF8.self) != nil, kind == UInt8(ascii: "0") || kind == UInt8(ascii: "5") else {
      throw .foreign(shown)
    }
    var parts = shown.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "." { parts.removeFirst() }
    if kind == UInt8(ascii: "5"), parts.last == "" { parts.removeLast() }
    guard kind == UInt8(ascii: "5") || !parts.isEmpty,
      parts.allSatisfy({ part in
        !part.isEmpty && part != "." && part != ".." && !part.unicodeScalars.contains { $0.value < 0x20 }
      })
    else { throw .foreign(shown) }
    return kind == UInt8(ascii: "5") ? nil : parts.joined(separator: "/")
  }

  // MARK: Bytes

  /// The bytes of a small member.
  /// - Parameter limit: the most bytes.
  /// - Returns: nil if there is no such member, or it is larger.
  /// - Throws: ``Fault/unreadable(_:)``, ``Fault/shortened``.
  package func bytes(of name: String, limit: Int64) throws(Fault) -> [UInt8]? {
    guard let member = members[name], member.size <= limit else { return nil }
    return try bytes(at: member.offset, count: Int(member.size))
  }

  /// Writes a member to a new file, has it written to the disk, and computes its SHA-256.
  /// - Parameter progress: receives the number of bytes that are written; an error that it throws ends the work.
  /// - Throws: ``Fault/unreadable(_:)``, ``Fault/shortened``, ``StoreError`` `.disk`.
  package func extract(
    _ member: Member, to url: URL, progress: (Int64) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    let path = url.path(percentEncoded: false)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Disk.fault(path) }
    defer { close(file) }
    let hash = SHA256()
    var done: Int64 = 0
    while done < member.size {
      let part = try bytes(at: member.offset + done, count: Int(min(member.size - done, Int64(Self.partLength))))
      try part.withUnsafeBytes { bytes in
        hash.update(bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw Disk.fault(path) }
          rest = rest.dropFirst(count)
        }
      }
      done += Int64(part.count)
      try progress(done)
    }
    guard fsync(file) == 0 else { throw Disk.fault(path) }
    return hash.finalize()
  }

  private func bytes(at offset: Int64, count: Int) throws(Fault) -> [UInt8] {
    // All offsets and counts lie within the length.
    if descriptor < 0 { return Array(memory.dropFirst(Int(offset)).prefix(count)) }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset) + off_t(done))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        throw read < 0 ? .unreadable(String(cString: strerror(errno))) : .shortened
      }
      done += read
    }
    return bytes
  }
}
