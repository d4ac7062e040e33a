import Foundation
import KartotekaModel
import NIOCore

/// An incremental parser of `multipart/form-data` bodies (RFC 7578; RFC 2046, section 5.1), for pieces of any size.
///
/// ```swift
/// parser.append(buffer)
/// while let event = try parser.next() { … }
/// ```
/// It buffers at most the headers of one part, or the last piece.
package struct MultipartParser {
  /// An element of the body.
  package enum Event: Equatable {
    /// A part begins.
    case part(MultipartHead)
    /// More of the part's content.
    case content(ByteBuffer)
    /// The part ends.
    case end
  }

  private enum State {
    /// Before the first delimiter. The preamble is ignored.
    case preamble
    case headers
    case content
    /// After a part's content, before the delimiter.
    case contentEnded
    /// After the last delimiter. The epilogue is ignored.
    case epilogue
  }

  /// The meaning of the bytes at a position.
  private enum Place {
    /// A delimiter of the given length, including padding and line end.
    case delimiter(length: Int, isLast: Bool)
    /// Undecided until more bytes arrive.
    case open
    /// Content.
    case content
  }

  /// The maximum size of one part's headers, in bytes.
  static let headersLimit = 8_192
  /// The maximum number of parts.
  static let partsLimit = 2_000
  // The maximum length of white space after a delimiter.
  private static let paddingLimit = 256

  private let delimiter: [UInt8]
  private var state = State.preamble
  private var parts = 0
  // A delimiter begins with a line end, but the first delimiter may be at the start of the body.
  private var buffer = ByteBuffer(string: "\r\n")

  /// - Parameter boundary: the text between parts, see ``boundary(of:)``.
  package init(boundary: String) { delimiter = Array("\r\n--\(boundary)".utf8) }

  /// Whether the last delimiter was parsed. Otherwise the body is truncated.
  package var isFinished: Bool { state == .epilogue }

  /// Appends the next piece of the body.
  package mutating func append(_ piece: ByteBuffer) {
    buffer.discardReadBytes()
    buffer.writeImmutableBuffer(piece)
  }

  /// The next event; nil if more of the body is needed.
  /// - Throws: ``Problem`` if the body is malformed.
  package mutating func next() throws(Problem) -> Event? {
    while true {
      switch state {
      case .preamble:
        // The preamble's content is discarded.
        guard readContent() == nil else { continue }
        guard state == .contentEnded else { return nil }
        guard try passDelimiter() else { return nil }
      case .headers:
        guard let head = try readHead() else { return nil }
        state = .content
        return .part(head)
      case .content:
        if let content = readContent() { return .content(content) }
        guard state == .contentEnded else { return nil }
      case .contentEnded:
        guard try passDelimiter() else { return nil }
        return .end
      case .epilogue:
        buffer.clear()
        return nil
      }
    }
  }

  // MARK: Content

  /// The available content before the next delimiter; nil at a delimiter or if more of the body is needed.
  private mutating func readContent() -> ByteBuffer? {
    var start = 0
    while let place = lineEnd(from: start) {
      switch look(at: place) {
      case .content: start = place + 1
      case .open: return take(place)
      case .delimiter:
        if place > 0 { return take(place) }
        state = .contentEnded
        return nil
      }
    }
    return take(buffer.readableBytes)
  }

  // `memchr` is faster than a loop over the bytes.
  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeReadableBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + start, Int32(UInt8(ascii: "\r")), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func take(_ count: Int) -> ByteBuffer? { count == 0 ? nil : buffer.readSlice(length: count) }

  // A line that continues after the boundary's last letter is content.
  private func look(at place: Int) -> Place {
    let rest = buffer.readableBytesView.dropFirst(place)
    guard rest.count >= delimiter.count else { return delimiter.starts(with: rest) ? .open : .content }
    guard rest.starts(with: delimiter) else { return .content }
    var tail = rest.dropFirst(delimiter.count)
    if tail.starts(with: "--".utf8) { return .delimiter(length: delimiter.count + 2, isLast: true) }
    if tail.count < 2, tail.first.map({ $0 == UInt8(ascii: "-") }) ?? true { return .open }
    let padding = tail.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    guard padding <= Self.paddingLimit else { return .content }
    tail = tail.dropFirst(padding)
    if tail.starts(with: "\r\n".utf8) { return .delimiter(length: delimiter.count + padding + 2, isLast: false) }
    return "\r\n".utf8.starts(with: tail) ? .open : .content
  }

  /// Skips the next delimiter; false if more of the body is needed.
  private mutating func passDelimiter() throws(Problem) -> Bool {
    guard case .delimiter(let length, let isLast) = look(at: 0) else { return false }
    buffer.moveReaderIndex(forwardBy: length)
    state = isLast ? .epilogue : .headers
    if !isLast { parts += 1 }
    guard parts <= Self.partsLimit else {
      throw .form(Phrase("It has more than {count} parts.", ["count": .count(Self.partsLimit)]))
    }
    return true
  }

  // MARK: Headers

  private mutating func readHead() throws(Problem) -> MultipartHead? {
    let bytes = buffer.readableBytesView.prefix(Self.headersLimit + 4)
    var lines: [String] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      guard line.last == UInt8(ascii: "\r") else { throw .form("The head of a part has a line end of another kind.") }
      if line.count == 1 {
        buffer.moveReaderIndex(forwardBy: end + 1 - bytes.startIndex)
        return try MultipartHead(lines)
      }
      lines.append(String(decoding: line.dropLast(), as: UTF8.self))
      start = end + 1
    }
    guard bytes.count <= Self.headersLimit else { throw .form("The head of a part is too long.") }
    return nil
  }
}

extension MultipartParser {
  /// The boundary in a Content-Type header; nil for another type or an invalid boundary (RFC 2046, section 5.1.1).
  package static func boundary(of contentType: String) -> String? {
    let parts = contentType.split(separator: ";", maxSplits: 1)
    guard parts.first?.trimmingSpaces().lowercased() == "multipart/form-data", parts.count == 2 else { return nil }
    guard let boundary = HeaderParameters(String(parts[1]))["boundary"] else { return nil }
    let isPlain = boundary.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    return isPlain && (1...70).contains(boundary.utf8.count) && !boundary.hasSuffix(" ") ? boundary : nil
  }
}

extension Problem {
  /// A malformed form.
  package static func form(_ reason: Phrase) -> Problem { Problem(.badRequest, reason) }
}
