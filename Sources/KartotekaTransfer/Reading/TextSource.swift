import KartotekaModel

/// A text file as UTF-8 in any original encoding, the input of `CSVReader` and `JSONRecordReader`.
///
/// ```swift
/// let text = try TextSource(path: "orders.csv")
/// var reader = CSVReader(text)
/// ```
/// A valid UTF-8 file is read in place. Other encodings are transcoded in memory, and the file is closed.
public struct TextSource: Sendable {
  /// The original encoding.
  public let encoding: TextEncoding
  /// The number of unreadable characters, which were replaced by U+FFFD.
  package let replacedCharacters: Int

  /// A word that other encodings read otherwise and about as well.
  let doubt: EncodingDoubt?

  /// Whether the text differs from the file: it was transcoded or has no byte order mark.
  package let isTranscoded: Bool

  private let source: ByteSource
  private let markLength: Int
  /// The number of bytes at the end that are no text: DOS ends a file with Ctrl-Z.
  private let tailLength: Int

  /// Opens a text file.
  ///
  /// - Throws: ``ReadingError`` if it can't be opened or is not text.
  public init(path: String) throws(ReadingError) {
    try self.init(ByteSource(path: path))
  }

  /// The text of bytes.
  ///
  /// - Throws: ``ReadingError`` if they are not text.
  public init(_ source: ByteSource) throws(ReadingError) {
    let verdict = try TextEncodingSniffer.sniff(source.bytes, as: source.encoding, file: source.name)
    (encoding, doubt) = (verdict.encoding, verdict.doubt)
    if verdict.isSound {
      self.source = source
      markLength = verdict.markLength
      tailLength = Self.tail(of: source.bytes)
      replacedCharacters = 0
      isTranscoded = markLength + tailLength > 0
      return
    }
    let content = UnsafeRawBufferPointer(rebasing: source.bytes[verdict.markLength...])
    let transcoder = TextTranscoder(content, from: verdict.encoding)
    replacedCharacters = transcoder.replaced
    self.source = transcoder.finish(name: source.name)
    markLength = 0
    tailLength = Self.tail(of: self.source.bytes)
    isTranscoded = true
    // NUL characters in code pages were found before, in UTF-16 they were not.
    if case .nul(let offset) = UTF8Validation.firstFault(in: self.source.bytes) {
      let line = 1 + LineBreaks.count(in: self.source.bytes, 0..<offset)
      throw .containsNUL(file: source.name, line: line)
    }
  }

  /// A text that is known to be UTF-8 without a byte order mark, such as a stored one. It is not validated again.
  package init(utf8 source: ByteSource, encoding: TextEncoding, replacedCharacters: Int) {
    self.source = source
    self.encoding = encoding
    self.replacedCharacters = replacedCharacters
    doubt = nil
    (markLength, tailLength) = (0, 0)
    isTranscoded = false
  }

  private static func tail(of bytes: UnsafeRawBufferPointer) -> Int { bytes.last == 0x1A ? 1 : 0 }

  /// The text of a string.
  /// - Throws: ``ReadingError`` if it is not text.
  public init(_ text: String, name: String? = nil) throws(ReadingError) {
    try self.init(ByteSource(text.utf8, name: name))
  }

  /// The file's name without its folder, for messages.
  public var name: String? { source.name }

  /// The text as UTF-8 without a byte order mark. The address is constant during the life of this value and its copies.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: source.count - markLength - tailLength)
  }

  var start: UnsafeRawPointer { source.start + markLength }
}
