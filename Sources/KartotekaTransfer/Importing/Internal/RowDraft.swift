import KartotekaModel

/// The content of a row for one column of the entity.
enum Cell {
  /// The row has no value for the column.
  case absent
  /// An empty value.
  case empty
  /// Text that is stored unchanged: bytes of the file.
  case bytes(UnsafeRawBufferPointer)
  /// A valid value.
  case value(Value)
  /// An unresolved reference: a value of a unique attribute or a title.
  case reference(String)
  /// A resolved reference.
  case record(RecordID)
}

extension Cell {
  /// A reference in a file. A number with a leading zero may be a code.
  init(naming text: String) {
    if let number = RecordIDs.read(text), text.first != "0", text.first != "+" {
      self = .value(.integer(number))
    } else {
      self = .reference(text)
    }
  }

  /// The text of the reference.
  var referenceText: String? {
    switch self {
    case .value(.integer(let id)), .record(let id): String(id)
    case .reference(let text): text
    case .value, .absent, .empty, .bytes: nil
    }
  }

  /// Whether it is an unresolved reference; only called for relationships.
  var isReference: Bool {
    switch self {
    case .value, .reference: true
    case .absent, .empty, .bytes, .record: false
    }
  }
}

/// A fault of a row, before its column's heading is known.
struct RowFault {
  /// The position of a fault.
  enum Place {
    /// The row as a whole.
    case row
    /// The record's id.
    case id
    /// The column at a position of the entity.
    case column(Int)
    /// The many-to-many relationship at an index.
    case related(Int)
  }

  let place: Place
  let value: String?
  let reason: Phrase
  /// The unresolved references, if they are the fault.
  var missing: [UnresolvedReference] = []

  init(_ place: Place, _ value: String? = nil, _ reason: Phrase) {
    self.place = place
    self.value = value
    self.reason = reason
  }

  /// The same fault with the column's text or number.
  func with(_ values: [Int: Value]) -> RowFault {
    guard value == nil, case .column(let position) = place else { return self }
    switch values[position] {
    case .text(let text): return RowFault(place, text, reason)
    case .integer(let number): return RowFault(place, String(number), reason)
    case .real, .blob, .null, nil: return self
    }
  }
}

/// A row of a file before it becomes a record.
struct RowDraft {
  /// The line in which it begins.
  private(set) var line = 0
  /// The raw row.
  private(set) var raw = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The record's id, if the row has one.
  var id: RecordID?
  /// The record of which the row was exported, and its version; nil if it was not.
  var mark: RecordMark?
  /// The cells by the position of the entity's columns.
  var cells: [Cell]
  /// The references of each many-to-many relationship; nil if the row has none.
  var related: [[Cell]?]
  /// The faults.
  var faults: [RowFault] = []
  /// Values that don't fit and are left empty.
  var emptied: [RowFault] = []
  /// The number of texts that stand for no value.
  var placeholders = 0
  /// Whether the row lacks fields at its end.
  var isShort = false
  /// The omitted unresolved references.
  var unresolved: [UnresolvedReference] = []
  /// Whether unresolved references were omitted.
  var isUnresolved: Bool { !unresolved.isEmpty }

  init(_ entity: EntityDescription) {
    cells = Array(repeating: .absent, count: entity.columns.count)
    related = Array(repeating: nil, count: entity.manyToMany.count)
  }

  /// Begins the next row. Cells keep their values; the reader of a row sets those of its columns.
  mutating func begin(line: Int, raw: UnsafeRawBufferPointer) {
    self.line = line
    self.raw = raw
    id = nil
    mark = nil
    if !unresolved.isEmpty { unresolved = [] }
    if !faults.isEmpty { faults = [] }
    if !emptied.isEmpty { emptied = [] }
    placeholders = 0
    isShort = false
  }

  /// Clears all cells.
  mutating func clear() {
    for index in cells.indices { cells[index] = .absent }
    for index in related.indices { related[index] = nil }
  }

  /// Omits unresolved references. They mean *unknown*, not *empty*: an update keeps the current value.
  mutating func leaveOut(_ place: RowFault.Place) {
    switch place {
    case .row, .id: break
    case .column(let position): cells[position] = .absent
    case .related(let index): related[index]?.removeAll(where: \.isReference)
    }
  }

  /// The distinct ids of a many-to-many relationship; nil if the row has none.
  func ids(ofRelated index: Int) -> [RecordID]? {
    related[index].map { cells in
      var seen: Set<RecordID> = []
      return cells.compactMap { if case .record(let id) = $0, seen.insert(id).inserted { id } else { nil } }
    }
  }

  /// The value of a cell; nil if the row has no such column, or if it is a reference that was not looked up yet.
  func value(at position: Int) -> Value? {
    switch cells[position] {
    case .absent, .reference: nil
    case .empty: .null
    case .bytes(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .value(let value): value
    case .record(let id): .integer(id)
    }
  }

  /// Whether most of the row's values are those of a record, among them its title where that is made of fields.
  func isLike(_ record: AnyRecord) -> Bool {
    var (same, all, hasTitle) = (0, 0, false)
    let titles = record.entity.titleAttributes.map(\.name)
    for (position, column) in record.entity.columns.enumerated() {
      guard case .attribute(let attribute) = column, let own = value(at: position) else { continue }
      let other = record.values[position]
      if own.isNull, other.isNull { continue }
      all += 1
      if own == other { same += 1 }
      guard titles.contains(attribute.name) else { continue }
      if own != other { return false }
      hasTitle = true
    }
    return same * 2 > all && (hasTitle || titles.isEmpty)
  }

  /// Copies bytes of the file into values, because the next row may overwrite them.
  mutating func keepBytes() {
    for index in cells.indices {
      if case .bytes = cells[index], let value = value(at: index) { cells[index] = .value(value) }
    }
  }
}
