import KartotekaModel

/// Compares all rows of a file with the fields that were guessed from its first ones, and widens those that are too narrow:
/// more choices, longer texts, more decimal places, values that are repeated after all. What a person has chosen stays.
package struct GuessCheck {
  private struct Column {
    let index: Int
    let field: AttributeDescription
    let isChosen: Bool
    var known: Set<[UInt8]> = []
    /// Values that don't fit, each once.
    var misfits: Set<[UInt8]> = []
    var misfitCount = 0
    var count = 0
    var longest = 0
    var hasLines = false
    var seen: Set<Int> = []
    var isRepeated = false
    /// How its numbers and dates are written.
    var evidence = NotationEvidences()
    /// Whether the column has the records' numbers.
    let isNumber: Bool
    /// Whether a value is no number of a record.
    var isNoNumber = false

    init(_ index: Int, _ column: ProposedColumn) {
      (self.index, field, isChosen) = (index, column.field, column.isChosen)
      isNumber = column.meaning == .number
      known = Set(column.field.choices.map { Array($0.value.utf8) })
    }

    var isFull: Bool { misfits.count >= GuessCheck.mostMisfits }

    mutating func add(_ value: [UInt8]) {
      misfitCount += 1
      if !isFull { misfits.insert(value) }
    }
  }

  /// The maximum number of choices of a field whose first rows had few.
  private static let mostChoices = 50
  /// The maximum number of examples of values that don't fit.
  private static let mostMisfits = 200
  /// Of so many values one may be wrong without changing the kind of a field: it is corrected after the import.
  private static let valuesPerFault = 100

  private var table: ProposedTable
  private var columns: [Column]
  private var rows = 0

  private let notation: ValueNotation?

  private init(_ table: ProposedTable, _ notation: ValueNotation?) {
    self.table = table
    self.notation = notation
    columns = table.columns.enumerated().filter { $1.meaning == .field || $1.meaning == .number }.map { Column($0, $1) }
  }

  /// The table with fields for all rows of its file.
  /// - Parameters:
  ///   - text: the file, which begins with the headings.
  ///   - progress: gets the number of rows and the share of the file that were read, and throws to end the check.
  /// - Throws: ``ReadingError``, errors of `progress`.
  package static func widened(
    _ table: ProposedTable, by text: TextSource, in notation: ValueNotation? = nil,
    progress: (_ rows: Int, _ share: Double) throws -> Void = { _, _ in }
  ) throws -> ProposedTable {
    var check = GuessCheck(table, notation)
    if table.header == nil { try check.readJSON(text, progress) } else { try check.readCSV(text, progress) }
    let file = NotationEvidences(notation).or(NotationEvidences(of: check.columns.map(\.evidence)))
    for column in check.columns { check.widen(column, in: file) }
    return check.table
  }

  // MARK: Reading

  private mutating func readCSV(_ text: TextSource, _ progress: (Int, Double) throws -> Void) throws {
    var reader = CSVReader(text)
    guard try reader.next() else { return }
    while true {
      do {
        guard try reader.next() else { return }
      } catch {
        // The import reports invalid records.
        continue
      }
      rows += 1
      if rows % 4_096 == 0 { try progress(rows, Double(reader.offset) / Double(max(1, text.bytes.count))) }
      for place in columns.indices where columns[place].index < reader.fieldCount {
        let field = reader[columns[place].index]
        if !field.isEmpty { take(field, place) }
      }
    }
  }

  private mutating func readJSON(_ text: TextSource, _ progress: (Int, Double) throws -> Void) throws {
    var reader = try JSONRecordReader(text)
    while true {
      do {
        guard try reader.next() else { return }
      } catch {
        continue
      }
      rows += 1
      if rows % 4_096 == 0 { try progress(rows, 0) }
      for place in columns.indices {
        guard let value = reader.record[table.columns[columns[place].index].heading] else { continue }
        switch value {
        case .number(var text), .string(var text): text.withUTF8 { take(UnsafeRawBufferPointer($0), place) }
        case .null, .bool, .array, .object: break
        }
      }
    }
  }

  private mutating func take(_ field: UnsafeRawBufferPointer, _ place: Int) {
    columns[place].count += 1
    if columns[place].isNumber, !columns[place].isNoNumber {
      columns[place].isNoNumber = CanonicalBytes.integer(field).map { !RecordIDs.range.contains($0) } ?? true
    }
    if columns[place].field.isUnique || columns[place].isNumber, !columns[place].isRepeated {
      var hasher = Hasher()
      hasher.combine(bytes: field)
      if !columns[place].seen.insert(hasher.finalize()).inserted {
        columns[place].isRepeated = true
        columns[place].seen = []
      }
    }
    let kind = columns[place].field.kind
    if kind == .integer || kind == .decimal, field.count <= 64 { columns[place].evidence.add(field) }
    switch kind {
    case .choice:
      let value = Array(field)
      if !columns[place].known.contains(value) { columns[place].add(value) }
    case .text:
      columns[place].longest = max(columns[place].longest, field.count)
      if !columns[place].hasLines { columns[place].hasLines = field.contains(0x0a) }
    case .integer:
      // Others are read in detail at the end.
      if field.count > 15 || !field.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2d }) {
        columns[place].add(Array(field))
      }
    case .decimal:
      let digits = field.reversed().prefix { (0x30...0x39).contains($0) }.count
      let isPlain = field.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e || $0 == 0x2c }
      if !isPlain || digits > columns[place].field.scale && digits < field.count { columns[place].add(Array(field)) }
    default: break
    }
  }

  // MARK: Widening

  private mutating func widen(_ column: Column, in file: NotationEvidences) {
    if column.isNumber {
      guard column.isNoNumber || column.isRepeated || column.count < rows else { return }
      // Values that repeat, or are no numbers of records, are a field like others.
      table.columns[column.index].meaning = .field
    }
    var field = column.field
    if column.isRepeated, !column.isChosen { field.isUnique = false }
    let texts = column.misfits.map { String(decoding: $0, as: UTF8.self).trimmingSpaces() }
    switch field.kind {
    case .choice:
      let new = Set(texts).subtracting(field.choices.map(\.value)).subtracting(["", "NULL"])
      if column.isChosen || !column.isFull && field.choices.count + new.count <= Self.mostChoices {
        field.choices += new.sorted().map { Choice($0) }
      } else {
        field = ColumnGuess.attribute(of: texts, heading: field.label, as: .text)
      }
    case .text where !field.multiline && (column.longest > 200 || column.hasLines):
      field.multiline = true
      field.maximumLength = TextKind.longest.multiline
    case .integer, .decimal:
      guard !column.isChosen else { break }
      let notation = column.evidence.notation(else: file)
      let wrong = ColumnGuess.misfits(texts, of: field, in: notation)
      guard !wrong.isEmpty else { break }
      let wider = ColumnGuess(texts + ["1"], heading: "", as: .decimal, in: column.evidence.or(file))
        .attribute(named: "column")
      if ColumnGuess.misfits(wrong, of: wider, in: notation).isEmpty {
        if field.kind == .integer { field = wider }
        field.scale = max(field.scale, wider.scale)
      } else if column.misfitCount * Self.valuesPerFault > column.count {
        field = ColumnGuess.attribute(of: texts, heading: "", as: .text)
      }
    default: break
    }
    field.isTitle = column.field.isTitle
    field.isUnique = field.isUnique || column.field.isUnique && field.kind == .text && !column.isRepeated
    table.columns[column.index].field = field
  }
}
