import KartotekaModel

/// An apostrophe before text that a spreadsheet would take for a formula: `'=HYPERLINK(…)`.
///
/// An export for spreadsheets adds one apostrophe to text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return
/// after any number of apostrophes. An import removes one. Other exports add one only if the import would remove one.
enum FormulaGuard {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether texts of a kind can be formulas. Numbers, dates, telephone numbers and coordinates can't; an application's own
  /// kinds can.
  static func concerns(_ kind: KindName) -> Bool {
    switch kind {
    case .text, .mail, .url, .choice: true
    default: AttributeKinds.named(kind) == nil
    }
  }

  /// The exported text.
  static func added(to text: String, isForSpreadsheets: Bool) -> String {
    guard isForSpreadsheets || text.utf8.first == apostrophe, isFormula(text.utf8) else { return text }
    return "'" + text
  }

  /// The text without the added apostrophe.
  static func removed(from text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard text.first == apostrophe, isFormula(text) else { return text }
    return UnsafeRawBufferPointer(rebasing: text.dropFirst())
  }

  private static func isFormula(_ text: some Collection<UInt8>) -> Bool {
    switch text.first(where: { $0 != apostrophe }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0d: true
    default: false
    }
  }
}
