import KartotekaModel

/// The table of an application's settings: those that were set, in the stored form of their kinds.
struct SettingsTable {
  static let name = "kartoteka_settings"
  static let schema =
    "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value TEXT NOT NULL) STRICT"

  let database: SQLConnection

  /// The stored value of each setting.
  func texts() throws -> [String: String] {
    let rows = try RawStatement("SELECT name, value FROM \(Self.name)", in: database)
    defer { rows.reset() }
    var texts: [String: String] = [:]
    while try rows.step() { texts[rows.text(column: 0)] = rows.text(column: 1) }
    return texts
  }

  /// Stores a setting; nil removes it.
  /// - Returns: the row's number.
  func write(_ text: String?, as name: String) throws -> Int64 {
    let id = try RawStatement("SELECT id FROM \(Self.name) WHERE name = ?", in: database).integer(.text(name))
    guard let text else {
      try RawStatement("DELETE FROM \(Self.name) WHERE name = ?", in: database).run(.text(name))
      return id ?? 0
    }
    try RawStatement(
      "INSERT INTO \(Self.name) (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      in: database
    ).run(.text(name), .text(text))
    return id ?? database.lastInsertedRowID
  }

  /// The settings of an application: as stored, else the defaults. A stored text that is no value of the setting any
  /// more counts for nothing.
  func record(of settings: EntityDescription) throws -> AnyRecord {
    let texts = try texts()
    var record = AnyRecord(settings)
    // One and the same record, which forms can be merged with.
    record.id = 1
    for (position, column) in settings.columns.enumerated() {
      guard let text = texts[column.name] else { continue }
      let initial = record.values[position]
      if record.read(text: text, at: position) != nil || column.fault(in: record.values[position]) != nil {
        record.values[position] = initial
      }
    }
    return record
  }

  /// The image of a setting in a change set.
  static func image(_ name: String, _ text: String?) -> Image? {
    text.map { Image([("name", .text(name)), ("value", .text($0))]) }
  }

  /// The setting that an image is of.
  static func read(_ image: Image) -> (name: String, text: String)? {
    guard image.values.count == 2, case .text(let name) = image.values[0].value,
      case .text(let text) = image.values[1].value
    else { return nil }
    return (name, text)
  }
}
