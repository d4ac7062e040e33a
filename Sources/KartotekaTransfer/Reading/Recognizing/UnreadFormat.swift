import KartotekaModel

/// A format that is known and not read as a table.
public struct UnreadFormat: Sendable, Hashable {
  /// Its displayed name, such as `PDF`.
  public let name: String
  /// The alternative for the person.
  let wayOut: WayOut

  /// The alternative to a file of a format that is not read. Each has a sentence (``ReadingError/Sentence``).
  enum WayOut: Sendable, Hashable {
    /// A program of spreadsheets saves it in another form.
    case spreadsheet
    /// The program that made it exports its tables.
    case data
    /// A document may have a table, which can be copied.
    case document
    /// Pictures, sounds and programs have no rows.
    case media
    /// An archive that is not unpacked.
    case archive
    /// Commands that make a database.
    case commands
    /// A database that is served in place.
    case sqlite
    /// An encoding of text that is not read.
    case encoding
  }

  init(_ name: String, _ wayOut: WayOut) {
    self.name = name
    self.wayOut = wayOut
  }

  static let sqlite = UnreadFormat("SQLite", .sqlite)
  static let oldExcel = UnreadFormat("Excel 97–2003 (.xls)", .spreadsheet)
  static let utf32 = UnreadFormat("UTF-32", .encoding)
  static let sql = UnreadFormat("SQL", .commands)
  static let zip = UnreadFormat("ZIP", .archive)
  static let gzip = UnreadFormat("gzip", .archive)

  /// XML of a kind that is not read.
  static func xml(_ root: String) -> UnreadFormat { UnreadFormat("XML: <\(root)>", .data) }
}

extension UnreadFormat {
  /// The format that the first bytes tell; nil for text, for what is read, and for what is not known.
  init?(signatureOf bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: SQLiteHeader.magic) {
      self = .sqlite
    } else if bytes.starts(with: Self.compound) {
      self = Self.compoundFile(bytes)
    } else if let known = Self.signatures.first(where: { $0.matches(bytes) }) {
      self = known.format
    } else {
      return nil
    }
  }

  /// The beginning of a compound file of Microsoft's, in which older programs keep documents.
  static let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0]

  // The streams of a compound file have names in UTF-16.
  private static func compoundFile(_ bytes: UnsafeRawBufferPointer) -> UnreadFormat {
    let head = bytes.prefix(1 << 20)
    func has(_ name: String) -> Bool {
      head.firstRange(of: Array(name.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })) != nil
    }
    if has("WordDocument") { return UnreadFormat("Word 97–2003 (.doc)", .document) }
    if has("PowerPoint Document") { return UnreadFormat("PowerPoint 97–2003 (.ppt)", .document) }
    if has("__substg1.0_") { return UnreadFormat("Outlook (.msg)", .data) }
    if has("MatOST") { return UnreadFormat("Microsoft Works", .spreadsheet) }
    return .oldExcel
  }

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let format: UnreadFormat

    init(_ text: String, _ name: String, _ wayOut: WayOut, at offset: Int = 0) {
      self.init(Array(text.utf8), name, wayOut, at: offset)
    }

    init(_ bytes: [UInt8], _ name: String, _ wayOut: WayOut, at offset: Int = 0) {
      (self.bytes, self.offset) = (bytes, offset)
      format = UnreadFormat(name, wayOut)
    }

    func matches(_ file: UnsafeRawBufferPointer) -> Bool {
      file.count >= offset + bytes.count && file[offset..<offset + bytes.count].elementsEqual(bytes)
        && (isDistinct || file.prefix(512).contains(where: Self.isControl))
    }

    // A text may begin with the letters, as with those of ID3 and ORC.
    private var isDistinct: Bool {
      bytes.contains { !(0x20..<0x7F).contains($0) } || format.wayOut == .document || bytes.count > 5
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x09 || (0x0E..<0x1B).contains(byte) }
  }

  private static let signatures: [Signature] = [
    Signature([0xFF, 0xFE, 0x00, 0x00], "UTF-32", .encoding), Signature([0x00, 0x00, 0xFE, 0xFF], "UTF-32", .encoding),
    // Spreadsheets and databases.
    Signature([0x09, 0x08, 0x10, 0x00], "Excel 5–95 (.xls)", .spreadsheet),
    Signature([0x09, 0x08, 0x08, 0x00], "Excel 5–95 (.xls)", .spreadsheet),
    Signature([0x09, 0x04, 0x06, 0x00], "Excel 4 (.xls)", .spreadsheet),
    Signature([0x09, 0x02, 0x06, 0x00], "Excel 3 (.xls)", .spreadsheet),
    Signature([0x09, 0x00, 0x04, 0x00], "Excel 2 (.xls)", .spreadsheet),
    Signature([0x00, 0x00, 0x02, 0x00, 0x06, 0x04], "Lotus 1-2-3", .spreadsheet),
    Signature("ID;PWXL", "SYLK (.slk)", .spreadsheet), Signature("ID;PSCALC", "SYLK (.slk)", .spreadsheet),
    Signature("\0\u{1}\0\0Standard Jet DB", "Microsoft Access (.mdb)", .data),
    Signature("\0\u{1}\0\0Standard ACE DB", "Microsoft Access (.accdb)", .data),
    Signature("PAR1", "Parquet", .data), Signature("ARROW1", "Arrow", .data), Signature("Obj\u{1}", "Avro", .data),
    Signature("ORC", "ORC", .data), Signature([0x89, 0x48, 0x44, 0x46], "HDF5", .data),
    Signature("$FL2", "SPSS", .data), Signature("$FL3", "SPSS", .data), Signature("<stata_dta>", "Stata", .data),
    Signature("RDX2\n", "R", .data), Signature("RDX3\n", "R", .data), Signature("DUCK", "DuckDB", .data, at: 8),
    Signature([0xC7, 0x53, 0x46, 0x46], "FileMaker", .data), Signature("HBAM", "FileMaker", .data, at: 14),
    Signature("bplist", "plist", .data), Signature(".FIT", "FIT", .data, at: 8),
    // Documents.
    Signature("%PDF-", "PDF", .document), Signature("%!PS", "PostScript", .document),
    Signature("{\\rtf", "RTF", .document), Signature("AT&TFORM", "DjVu", .document),
    Signature("BOOKMOBI", "Mobipocket", .document, at: 60),
    // Pictures, sounds, films, fonts, programs.
    Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "PNG", .media), Signature([0xFF, 0xD8, 0xFF], "JPEG", .media),
    Signature("GIF8", "GIF", .media), Signature("WEBP", "WebP", .media, at: 8),
    Signature([0x49, 0x49, 0x2A, 0x00], "TIFF", .media), Signature([0x4D, 0x4D, 0x00, 0x2A], "TIFF", .media),
    Signature("ftypheic", "HEIC", .media, at: 4), Signature("ftypavif", "AVIF", .media, at: 4),
    Signature("8BPS", "Photoshop", .media), Signature([0x00, 0x00, 0x01, 0x00], "ICO", .media),
    Signature("ftyp", "MP4", .media, at: 4), Signature("ID3", "MP3", .media), Signature("OggS", "Ogg", .media),
    Signature("fLaC", "FLAC", .media), Signature("WAVE", "WAV", .media, at: 8), Signature("AVI ", "AVI", .media, at: 8),
    Signature([0x1A, 0x45, 0xDF, 0xA3], "Matroska", .media), Signature("wOFF", "WOFF", .media),
    Signature("wOF2", "WOFF", .media), Signature([0x7F, 0x45, 0x4C, 0x46], "ELF", .media),
    Signature([0xCF, 0xFA, 0xED, 0xFE], "Mach-O", .media), Signature([0xCA, 0xFE, 0xBA, 0xBE], "Java", .media),
    Signature([0x00, 0x61, 0x73, 0x6D], "WebAssembly", .media),
    Signature([0x4C, 0x00, 0x00, 0x00, 0x01], "LNK", .media),
    // Archives.
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7z", .archive), Signature("Rar!", "RAR", .archive),
    Signature([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "bzip2", .archive, at: 4),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", .archive),
    Signature([0x28, 0xB5, 0x2F, 0xFD], "Zstandard", .archive), Signature("ustar", "tar", .archive, at: 257),
    Signature([0x04, 0x22, 0x4D, 0x18], "LZ4", .archive), Signature("MSCF", "CAB", .archive),
    Signature("!<arch>", "ar", .archive), Signature("SIT!", "StuffIt", .archive),
  ]
}

extension UnreadFormat {
  /// The format of a text that is known by its beginning, without a byte order mark and blanks before it; nil for others.
  init?(beginningOf text: String) {
    let beginnings: [(String, String, WayOut)] = [
      ("#!", "script", .media), ("-----BEGIN ", "PEM", .media), ("!Type:", "QIF", .data), ("!Account", "QIF", .data),
      ("OFXHEADER", "OFX", .data), ("0 HEAD", "GEDCOM", .data), (":20:", "MT940", .data), ("{1:F01", "MT940", .data),
      ("%YAML", "YAML", .data), ("---\n", "YAML", .data), ("---\r\n", "YAML", .data), ("TY  - ", "RIS", .data),
      ("\\documentclass", "TeX", .document), ("@prefix ", "Turtle", .data), ("dn: ", "LDIF", .data),
      ("version: 1\ndn:", "LDIF", .data), ("Return-Path:", "MIME", .document), ("Received: ", "MIME", .document),
      ("MIME-Version:", "MIME", .document), ("Delivered-To:", "MIME", .document), ("[InternetShortcut]", "URL", .media),
      ("diff --git ", "patch", .media), ("<?php", "PHP", .media), ("#EXTM3U", "M3U", .media),
      ("WEBVTT", "WebVTT", .media),
    ]
    if let known = beginnings.first(where: { text.hasPrefix($0.0) }) {
      self.init(known.1, known.2)
    } else if Self.isBibliography(text) {
      self.init("BibTeX", .data)
    } else if Self.isMessage(text) {
      self.init("MIME", .document)
    } else if Self.isTOML(text) {
      self.init("TOML", .data)
    } else if Self.areSettings(text) {
      self.init("INI", .data)
    } else if CommandText(text).isSQL {
      self = .sql
    } else {
      return nil
    }
  }

  // `From: Ann` above `Subject: Hello`.
  private static func isMessage(_ text: String) -> Bool {
    let fields = text.prefix(4_000).split(whereSeparator: \.isNewline).prefix(12).prefix {
      $0.first.map { $0.isWhitespace || $0.isLetter } == true && !$0.contains(";") && !$0.contains("\t")
    }
    func has(_ name: String) -> Bool { fields.contains { $0.prefix(name.count).lowercased() == name } }
    return fields.first.map { $0.prefix { $0.isLetter || $0 == "-" } }.map { fields[0][$0.endIndex...].hasPrefix(": ") }
      == true
      && has("from: ") && has("subject: ")
  }

  // `[[people]]` above `name = "Ann"`; JSON has no bare word between brackets.
  private static func isTOML(_ text: String) -> Bool {
    guard text.hasPrefix("[["), let line = text.split(whereSeparator: \.isNewline).first, line.hasSuffix("]]") else {
      return false
    }
    let name = line.dropFirst(2).dropLast(2)
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      && name.contains(where: \.isLetter) && !["true", "false", "null"].contains(String(name))
  }

  // `[main]` above `size=3`.
  private static func areSettings(_ text: String) -> Bool {
    guard text.first == "[" else { return false }
    let lines = text.prefix(4_000).split(whereSeparator: \.isNewline).filter { !"#;".contains($0.first ?? "#") }
    guard lines.count > 1, let first = lines.first, first.last == "]", first.lastIndex(of: "[") == first.startIndex
    else {
      return false
    }
    return lines.prefix(30).allSatisfy { line in
      line.first == "["
        || line.firstIndex(of: "=").map { line[..<$0].allSatisfy { !$0.isWhitespace || $0 == " " } } == true
    }
  }

  // `@article{key,`
  private static func isBibliography(_ text: String) -> Bool {
    guard text.first == "@", let brace = text.firstIndex(of: "{") else { return false }
    let word = text[text.index(after: text.startIndex)..<brace]
    return (2...20).contains(word.count) && word.allSatisfy { $0.isASCII && $0.isLetter }
  }
}
