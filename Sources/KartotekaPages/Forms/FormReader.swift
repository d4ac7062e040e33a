import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaTransfer
import NIOCore

/// Parses a multipart form: texts into memory, files into a folder, if the form has file fields.
struct FormReader {
  private let files: SubmittedFile.Reception
  private var parser: MultipartParser
  private var form = SubmittedForm([:])
  private var head: MultipartHead?
  private var bytes: [UInt8] = []
  private var sink: (file: FileSink, place: URL)?
  private var count = 0
  // Whether all bytes of the current file were written.
  private var isWhole = true
  private var left: (texts: Int, files: Int)

  init(boundary: String, files: SubmittedFile.Reception) {
    self.files = files
    parser = MultipartParser(boundary: boundary)
    left = (SubmittedForm.limit, files.limit)
  }

  /// Reads the complete body.
  /// - Throws: ``Problem`` if it is not a form, is truncated or exceeds limits. Files that were written before remain in the
  ///   folder.
  mutating func read(_ body: RequestBody) async throws -> SubmittedForm {
    for try await piece in body {
      parser.append(piece)
      while let event = try parser.next() { try take(event) }
    }
    guard parser.isFinished else { throw Problem.form("The form is cut off.") }
    return form
  }

  private mutating func take(_ event: MultipartParser.Event) throws {
    switch event {
    case .part(let head): try begin(head)
    case .content(let content): try take(content)
    case .end: try end()
    }
  }

  private mutating func begin(_ head: MultipartHead) throws {
    self.head = head
    count = 0
    isWhole = true
    bytes = []
    guard head.fileName != nil, case .folder(let folder, _, _) = files else { return }
    let place = folder.appending(path: String(form.files.count + 1))
    sink = (try FileSink(path: place.path(percentEncoded: false)), place)
  }

  private mutating func take(_ content: ByteBuffer) throws {
    count += content.readableBytes
    if head?.fileName == nil {
      left.texts -= content.readableBytes
      guard left.texts >= 0 else { throw Problem.tooLarge(limit: SubmittedForm.limit) }
    } else {
      if case .refused = files { throw Problem.form("This form takes no files.") }
      left.files -= content.readableBytes
      guard left.files >= -files.mostDropped else { throw Problem.tooLarge(limit: files.limit) }
      isWhole = left.files >= 0
      guard isWhole else { return }
    }
    if let sink {
      try content.withUnsafeReadableBytes { try sink.file.write($0) }
    } else if head?.fileName == nil {
      bytes.append(contentsOf: content.readableBytesView)
    }
  }

  private mutating func end() throws {
    guard let head else { return }
    if let name = head.fileName {
      // A browser sends a file without name and content if none was chosen.
      if let sink {
        try sink.file.close()
        if name.isEmpty, count == 0 {
          try FileManager.default.removeItem(at: sink.place)
        } else {
          var file = SubmittedFile(field: head.name, name: name, type: head.type, content: sink.place, count: count)
          file.isWhole = isWhole
          form.files.append(file)
        }
      } else if case .dropped = files {
        form[head.name] = name
      }
    } else {
      form[head.name] = SubmittedForm.text(bytes)
    }
    sink = nil
    bytes = []
  }
}

extension SubmittedForm {
  /// Reads the body of a request.
  /// - Parameter files: the destination of files; a form without file fields refuses them.
  /// - Throws: ``Problem`` if the form is invalid or exceeds limits.
  init(_ request: Request, files: SubmittedFile.Reception = .refused) async throws {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("multipart/") else {
      self.init(try await request.body.collect(upTo: Self.limit).readableBytesView)
      return
    }
    guard let boundary = MultipartParser.boundary(of: type) else {
      throw Problem.form("The form doesn't say what stands between its parts.")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }),
      length > files.limit + files.mostDropped + Self.limit
    {
      throw Problem.tooLarge(limit: files.limit + Self.limit)
    }
    var reader = FormReader(boundary: boundary, files: files)
    self = try await reader.read(request.body)
  }

  /// Parses encoded bytes.
  init(_ bytes: some Collection<UInt8>) {
    self.init([:])
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      self[Self.decoded(parts[0])] = parts.count > 1 ? Self.decoded(parts[1]) : ""
    }
  }

  // Browsers encode forms correctly; links that people write may be invalid.
  private static func decoded(_ bytes: some Collection<UInt8>) -> String { text(PercentEncoding.decoded(bytes).bytes) }

  /// The normalized text of a field: browsers send line ends as CR LF.
  static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(0x0d) ? text.replacing("\r\n", with: "\n") : text
  }
}
