import KartotekaModel

/// The fields of a rejected row.
enum RowContent {
  /// The fields of a CSV row in the order of its layout's columns; nil for no value.
  case fields([String?])
  /// A JSON record.
  case object(JSONObject)
  /// A row that can't be split into fields.
  case whole(String)

  /// The heading of a row that can't be split into fields.
  static let wholeHeading = "_record"

  /// Reads a row from its stored form.
  init(_ raw: String, _ layout: RowLayout) {
    if let dialect = layout.dialect {
      self = Self.fields(raw, layout, dialect).map(Self.fields) ?? .whole(raw)
    } else if case .object(let object) = try? JSONParser.parse(raw) {
      self = .object(object)
    } else {
      self = .whole(raw)
    }
  }

  private static func fields(_ raw: String, _ layout: RowLayout, _ dialect: CSVDialect) -> [String?]? {
    guard let text = try? TextSource(raw) else { return nil }
    var reader = CSVReader(text, dialect: dialect)
    let width = layout.headings.count
    guard (try? reader.next()) == true,
      reader.fieldCount <= width || (width..<reader.fieldCount).allSatisfy({ reader[$0].isEmpty })
    else { return nil }
    let fields = (0..<width).map { index -> String? in
      // Fields that a row lacks at its end are empty.
      guard index < reader.fieldCount else { return nil }
      let text = String(decoding: reader[index], as: UTF8.self)
      return text.isEmpty || text == "NULL" && !reader.isQuoted(index) ? nil : text
    }
    return (try? reader.next()) == false ? fields : nil
  }

  /// The displayed and editable texts by heading.
  func texts(_ layout: RowLayout) -> [(heading: String, text: String)] {
    switch self {
    case .fields(let fields): return zip(layout.headings, fields).map { ($0, $1 ?? "") }
    case .object(let object):
      let known = Set(layout.headings)
      // Names that are not in the first records come last.
      let others = object.map(\.key).filter { !known.contains($0) }
      return (layout.headings + others).map { name in
        (name, object[name].flatMap(RejectsWriter.text) ?? "")
      }
    case .whole(let raw): return [(Self.wholeHeading, raw)]
    }
  }

  /// The stored form of the row with other texts under some headings.
  func correcting(_ texts: [String: String], _ layout: RowLayout) throws -> String {
    switch self {
    case .whole(let raw): return texts[Self.wholeHeading] ?? raw
    case .fields(let fields):
      let corrected = zip(layout.headings, fields).map { heading, field in
        texts[heading].map { $0.isEmpty ? nil : $0 } ?? field
      }
      return try Self.record(corrected, layout.dialect ?? CSVDialect())
    case .object(var object):
      for (name, text) in texts where object[name].flatMap(RejectsWriter.text) ?? "" != text {
        object[name] = text.isEmpty ? .null : .string(text)
      }
      var json = JSONWriter()
      json.value(.object(object))
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// A CSV line without its line break.
  static func record(_ fields: [String?], _ dialect: CSVDialect) throws -> String {
    let sink = MemorySink()
    var csv = CSVWriter(to: sink, dialect: dialect)
    try csv.record(fields)
    try csv.finish()
    return String(decoding: sink.bytes.dropLast(2), as: UTF8.self)
  }
}
