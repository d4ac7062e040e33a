import KartotekaModel

/// A binary file format, recognized by its first bytes. The raw value is its displayed name.
public enum BinaryFormat: String, Sendable, Hashable, CaseIterable {
  case sqlite = "SQLite"
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case pdf = "PDF"
  /// Excel, Numbers and LibreOffice keep their documents in ZIP archives.
  case zip = "ZIP, XLSX or ODS"
  /// Word and Excel until 2003.
  case oldOffice = "XLS or DOC"
  case gzip = "gzip"
  case utf32 = "UTF-32"

  /// The format with a matching signature; nil if there is none.
  init?(signatureOf bytes: UnsafeRawBufferPointer) {
    guard let format = Self.allCases.first(where: { bytes.starts(with: $0.signature) }) else { return nil }
    self = format
  }

  private var signature: [UInt8] {
    switch self {
    case .sqlite: SQLiteHeader.magic
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .gif: Array("GIF8".utf8)
    case .pdf: Array("%PDF-".utf8)
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .oldOffice: [0xD0, 0xCF, 0x11, 0xE0]
    case .gzip: [0x1F, 0x8B, 0x08]
    case .utf32: [0xFF, 0xFE, 0x00, 0x00]
    }
  }
}
