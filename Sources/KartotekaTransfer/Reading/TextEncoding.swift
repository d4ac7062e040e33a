/// The encoding of a text file.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Western European files of older Windows programs.
  case windows1252 = "windows-1252"
  /// Central European files of older Windows programs, mainly Polish ones.
  case windows1250 = "windows-1250"
  /// Cyrillic files of older Windows programs.
  case windows1251 = "windows-1251"
}
