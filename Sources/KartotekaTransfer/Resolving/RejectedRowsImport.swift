import KartotekaModel
import KartotekaStore

/// Imports rejected rows again, within a transaction: the importer reads files made of their headings and texts.
///
/// Rows that waited for loaded rows are imported after them, and so on.
final class RejectedRowsImport {
  /// A group of rows with the same layout and options.
  private struct Kind: Hashable {
    let entity: String
    let headings: [String]
    let layout: RowLayout
    let options: String
    /// A row that is imported alone, because it could consume others.
    let alone: Int64?
    /// Whether the rows have made records before.
    let isRepeated: Bool
    /// The fields of corrected rows that were changed here and in the file, with the values that a person has seen beside them.
    let decided: [String: String]
    /// Whether the rows have the marks of others.
    let isCopy: Bool
  }

  private struct Item {
    let row: RejectedRow
    let corrected: String?
    let content: RowContent
  }

  private let transaction: Transaction
  private let words: Catalogue
  private let repeated: Set<Int64>
  private let signals = ImportSignals(totalBytes: 0) { _ in }
  private var recorder: ImportRecorder
  private var left: Set<Int64> = []
  private var loaded: [Int64] = []

  /// - Parameter repeated: the rows that have made records before: one without a key that equals a record is that record.
  init(_ transaction: Transaction, words: Catalogue, repeated: Set<Int64> = []) {
    self.transaction = transaction
    self.words = words
    self.repeated = repeated
    recorder = ImportRecorder(transaction)
  }

  /// Tries rows and those that waited for them.
  /// - Parameter corrections: corrected texts by row and heading.
  /// - Returns: the loaded rows, and the requested rows that are not loaded.
  func run(_ rows: [Int64], _ corrections: [Int64: [String: String]] = [:]) throws -> (loaded: [Int64], left: [Int64]) {
    var next = try withDependents(rows, corrections)
    var corrections = corrections
    while !next.isEmpty {
      let entities = try store(next, corrections)
      corrections = [:]
      next = entities.isEmpty ? [] : try ready(among: entities)
    }
    // Rows that were tried in addition may continue to wait.
    return (loaded, left.intersection(rows).subtracting(loaded).sorted())
  }

  /// Rows with all that wait for their records: they may refer to each other in a cycle.
  private func withDependents(_ rows: [Int64], _ corrections: [Int64: [String: String]]) throws -> [Int64] {
    var awaited: [[String]: [Int64]] = [:]
    for reference in rows.isEmpty ? [] : try transaction.awaitedReferences() {
      let relationship = transaction.model.entity(named: reference.entity)?.relationship(reference.relationship)
      if let target = relationship?.target { awaited[[target, reference.text], default: []].append(reference.id) }
    }
    var all = Set(rows)
    var next = awaited.isEmpty ? [] : rows
    while !next.isEmpty {
      var request = RejectedRowsRequest()
      request.ids = next
      request.limit = .max
      next = []
      for row in try transaction.rejectedRows(request) {
        guard let number = Self.number(of: row, corrections[row.id]) else { continue }
        for reference in awaited[[row.entity, number]] ?? [] {
          next += try transaction.rows(waitingFor: reference).filter { all.insert($0).inserted }
        }
      }
    }
    return all.sorted()
  }

  /// The id in a row.
  private static func number(of row: RejectedRow, _ corrections: [String: String]?) -> String? {
    guard let layout = RowLayout(text: row.layout) else { return nil }
    let texts = RowContent(row.corrected ?? row.raw, layout).texts(layout)
    guard let field = texts.first(where: { layout.target(of: $0.heading) == .id }) else { return nil }
    return (corrections?[field.heading] ?? field.text).trimmingSpaces()
  }

  /// The rows that waited for records which exist now.
  /// - Parameter entities: the names of entities with new records; nil for any.
  func ready(among entities: Set<String>?) throws -> [Int64] {
    var writers: [String: EntityWriter] = [:]
    let tags = ImportTags(transaction, isTrial: false) { _ in }
    let lookup = ReferenceLookup(transaction.model, tags) { [transaction] entity in
      if let known = writers[entity.name] { return known }
      let writer = EntityWriter(transaction, entity) {}
      writers[entity.name] = writer
      return writer
    }
    var ready: Set<Int64> = []
    for awaited in try transaction.awaitedReferences() {
      guard
        let entity = transaction.model.entity(named: awaited.entity),
        let relationship = entity.relationship(awaited.relationship),
        entities?.contains(relationship.target) ?? true,
        let relation = ReferenceLookup.Relation(
          relationship, of: entity, in: transaction.model, header: awaited.heading),
        case .one = try lookup.find(Cell(naming: awaited.text), relation)
      else { continue }
      ready.formUnion(try transaction.rows(waitingFor: awaited.id))
    }
    return ready.sorted()
  }

  // MARK: Storing

  /// - Returns: the names of entities with stored records.
  private func store(_ ids: [Int64], _ corrections: [Int64: [String: String]]) throws -> Set<String> {
    var request = RejectedRowsRequest()
    request.ids = ids
    request.limit = .max
    var kinds: [Kind: [Item]] = [:]
    for row in try transaction.rejectedRows(request) {
      guard let layout = RowLayout(text: row.layout) else { continue }
      var content = RowContent(row.corrected ?? row.raw, layout)
      var corrected: String?
      if let texts = corrections[row.id] {
        let text = try content.correcting(texts, layout)
        corrected = text
        content = RowContent(text, layout)
      }
      if layout.dialect == nil, case .whole = content {
        try recordBroken(row, corrected)
        continue
      }
      let kind = kind(of: row, content, layout, isCorrected: corrected != nil)
      kinds[kind, default: []].append(Item(row: row, corrected: corrected, content: content))
    }
    // Optional references may be omitted only for an import as a whole.
    var entities: Set<String> = []
    for unresolved in ImportOptions.Unresolved.allCases {
      let chosen = kinds.filter { ImportOptions.Unresolved(rawValue: $0.key.options) ?? .reject == unresolved }
      entities.formUnion(try store(chosen, unresolved))
    }
    return entities
  }

  // A row that is not JSON keeps its fault.
  private func recordBroken(_ row: RejectedRow, _ corrected: String?) throws {
    try transaction.recordCorrection(of: row.id, corrected, record: nil, faults: row.faults, missing: [])
    left.insert(row.id)
  }

  private func kind(
    of row: RejectedRow, _ content: RowContent, _ layout: RowLayout, isCorrected: Bool
  ) -> Kind {
    let headings =
      switch content {
      case .fields: layout.headings
      case .object(let object): object.map(\.key)
      case .whole: [String]()
      }
    var alone: Int64?
    if case .whole = content { alone = row.id }
    return Kind(
      entity: row.entity, headings: headings, layout: layout, options: row.options, alone: alone,
      isRepeated: repeated.contains(row.id), decided: isCorrected ? Self.decided(row) : [:],
      isCopy: StoredFaults.faults(row.faults).contains { $0.reason.key == RecordMark.repeatedKey })
  }

  private static func decided(_ row: RejectedRow) -> [String: String] {
    StoredFaults.faults(row.faults).reduce(into: [:]) { decided, fault in
      guard let column = fault.column, let here = EntityWriter.here(fault.reason) else { return }
      decided[column] = here
    }
  }

  private func store(_ kinds: [Kind: [Item]], _ unresolved: ImportOptions.Unresolved) throws -> Set<String> {
    var files: [FilePlan] = []
    var matchers: [HeaderMatcher] = []
    var items: [[Int: Item]] = []
    for (kind, members) in kinds.sorted(by: { ($0.value.first?.row.id ?? 0) < ($1.value.first?.row.id ?? 0) }) {
      guard let entity = transaction.model.entity(named: kind.entity), !entity.isDerived else { continue }
      let matcher = HeaderMatcher(entity, words: words)
      var (plan, lines) = try file(kind, members, entity, matcher)
      plan.choiceWords = matcher.choiceWords
      plan.words = words
      plan.isRepeated = kind.isRepeated
      plan.changedBoth = .ask
      plan.decided = kind.decided
      plan.isCopy = kind.isCopy
      plan.keys = kind.layout.chosenKeys
      files.append(plan)
      matchers.append(matcher)
      items.append(lines)
    }
    guard !files.isEmpty else { return [] }
    var options = ImportOptions()
    options.unresolved = unresolved
    options.findsStoredRows = !repeated.isEmpty
    let results = try ImportRun(transaction, ImportPlan(files: files), matchers, options, signals).run()
    var entities: Set<String> = []
    for (index, result) in results.enumerated() {
      if try finish(result, files[index].entity, items[index]) { entities.insert(files[index].entity.name) }
    }
    return entities
  }

  /// - Returns: whether a row was loaded.
  private func finish(_ result: FileResult, _ entity: EntityDescription, _ items: [Int: Item]) throws -> Bool {
    try recorder.recordReferences(result.left, entity)
    var rejected: Set<Int64> = []
    for reject in result.rejects {
      // The fault of a row that is imported alone may be in a later line.
      guard let item = items[reject.line] ?? items.values.first, rejected.insert(item.row.id).inserted else { continue }
      try recorder.recordCorrection(of: item.row.id, item.corrected, reject, entity)
    }
    let done = items.values.map(\.row.id).filter { !rejected.contains($0) }.sorted()
    for case (let row, let text?) in items.values.map({ ($0.row.id, $0.corrected) }) where !rejected.contains(row) {
      try transaction.recordCorrection(of: row, text)
    }
    left.formUnion(rejected)
    loaded += done
    // The row that made the record is known already.
    let again = Set(items.filter { result.repeated.contains($0.key) }.map(\.value.row.id))
    try transaction.forgetRows(done.filter(again.contains))
    let new = done.filter { !again.contains($0) }
    try transaction.closeRows(new)
    return !new.isEmpty
  }

  // MARK: Files

  /// A file of rows, and the first line of each.
  private func file(
    _ kind: Kind, _ items: [Item], _ entity: EntityDescription, _ matcher: HeaderMatcher
  ) throws -> (FilePlan, [Int: Item]) {
    var columns = kind.layout.matches
    // JSON records stay what they are: a number in them is never in doubt.
    guard let dialect = kind.layout.dialect else {
      // A row may lack members of its file, such as a half of a position.
      let others = Set(kind.headings).subtracting(columns.map(\.header))
      columns = (columns.map(\.header) + kind.headings.filter(others.contains)).enumerated().map { index, name in
        let target = kind.layout.target(of: name) ?? matcher.target(of: name)
        var match = ColumnMatch(number: index + 1, header: name, target: target)
        match.notation.chosen = kind.layout.notation(of: name)
        return match
      }
      let text = try TextSource(
        try items.map { try record($0, kind) + "\n" }.joined(), name: "rows.ndjson")
      let plan = FilePlan(
        name: items.first?.row.file ?? "", format: .json, dialect: nil, entity: entity, columns: columns, text: text)
      return (plan, Dictionary(uniqueKeysWithValues: items.enumerated().map { ($0 + 1, $1) }))
    }
    var text = try RowContent.record(columns.map(\.header), dialect) + "\n"
    var line = 1 + Self.lineBreaks(text)
    var lines: [Int: Item] = [:]
    for item in items {
      let record = try record(item, kind) + "\n"
      lines[line] = item
      line += Self.lineBreaks(record)
      text += record
    }
    let name = items.first?.row.file ?? ""
    let plan = FilePlan(
      name: name, format: .csv, dialect: dialect, entity: entity, columns: columns,
      text: try TextSource(text, name: name))
    return (plan, lines)
  }

  private func record(_ item: Item, _ kind: Kind) throws -> String {
    switch item.content {
    case .object(let object):
      // On one line.
      var json = JSONWriter()
      json.value(.object(object))
      return String(decoding: json.bytes, as: UTF8.self)
    case .fields, .whole: return item.corrected ?? item.row.corrected ?? item.row.raw
    }
  }

  private static func lineBreaks(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { LineBreaks.count(in: UnsafeRawBufferPointer($0), 0..<$0.count) }
  }
}
