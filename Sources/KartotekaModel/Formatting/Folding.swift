/// Text reduced to what searching compares, and sorting where no language has an order of its own: small letters
/// without accents, in Latin and Cyrillic.
///
/// `Łódźka` and `lodzka` fold to the same, so do `Ёлкин` and `елкин`, `Straße` and `strasse`. Й is no И with an
/// accent but a letter.
public enum Folding {
  /// Grows when the same text folds to another one than before, or a kind's values have other keys: what a database keeps folded is made anew then.
  public static let version = 3

  /// The folded text. ASCII takes a quick path; everything else is decomposed (Unicode NFD) and loses its
  /// marks, and letters that are no letter with a mark (ł, ø, ß, æ, …) are replaced by a table.
  public static func fold(_ text: String) -> String { FoldingTable.root.fold(text) }

  /// Appends what a text folds to that is given as well-formed UTF-8.
  package static func fold(utf8 text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    FoldingTable.root.fold(utf8: text, into: &folded)
  }
}
