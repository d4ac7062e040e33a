import Foundation
import KartotekaModel
import NIOCore

/// Takes a `multipart/form-data` body apart (RFC 7578; RFC 2046, section 5.1) while it arrives, in pieces of any size.
///
/// ```swift
/// parser.append(buffer)
/// while let event = try parser.next() { … }
/// ```
/// It keeps no more of the body than one part's headers, or the piece that came last.
package struct MultipartParser {
  /// What was found in the body.
  package enum Event: Equatable {
    /// A part begins.
    case part(MultipartHead)
    /// More of the part's content.
    case content(ByteBuffer)
    /// The part is over.
    case end
  }

  private enum State {
    /// Before the first delimiter: what stands here means nothing.
    case preamble
    case headers
    case content
    /// Within a part's content, the delimiter being next.
    case contentEnded
    /// Behind the last delimiter: what stands here means nothing.
    case epilogue
  }

  /// What a place of the body turned out to be.
  private enum Place {
    /// A delimiter of that many bytes with its padding and its line end.
    case delimiter(length: Int, isLast: Bool)
    /// More bytes are needed to tell.
    case open
    /// Something else.
    case content
  }

  /// The most bytes of one part's headers.
  static let headersLimit = 8_192
  /// The most parts of a body.
  static let partsLimit = 2_000
  // The most white space behind a delimiter.
  private static let paddingLimit = 256

  private let delimiter: [UInt8]
  private var state = State.preamble
  private var parts = 0
  // A delimiter begins with a line end; the first one may stand at the very beginning.
  private var buffer = ByteBuffer(string: "\r\n")

  /// - Parameter boundary: what stands between the parts, see ``boundary(of:)``.
  package init(boundary: String) { delimiter = Array("\r\n--\(boundary)".utf8) }

  /// Whether the last delimiter has been read: what ends before is cut off.
  package var isFinished: Bool { state == .epilogue }

  /// Takes the next piece of the body.
  package mutating func append(_ piece: ByteBuffer) {
    buffer.discardReadBytes()
    buffer.writeImmutableBuffer(piece)
  }

  /// What comes next; nil when more of the body is needed to tell.
  /// - Throws: ``Problem`` for what no form looks like.
  package mutating func next() throws(Problem) -> Event? {
    while true {
      switch state {
      case .preamble:
        // What is skipped is nobody's.
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

  /// The content up to the next delimiter, as far as it is here; nil when there is none, at a delimiter or for now.
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

  // Byte by byte, a large file would take a while.
  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeReadableBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + start, Int32(UInt8(ascii: "\r")), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func take(_ count: Int) -> ByteBuffer? { count == 0 ? nil : buffer.readSlice(length: count) }

  // A line that goes on behind the boundary's last letter is not the delimiter, but one of the content.
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

  /// Goes on behind the delimiter that is next; false where more of the body is needed.
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
  /// The boundary that a Content-Type header names; nil for another type, or where it is none (RFC 2046, section 5.1.1).
  package static func boundary(of contentType: String) -> String? {
    let parts = contentType.split(separator: ";", maxSplits: 1)
    guard parts.first?.trimmingSpaces().lowercased() == "multipart/form-data", parts.count == 2 else { return nil }
    guard let boundary = HeaderParameters(String(parts[1]))["boundary"] else { return nil }
    let isPlain = boundary.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    return isPlain && (1...70).contains(boundary.utf8.count) && !boundary.hasSuffix(" ") ? boundary : nil
  }
}

extension Problem {
  /// A form that can't be read, and why.
  package static func form(_ reason: Phrase) -> Problem { Problem(.badRequest, reason) }
}
