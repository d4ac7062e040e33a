import KartotekaModel

/// What a row of a file has for one column of the entity.
enum Cell {
  /// The row says nothing about it.
  case absent
  /// No value.
  case empty
  /// Text that is stored as it is: bytes of the file.
  case bytes(UnsafeRawBufferPointer)
  /// A value, valid by the column's rules.
  case value(Value)
  /// A related record as the file names it, if not by its number: a value of one of its unique attributes, or what it
  /// is called.
  case reference(String)
  /// A related record that was found.
  case record(RecordID)
}

extension Cell {
  /// A related record as the file names it. A number with a zero before it may be a code.
  init(naming text: String) {
    if let number = RecordIDs.read(text), text.first != "0", text.first != "+" {
      self = .value(.integer(number))
    } else {
      self = .reference(text)
    }
  }

  /// What it names a record by.
  var referenceText: String? {
    switch self {
    case .value(.integer(let id)), .record(let id): String(id)
    case .reference(let text): text
    case .value, .absent, .empty, .bytes: nil
    }
  }

  /// Whether it names a record that was not looked for yet; only asked of relationships.
  var isReference: Bool {
    switch self {
    case .value, .reference: true
    case .absent, .empty, .bytes, .record: false
    }
  }
}

/// Something wrong with a row, before it is known what the column is called in the file.
struct RowFault {
  /// Where it is.
  enum Place {
    /// In the row as a whole.
    case row
    /// In the record's number.
    case id
    /// In the column at that position of the entity.
    case column(Int)
    /// In that one of the entity's many-to-many relationships.
    case related(Int)
  }

  let place: Place
  let value: String?
  let reason: Phrase
  /// The references that lead nowhere, where that is what is wrong.
  var missing: [UnresolvedReference] = []

  init(_ place: Place, _ value: String? = nil, _ reason: Phrase) {
    self.place = place
    self.value = value
    self.reason = reason
  }

  /// The same fault, with what stands in the column at fault where that is text or a number.
  func with(_ values: [Int: Value]) -> RowFault {
    guard value == nil, case .column(let position) = place else { return self }
    switch values[position] {
    case .text(let text): return RowFault(place, text, reason)
    case .integer(let number): return RowFault(place, String(number), reason)
    case .real, .blob, .null, nil: return self
    }
  }
}

/// A row of a file on its way to a record.
struct RowDraft {
  /// The line in which it begins.
  private(set) var line = 0
  /// The row as it stands in the file.
  private(set) var raw = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The record's number, where the row gives one.
  var id: RecordID?
  /// By the position of the entity's columns.
  var cells: [Cell]
  /// The records that it names for each of the entity's many-to-many relationships; nil where it says nothing.
  var related: [[Cell]?]
  /// What is wrong with it.
  var faults: [RowFault] = []
  /// The references that lead nowhere and were left out.
  var unresolved: [UnresolvedReference] = []
  /// Whether a reference that leads nowhere was left out.
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
    if !unresolved.isEmpty { unresolved = [] }
    if !faults.isEmpty { faults = [] }
  }

  /// Forgets what the cells held.
  mutating func clear() {
    for index in cells.indices { cells[index] = .absent }
    for index in related.indices { related[index] = nil }
  }

  /// Leaves out what refers to records that were not found. They are not known, which is not to say that there are
  /// none: a record that has one keeps it.
  mutating func leaveOut(_ place: RowFault.Place) {
    switch place {
    case .row, .id: break
    case .column(let position): cells[position] = .absent
    case .related(let index): related[index]?.removeAll(where: \.isReference)
    }
  }

  /// The records that were found for one of the many-to-many relationships, each once; nil where the row says nothing.
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

  /// Makes values of bytes, which may lie where the next row's will.
  mutating func keepBytes() {
    for index in cells.indices {
      if case .bytes = cells[index], let value = value(at: index) { cells[index] = .value(value) }
    }
  }
}
