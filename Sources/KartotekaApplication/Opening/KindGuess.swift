import KartotekaModel
import KartotekaStore

/// Guesses the kind of a column of another program's file from its declared type and the values of the first rows. A guess
/// decides how values are shown and edited. It never refuses stored values.
enum KindGuess {
  /// The attribute of a column.
  static func attribute(_ column: ReflectedTable.Column, name: String) -> AttributeDescription {
    let type = column.type.uppercased()
    var attribute = AttributeDescription(
      name: name, label: ReflectedNames.label(column.name),
      kind: moment(column) ?? kind(type, column.samples, named: column.name))
    attribute.source = ColumnSource(type: type, isNumeric: isNumeric(type), isNotNull: column.isNotNull)
    attribute.formatter = nil
    if attribute.kind == .real { attribute.currency = currency(column) }
    attribute.maximumLength = 1_000_000_000
    attribute.multiline =
      attribute.isText
      && column.samples.contains { if case .text(let text) = $0 { text.contains { $0.isNewline } } else { false } }
    if column.isGenerated { attribute.writability = .never }
    return attribute
  }

  // The rules of https://www.sqlite.org/datatype3.html, section 3.1.
  private static func kind(_ type: String, _ samples: [Value], named name: String) -> KindName {
    let bytes = samples.compactMap { if case .blob(let blob) = $0 { (try? blob.bytes()) ?? blob.head } else { nil } }
    if !bytes.isEmpty, bytes.count == samples.count { return bytes.allSatisfy(isPicture) ? .picture : .blob }
    if samples.isEmpty, type == "BLOB" { return .blob }
    let texts = samples.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if !texts.isEmpty, texts.count == samples.count, texts.allSatisfy({ CalendarDate(iso: $0) != nil }) { return .date }
    if !texts.isEmpty, texts.count == samples.count { return textKind(texts) }
    if type.contains("BOOL") || type.contains("INT") && isQuestion(name), !samples.isEmpty || type.contains("BOOL"),
      samples.allSatisfy({ $0 == .integer(0) || $0 == .integer(1) })
    {
      return .boolean
    }
    if type.contains("INT") { return .integer }
    if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") { return .stored }
    if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") { return .real }
    if type.isEmpty || type.contains("BLOB") || type == "ANY" || type.contains("DATE") || type.contains("TIME") {
      return .stored
    }
    return type.contains("DEC") || type.contains("NUM") || type.contains("MONEY") ? .real : .stored
  }

  // Texts of moments have their own form. Numbers need the column's name or type, too.
  private static func moment(_ column: ReflectedTable.Column) -> KindName? {
    guard let first = column.samples.first else { return nil }
    let texts = column.samples.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if texts.count == column.samples.count {
      let areMoments = texts.allSatisfy { $0.utf8.count > 10 && $0.contains(":") && Timestamp.date($0) != nil }
      return areMoments ? KindName(rawValue: "stored-moment") : nil
    }
    let words = Naming.snakeCase(column.name + " " + column.type)
    let isNamed = ["date", "time", "created", "updated", "modified", "epoch", "_at", "_on", "julian", "expires"]
      .contains {
        words.contains($0)
      }
    guard isNamed else { return nil }
    func all(_ range: ClosedRange<Double>) -> Bool {
      column.samples.allSatisfy { value in
        switch value {
        case .integer(let integer): range.contains(Double(integer))
        case .real(let real): range.contains(real)
        default: false
        }
      }
    }
    // 2004 to 2035, counted from 2001. Core Data's columns begin with Z. Counted from 1970, numbers with fractions were of 1973
    // to 1995, which no program wrote.
    let isOfCoreData =
      column.name.hasPrefix("Z") && column.name == column.name.uppercased() && column.type == "TIMESTAMP"
    if case .real = first, all(100_000_000...800_000_000) { return KindName(rawValue: "apple-seconds") }
    if isOfCoreData, all(100_000_000...1_100_000_000) { return KindName(rawValue: "apple-seconds") }
    if case .integer = first {
      // 1973 to 2096.
      if all(100_000_000...4_000_000_000) { return KindName(rawValue: "unix-seconds") }
      if all(100_000_000_000...4_000_000_000_000) { return KindName(rawValue: "unix-milliseconds") }
    }
    // 1900 to 2100.
    return all(2_415_020...2_488_070) ? KindName(rawValue: "julian-day") : nil
  }

  private static func textKind(_ texts: [String]) -> KindName {
    func all(_ kind: any AttributeKind, _ name: KindName) -> Bool {
      let attribute = AttributeDescription(name: "", label: "", kind: name)
      return texts.allSatisfy { (try? kind.value(text: $0, for: attribute)) == .text($0) }
    }
    if texts.allSatisfy({ $0.contains("@") }), all(MailKind(), .mail) { return .mail }
    if texts.allSatisfy({ $0.hasPrefix("http") }), all(URLKind(), .url) { return .url }
    if texts.allSatisfy(StoredJSONKind.isStructure) { return .storedJSON }
    if texts.allSatisfy(isPosition) { return .coordinate }
    return .stored
  }

  // Two numbers with a point each: "3,5" is more often a number with a decimal comma.
  private static func isPosition(_ text: String) -> Bool {
    let parts = text.split(separator: ",")
    return parts.count == 2 && parts.allSatisfy { $0.contains(".") } && Coordinate(text) != nil
  }

  // `is_active` and `HasPaid` say yes or no.
  private static func isQuestion(_ name: String) -> Bool {
    let words = Naming.snakeCase(name).split(separator: "_")
    return words.count > 1 && ["is", "has", "was", "can"].contains(words[0])
  }

  // The currency that the name or the type of a column of numbers has: `price_eur`, `AmountUSD`.
  private static func currency(_ column: ReflectedTable.Column) -> String? {
    let words = [Naming.snakeCase(column.name), column.type].flatMap { $0.split { !$0.isLetter } }
    return words.count > 1 ? words.lazy.map { $0.uppercased() }.first(where: currencies.contains) : nil
  }

  private static let currencies: Set<String> = [
    "AUD", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HUF", "INR", "JPY", "NOK", "PLN", "RUB", "SEK", "UAH",
    "USD",
  ]

  /// The columns of a table that are latitudes and longitudes of one position, with its name: `pickup_lat` and `pickup_lng` are
  /// "pickup position".
  static func positions(of table: ReflectedTable) -> [(name: String, latitude: String, longitude: String)] {
    table.columns.compactMap { latitude in
      guard let stem = stem(latitude, ["latitude", "lat"], -90...90),
        let longitude = table.columns.first(where: {
          self.stem($0, ["longitude", "lng", "lon", "long"], -180...180) == stem
        })
      else { return nil }
      return (stem.isEmpty ? "position" : stem + " position", latitude.name, longitude.name)
    }
  }

  // The stem of a column of degrees, before its ending; nil for other columns.
  private static func stem(
    _ column: ReflectedTable.Column, _ endings: [String], _ range: ClosedRange<Double>
  ) -> String? {
    let words = Naming.snakeCase(column.name).split(separator: "_").map(String.init)
    guard let last = words.last, endings.contains(last), !column.samples.isEmpty else { return nil }
    let areDegrees = column.samples.allSatisfy { value in
      switch value {
      case .integer(let degrees): range.contains(Double(degrees))
      case .real(let degrees): range.contains(degrees)
      default: false
      }
    }
    return areDegrees ? words.dropLast().joined(separator: " ") : nil
  }

  private static func isNumeric(_ type: String) -> Bool {
    if type.contains("INT") { return true }
    if ["CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains) || type.isEmpty || type == "ANY" {
      return false
    }
    return true
  }

  private static func isPicture(_ head: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [
      [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], Array("GIF8".utf8), Array("BM".utf8),
    ]
    return marks.contains { head.starts(with: $0) }
      || head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WEBP".utf8))
  }
}
