import KartotekaModel
import KartotekaStore

/// The kind of value that a person chooses for a column of another program's file.
///
/// It decides how values are shown and edited. No stored value is converted, and values that don't fit are shown as they are.
package enum ColumnKind: String, Sendable, CaseIterable {
  case text, integer, real, money, boolean, date, moment, seconds, milliseconds, julianDay, choice, mail, phone, url
  case country, coordinate, json, picture, file

  /// The kind of attributes.
  package var name: KindName {
    switch self {
    case .text: .stored
    case .integer: .integer
    case .real, .money: .real
    case .boolean: .boolean
    case .date: .date
    case .moment: KindName(rawValue: "stored-moment")
    case .seconds: KindName(rawValue: "unix-seconds")
    case .milliseconds: KindName(rawValue: "unix-milliseconds")
    case .julianDay: KindName(rawValue: "julian-day")
    case .choice: .choice
    case .mail: .mail
    case .phone: .phone
    case .url: .url
    case .country: .country
    case .coordinate: .coordinate
    case .json: .storedJSON
    case .picture: .picture
    case .file: .blob
    }
  }

  /// The kind of an attribute; nil for one that no column of a file has.
  package init?(_ attribute: AttributeDescription) {
    if attribute.kind == .real {
      self = attribute.currency == nil ? .real : .money
      return
    }
    guard let kind = Self.allCases.first(where: { $0.name == attribute.kind }) else { return nil }
    self = kind
  }

  /// The label.
  package var label: Phrase {
    switch self {
    case .text: "Text"
    case .integer: "Whole number"
    case .real: "Decimal number"
    case .money: "Amount of money"
    case .boolean: "Yes or no"
    case .date: "Date"
    case .moment: "Date and time as text"
    case .seconds: "Date and time in seconds since 1970"
    case .milliseconds: "Date and time in milliseconds since 1970"
    case .julianDay: "Date and time as a Julian day"
    case .choice: "Choice"
    case .mail: "Mail address"
    case .phone: "Phone number"
    case .url: "Web address"
    case .country: "Country"
    case .coordinate: "Position on the map"
    case .json: "JSON"
    case .picture: "Picture"
    case .file: "File"
    }
  }

  /// Whether all values of the column's first rows are of the kind. Of a column without values the declared type decides.
  package func fits(_ column: ReflectedTable.Column) -> Bool {
    guard !column.samples.isEmpty else { return fits(type: column.type.uppercased()) }
    return column.samples.allSatisfy { value in
      switch value {
      case .blob: self == .picture || self == .file
      case .integer(let integer): fits(Double(integer)) && (self != .boolean || integer == 0 || integer == 1)
      case .real(let real): self != .boolean && self != .integer && !isUnix && fits(real)
      case .text(let text): fits(text)
      case .null: true
      }
    }
  }

  private var isUnix: Bool { self == .seconds || self == .milliseconds }

  private func fits(_ number: Double) -> Bool {
    switch self {
    case .text, .integer, .real, .money, .boolean: number.isFinite || self == .text
    // The years 1 to 9999.
    case .seconds: (-62_135_596_800...253_402_300_799).contains(number)
    case .milliseconds: (-62_135_596_800_000...253_402_300_799_000).contains(number)
    case .julianDay: (1_721_425.5...5_373_484.5).contains(number)
    default: false
    }
  }

  private func fits(_ text: String) -> Bool {
    switch self {
    case .text, .choice: return true
    case .date: return CalendarDate(iso: text) != nil
    case .moment: return Timestamp.date(text) != nil
    case .json: return StoredJSONKind.isStructure(text)
    case .mail, .phone, .url, .country, .coordinate:
      guard let kind = AttributeKinds.named(name) else { return false }
      let attribute = AttributeDescription(name: "", label: "", kind: name)
      return (try? kind.value(text: text, for: attribute)) != nil
    default: return false
    }
  }

  private func fits(type: String) -> Bool {
    switch self {
    case .text: true
    case .integer, .real, .money, .boolean, .seconds, .milliseconds, .julianDay:
      type.isEmpty || !["CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains)
    case .picture, .file: type.isEmpty || type.contains("BLOB")
    default: type.isEmpty || !["INT", "REAL", "FLOA", "DOUB", "BLOB"].contains(where: type.contains)
    }
  }
}
