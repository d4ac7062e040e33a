import KartotekaModel

/// The format of a file, by its content and never by its name.
///
/// Packed files are unpacked before (``PackedFiles``).
package enum FileContent {
  /// A text of CSV or JSON, which is read in place.
  case text(TextSource)
  /// Tables that are written as CSV to be read.
  case tables(TableFile)

  /// - Parameters:
  ///   - name: the displayed name.
  ///   - isNew: whether an application is made of it, so that lists within JSON records become kinds of records.
  /// - Throws: ``ReadingError`` for what is known and not read, and for what is no table.
  package init(_ source: ByteSource, name: String, isNew: Bool = false) throws(ReadingError) {
    var candidate = try CandidateFile(source, name: name)
    candidate.isNew = isNew
    for format in CandidateFile.formats {
      guard let workbook = try format.init(candidate) else { continue }
      let tables = try TableFile(workbook, name: name, size: source.bytes.count)
      self = .tables(workbook.hasSeveral ? try tables.several() ?? tables : tables)
      return
    }
    if let unread = candidate.unread { throw .notRead(file: name, format: unread) }
    let text = try TextSource(source)
    guard RecordFormat(of: text) == .csv, !text.bytes.isEmpty else {
      self = .text(text)
      return
    }
    if !RunningText(text, CSVDialect(of: text)).isTable { throw .runningText(file: name) }
    let tables = try TableFile(text, name: name).several()
    self = tables.map(FileContent.tables) ?? .text(text)
  }
}

/// A file whose format is asked for.
struct CandidateFile {
  /// The formats with tables of their own, in the order in which they are tried. A new format is a type in this list.
  static var formats: [any Workbook.Type] {
    [
      XLSXWorkbook.self, ODSWorkbook.self, KMLBook.self, VCardBook.self, CalendarBook.self, GPXBook.self,
      GeoJSONBook.self, JSONBook.self, HTMLBook.self, SQLiteBook.self, FixedWidthBook.self,
    ]
  }

  let source: ByteSource
  let name: String
  let head: FileHead
  /// Whether an application is made of it.
  var isNew = false
  /// The archive, if the file is one.
  let archive: ZipArchive?

  init(_ source: ByteSource, name: String) throws(ReadingError) {
    self.source = source
    self.name = name
    head = FileHead(source.bytes)
    archive = ZipArchive.begins(source.bytes) ? try ZipArchive(source, file: name) : nil
  }

  /// The format that is known and not read; nil for others.
  var unread: UnreadFormat? {
    if let archive { return archive.unread }
    if let known = UnreadFormat(signatureOf: source.bytes) { return known }
    if GzipFile.begins(source.bytes) { return .gzip }
    if let known = UnreadFormat(beginningOf: head.text) { return known }
    guard let root = head.root, head.isMarkup || endsAsMarkup else { return nil }
    switch root {
    case "workbook": return UnreadFormat("Excel 2003 (XML)", .spreadsheet)
    case "document" where head.text.contains("opendocument"): return UnreadFormat("OpenDocument (XML)", .spreadsheet)
    case "trainingcenterdatabase": return UnreadFormat("TCX", .data)
    case "ofx": return UnreadFormat("OFX", .data)
    case "svg": return UnreadFormat("SVG", .media)
    case "plist": return UnreadFormat("plist", .data)
    case "rss", "feed": return UnreadFormat("RSS", .data)
    default: return .xml(root)
    }
  }

  // A text file may begin with a name in angle brackets.
  private var endsAsMarkup: Bool { source.bytes.suffix(64).last { $0 > 0x20 } == UInt8(ascii: ">") }
}

extension ZipArchive {
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// The format of an archive that a program made of a document; that of archives for others.
  var unread: UnreadFormat { document ?? .zip }

  /// The format of a document that is an archive; nil for an archive of files, and for formats that are read.
  var document: UnreadFormat? {
    if entry("word/document.xml") != nil { return UnreadFormat("Word (.docx)", .document) }
    if entry("ppt/presentation.xml") != nil { return UnreadFormat("PowerPoint (.pptx)", .document) }
    if entry("xl/workbook.bin") != nil { return UnreadFormat("Excel (.xlsb)", .spreadsheet) }
    if entry("META-INF/container.xml") != nil { return UnreadFormat("EPUB", .document) }
    if entry("Index/Document.iwa") != nil || entry("Index.zip") != nil {
      let isTable = entry("Index/CalculationEngine.iwa") != nil
      return isTable ? UnreadFormat("Apple Numbers (.numbers)", .spreadsheet) : UnreadFormat("Apple iWork", .document)
    }
    if entry("META-INF/MANIFEST.MF") != nil || entry("AndroidManifest.xml") != nil {
      return UnreadFormat("Java", .media)
    }
    if entry("content.xml") != nil { return UnreadFormat("OpenDocument", .document) }
    return nil
  }
}

extension XLSXWorkbook {
  init?(_ file: CandidateFile) throws(ReadingError) {
    if UnreadFormat.compound.elementsEqual(file.source.bytes.prefix(4)) {
      // Excel puts an encrypted workbook into a container of the old form.
      let mark = Array("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
      if file.source.bytes.prefix(1 << 20).firstRange(of: mark) != nil { throw .encrypted(file: file.name) }
    }
    guard let archive = file.archive else { return nil }
    try self.init(archive)
  }
}

extension ODSWorkbook {
  init?(_ file: CandidateFile) throws(ReadingError) {
    guard let archive = file.archive else { return nil }
    try self.init(archive)
    if sheets.isEmpty { return nil }
  }
}

extension VCardBook {
  init?(_ file: CandidateFile) throws(ReadingError) {
    guard file.head.begins("BEGIN:VCARD") else { return nil }
    text = try TextSource(file.source)
  }
}

extension JSONBook {
  init?(_ file: CandidateFile) throws(ReadingError) {
    guard file.head.begins("{") || file.head.begins("[") else { return nil }
    let text = try TextSource(file.source)
    guard RecordFormat(of: text) == .json else { return nil }
    try self.init(text, name: file.name, splits: file.isNew)
  }
}
