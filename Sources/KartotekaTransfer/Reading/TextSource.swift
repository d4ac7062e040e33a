import KartotekaModel

/// A text file as UTF-8, whatever it was before: what ``CSVReader`` and ``JSONRecordReader`` read.
///
/// ```swift
/// let text = try TextSource(path: "orders.csv")
/// var reader = CSVReader(text)
/// ```
/// A file that is good UTF-8 is read where it lies. Any other is transcoded in memory, after which the file
/// itself is let go.
public struct TextSource: Sendable {
  /// How the file is encoded.
  public let encoding: TextEncoding
  /// How many characters could not be read and were replaced by U+FFFD: worth a warning when there are any.
  public let replacedCharacters: Int

  /// Whether the text is other bytes than the file: it was transcoded, or begins behind a byte order mark.
  package let isTranscoded: Bool

  private let source: ByteSource
  private let markLength: Int

  /// Opens a text file.
  ///
  /// - Throws: ``ReadingError`` when it cannot be opened or is not text.
  public init(path: String) throws(ReadingError) {
    try self.init(ByteSource(path: path))
  }

  /// The text of these bytes.
  ///
  /// - Throws: ``ReadingError`` when they are not text.
  public init(_ source: ByteSource) throws(ReadingError) {
    let verdict = try TextEncodingSniffer.sniff(source.bytes, file: source.name)
    encoding = verdict.encoding
    if verdict.isSound {
      self.source = source
      markLength = verdict.markLength
      replacedCharacters = 0
      isTranscoded = verdict.markLength > 0
      return
    }
    let content = UnsafeRawBufferPointer(rebasing: source.bytes[verdict.markLength...])
    let transcoder = TextTranscoder(content, from: verdict.encoding)
    replacedCharacters = transcoder.replaced
    self.source = transcoder.finish(name: source.name)
    markLength = 0
    isTranscoded = true
    // UTF-16 was not looked at before; a NUL in a code page was.
    if case .nul(let offset) = UTF8Validation.firstFault(in: self.source.bytes) {
      let line = 1 + LineBreaks.count(in: self.source.bytes, 0..<offset)
      throw .containsNUL(file: source.name, line: line)
    }
  }

  /// A text that is known to be UTF-8 without a byte order mark, such as one that ``isTranscoded`` was asked of before: it
  /// is not looked through again.
  package init(utf8 source: ByteSource, encoding: TextEncoding, replacedCharacters: Int) {
    self.source = source
    self.encoding = encoding
    self.replacedCharacters = replacedCharacters
    markLength = 0
    isTranscoded = false
  }

  /// The text of a string, for data that is no file.
  /// - Throws: ``ReadingError`` when it is not text.
  public init(_ text: String, name: String? = nil) throws(ReadingError) {
    try self.init(ByteSource(text.utf8, name: name))
  }

  /// The file's name without its folder, for messages.
  public var name: String? { source.name }

  /// The text as UTF-8 without a byte order mark, at the same address as long as this value or a copy of it
  /// lives.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: source.count - markLength)
  }

  var start: UnsafeRawPointer { source.start + markLength }
}
