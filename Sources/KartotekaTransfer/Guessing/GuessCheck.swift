import KartotekaModel

/// Compares all rows of a file with the fields that were guessed from its first ones, and widens those that are too narrow: more
/// choices, longer texts, more decimal places, values that are repeated after all. A person's choices stay.
package struct GuessCheck {
  private struct Column {
    let index: Int
    let field: AttributeDescription
    let isChosen: Bool
    /// Whether it is half of a position.
    let isPair: Bool
    var known: Set<[UInt8]> = []
    /// Values whose reading depends on the others, and values that don't fit, each once.
    var open: Set<[UInt8]> = []
    var misfits: Set<[UInt8]> = []
    var misfitCount = 0
    var count = 0
    var longest = 0
    var hasLines = false
    var seen: Set<Int> = []
    var isRepeated = false
    /// The notation of its numbers and dates.
    var evidence = NotationEvidences()
    /// Whether it has numbers or days of a spreadsheet's cells.
    var hasValues = false
    /// Whether the column has the records' numbers.
    let isNumber: Bool
    /// Whether a value is no number of a record.
    var isNoNumber = false
    private let behavior: any AttributeKind

    init(_ index: Int, _ column: ProposedColumn, isPair: Bool) {
      (self.index, field, isChosen, self.isPair) = (index, column.field, column.isChosen, isPair)
      isNumber = column.meaning == .number
      behavior = column.field.behavior
      known = Set(column.field.choices.map { Array($0.value.utf8) })
    }

    mutating func add(_ value: some Collection<UInt8>) {
      misfitCount += 1
      if misfits.count < GuessCheck.mostMisfits { misfits.insert(Array(value)) }
    }

    mutating func addOpen(_ value: some Collection<UInt8>) {
      if open.count < GuessCheck.mostMisfits { open.insert(Array(value)) }
    }

    // All values together decide the century of years of two digits.
    private static let anyNotation = {
      var notation = ValueNotation.lenient
      notation.century = 2000
      notation.hasMinusBehind = true
      return notation
    }()

    /// Whether the field's kind reads a value in one of its ways.
    func fits(_ value: UnsafeRawBufferPointer) -> Bool {
      let text = String(decoding: value.prefix(1_000), as: UTF8.self).trimmingSpaces()
      if text.isEmpty || text == "NULL" || Placeholders.contains(text, of: field) { return true }
      guard let found = try? behavior.read(text, for: field, in: Self.anyNotation) else { return false }
      return behavior.fault(in: found, for: field) == nil
    }
  }

  /// The maximum number of choices of a field whose first rows had few.
  private static let mostChoices = 50
  /// The maximum number of examples of values that don't fit.
  private static let mostMisfits = 200

  private var table: ProposedTable
  private var columns: [Column]
  private var rows = 0

  private let notation: ValueNotation?

  private init(_ table: ProposedTable, _ notation: ValueNotation?) {
    self.table = table
    self.notation = notation
    columns = table.columns.enumerated().filter { $1.meaning == .field || $1.meaning == .number }.map { index, column in
      Column(index, column, isPair: table.columns.contains { $0.meaning == .longitude(index) })
    }
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
    let places = check.columns.map(\.index)
    var rows = 0
    try TableValues(text, of: table).forEach(places) { row, share in
      rows = row
      try progress(row, share)
    } take: { place, value, isValue in
      check.take(value, place, isValue)
    }
    check.rows = rows
    let file = NotationEvidences(notation).or(NotationEvidences(of: check.columns.map(\.evidence)))
    for column in check.columns { check.widen(column, in: file) }
    return check.table
  }

  private mutating func take(_ field: UnsafeRawBufferPointer, _ place: Int, _ isValue: Bool) {
    columns[place].count += 1
    if isValue { columns[place].hasValues = true }
    if columns[place].isNumber, !columns[place].isNoNumber {
      field.withoutBlanks { value in
        columns[place].isNoNumber = CanonicalBytes.integer(value).map { !RecordIDs.range.contains($0) } ?? true
      }
    }
    if columns[place].field.isUnique || columns[place].isNumber, !columns[place].isRepeated {
      var hasher = Hasher()
      hasher.combine(bytes: field)
      if !columns[place].seen.insert(hasher.finalize()).inserted {
        columns[place].isRepeated = true
        columns[place].seen = []
      }
    }
    columns[place].longest = max(columns[place].longest, field.count)
    if !columns[place].hasLines { columns[place].hasLines = field.contains(0x0a) }
    if !columns[place].isPair { compare(field, place, isValue) }
  }

  private mutating func compare(_ field: UnsafeRawBufferPointer, _ place: Int, _ isValue: Bool) {
    let kind = columns[place].field.kind
    switch kind {
    case .text: break
    case .choice:
      let value = Array(field)
      if !columns[place].known.contains(value) { columns[place].add(value) }
    case .integer, .decimal:
      if field.count <= 64, !isValue { columns[place].evidence.add(field) }
      // A number with only one reading needs no detail.
      let digits = field.reversed().prefix { (0x30...0x39).contains($0) }.count
      let isPlain =
        field.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e && kind == .decimal }
        && field.dropFirst().allSatisfy { $0 != 0x2d } && field.count { $0 == 0x2e } < 2
      if isPlain, columns[place].field.form == nil, field.count <= 15,
        kind == .integer || digits <= columns[place].field.scale || digits == field.count
      {
        return
      }
      columns[place].addOpen(field)
      if !columns[place].fits(field) { columns[place].add(field) }
    default:
      if kind == .date || kind == .timestamp, !isValue { columns[place].evidence.add(field) }
      if !columns[place].fits(field) { columns[place].add(field) }
    }
  }

  // MARK: Widening

  private mutating func widen(_ column: Column, in file: NotationEvidences) {
    defer { table.columns[column.index].findings = findings(of: column, in: file) }
    if column.isNumber {
      guard column.isNoNumber || column.isRepeated || column.count < rows else { return }
      // Values that repeat, or are no numbers of records, are a field like others.
      table.columns[column.index].meaning = .field
    }
    var field = column.field
    if column.isRepeated, !column.isChosen { field.isUnique = false }
    switch field.kind {
    case .choice: field = widenedChoice(field, column)
    case .text where !field.multiline && (column.longest > 200 || column.hasLines):
      field.multiline = true
      field.maximumLength = TextKind.longest.multiline
    case .integer, .decimal: if !column.isChosen { field = widenedNumber(field, column, in: file) }
    case .text: break
    default:
      let isOpen = !column.evidence.years.isEmpty && column.evidence.years.century == nil
      if !column.isChosen, !column.isPair,
        isOpen || column.misfitCount > 0 && !Self.mayStay(column, column.misfits)
      {
        field = Self.text(column)
      }
    }
    field.isTitle = column.field.isTitle
    field.isUnique = field.isUnique || column.field.isUnique && field.kind == .text && !column.isRepeated
    table.columns[column.index].field = field
  }

  // The values of the rows that the shown field, or the present one, can't have.
  private func findings(of column: Column, in file: NotationEvidences) -> ProposedColumn.Findings? {
    let now = table.columns[column.index]
    guard now.meaning == .field else { return nil }
    var findings = ProposedColumn.Findings()
    findings.isRepeated = now.field.isUnique && column.isRepeated
    let kind = now.field.kind
    switch column.field.kind {
    case .text, .choice: break
    case .integer, .decimal:
      let texts = texts(of: column).sorted()
      let field = kind == .text ? wider(than: column, texts, in: file) : now.field
      findings.misfit = ColumnGuess.misfits(texts, of: field, in: notation(of: column, in: file)).first
    default:
      if !column.isPair { findings.misfit = column.misfits.map { String(decoding: $0, as: UTF8.self) }.min() }
    }
    findings.misfit = findings.misfit.map { String($0.trimmingSpaces().prefix(60)) }
    return findings == ProposedColumn.Findings() ? nil : findings
  }

  // The field of decimals for a column of numbers.
  private func wider(than column: Column, _ texts: [String], in file: NotationEvidences) -> AttributeDescription {
    let evidence = column.hasValues ? NotationEvidences() : column.evidence.or(file)
    var wider = ColumnGuess(texts + ["1"], heading: "", as: .decimal, in: evidence, isTyped: column.hasValues)
      .attribute(named: "column")
    if column.field.form == .percent {
      wider.form = .percent
      wider.scale = min(wider.scale + AttributeDescription.percentDigits, FetchExpression.mostDigits)
    }
    return wider
  }

  // The values of a column of numbers whose reading depends on the others, and those that don't fit.
  private func texts(of column: Column) -> [String] {
    column.open.union(column.misfits).map { String(decoding: $0, as: UTF8.self).trimmingSpaces() }
  }

  private func notation(of column: Column, in file: NotationEvidences) -> ValueNotation {
    column.hasValues ? .lenient : column.evidence.notation(else: file)
  }

  private static func text(_ column: Column) -> AttributeDescription {
    var field = AttributeDescription(name: column.field.name, label: column.field.label, kind: .text)
    if column.longest > 200 || column.hasLines {
      field.multiline = true
      field.maximumLength = TextKind.longest.multiline
    }
    return field
  }

  // Whether few values don't fit, and don't say that the column is of another kind.
  private static func mayStay(_ column: Column, _ misfits: Set<[UInt8]>) -> Bool {
    let kind = column.field.kind
    return column.misfitCount <= ColumnGuess.Misfits.most(of: column.count, kind)
      && misfits.allSatisfy { ColumnGuess.Misfits.areNoCodes(String(decoding: $0, as: UTF8.self), kind) }
  }

  private func widenedChoice(_ field: AttributeDescription, _ column: Column) -> AttributeDescription {
    var field = field
    let texts = column.misfits.map { String(decoding: $0, as: UTF8.self).trimmingSpaces() }
    let new = Set(texts).subtracting(field.choices.map(\.value)).subtracting(["", "NULL"])
    let isFull = column.misfits.count >= Self.mostMisfits
    let isShort = texts.allSatisfy { $0.count <= 40 && !$0.contains("\n") }
    guard column.isChosen || !isFull && isShort && field.choices.count + new.count <= Self.mostChoices else {
      return Self.text(column)
    }
    field.choices += new.sorted().map { Choice($0) }
    return field
  }

  private func widenedNumber(
    _ field: AttributeDescription, _ column: Column, in file: NotationEvidences
  ) -> AttributeDescription {
    var field = field
    let texts = texts(of: column)
    let notation = notation(of: column, in: file)
    let wrong = ColumnGuess.misfits(texts, of: field, in: notation)
    guard !wrong.isEmpty else { return field }
    if field.form == .duration {
      // No other kind of numbers has what durations are.
      return Self.mayStay(column, Set(wrong.map { Array($0.utf8) })) ? field : Self.text(column)
    }
    let wider = wider(than: column, texts, in: file)
    let rest = ColumnGuess.misfits(wrong, of: wider, in: notation)
    guard rest.isEmpty || Self.mayStay(column, Set(rest.map { Array($0.utf8) })) else { return Self.text(column) }
    guard rest.count < wrong.count else { return field }
    if field.kind == .integer { field = wider }
    field.scale = max(field.scale, wider.scale)
    return field
  }
}
