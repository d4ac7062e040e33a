/// Folds text for searching and for language-neutral sorting: lower case without accents, in Latin and Cyrillic.
///
/// `Łódźka` and `lodzka` fold to the same, so do `Ёлкин` and `елкин`, `Straße` and `strasse`. Й is a letter of its own.
public enum Folding {
  /// Increased when a text folds differently or a kind's keys change. Databases then rebuild their sort keys.
  public static let version = 3

  /// The folded text. ASCII takes a fast path. Other text is decomposed (Unicode NFD) and loses its marks; letters
  /// without a decomposition (ł, ø, ß, æ, …) are replaced by a table.
  public static func fold(_ text: String) -> String { FoldingTable.root.fold(text) }

  /// Appends the folded form of well-formed UTF-8.
  package static func fold(utf8 text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    FoldingTable.root.fold(utf8: text, into: &folded)
  }
}
