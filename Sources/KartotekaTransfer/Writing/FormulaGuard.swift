import KartotekaModel

/// An apostrophe before text that a spreadsheet would take for a formula: `'=HYPERLINK(…)`.
///
/// Text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, behind any number of apostrophes, gets one
/// apostrophe more in an export for spreadsheets, and loses one in an import. An export that is for no spreadsheet puts
/// one only where the import would take one away.
enum FormulaGuard {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether texts of a kind can be formulas. Numbers, dates, telephone numbers and places can't.
  static func concerns(_ kind: KindName) -> Bool {
    switch kind {
    case .text, .mail, .url, .choice: true
    default: false
    }
  }

  /// The text as it is exported.
  static func added(to text: String, isForSpreadsheets: Bool) -> String {
    guard isForSpreadsheets || text.utf8.first == apostrophe, isFormula(text.utf8) else { return text }
    return "'" + text
  }

  /// The text that was exported so; the same where nothing was put before it.
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
