import KartotekaModel
import KartotekaStore

/// The import of all files in the order of their references. It can continue in another transaction.
final class ImportRun {
  private let transaction: Transaction
  private let plan: ImportPlan
  private let matchers: [HeaderMatcher]
  private let options: ImportOptions
  private let signals: ImportSignals
  private var writers: [EntityWriter] = []
  private lazy var lookup = ReferenceLookup(transaction.model, tags) { [unowned self] in writer($0) }
  private lazy var tags = ImportTags(transaction, isTrial: options.isDryRun) { [unowned self] entity in
    // A single record has the number after those that are buffered.
    if options.isDryRun { return }
    try logRanges()
    try writer(entity).finish()
  }
  private let waiting: WaitingRows
  private let order: [Int]
  private var imports: [Int: FileImport] = [:]
  /// The position of the current file in the order.
  private var place = 0
  private var step = Step.begin
  private var bytesBefore = 0
  private var rows = 0
  private var maximumRejects = 0

  init(
    _ transaction: Transaction, _ plan: ImportPlan, _ matchers: [HeaderMatcher], _ options: ImportOptions,
    _ signals: ImportSignals
  ) {
    self.transaction = transaction
    self.plan = plan
    self.matchers = matchers
    self.options = options
    self.signals = signals
    waiting = WaitingRows(options.unresolved)
    order = FileOrder.order(plan.files.map(\.entity))
  }

  /// The next step for a file.
  private enum Step {
    case begin
    case rows(RowCursor)
    /// Rows that waited for others are stored.
    case waiting
  }

  /// Imports all rows.
  /// - Returns: the results of the files, in the order of the plan.
  func run() throws -> [FileResult] { try run { false } ?? [] }

  /// Discards lookups that others may have changed since the last transaction.
  func invalidateLookups() {
    for writer in writers { writer.invalidateLookups() }
    tags.invalidate()
    for file in imports.values { file.chosenKey?.forget() }
  }

  /// Imports the next rows. The transaction can be committed afterwards.
  /// - Parameter isDue: whether to leave the rest to another transaction; called periodically.
  /// - Returns: the results of the files, in the order of the plan; nil while rows are left.
  func run(until isDue: () -> Bool) throws -> [FileResult]? {
    transaction.name = plan.title
    while place < order.count {
      let goesOn = try importFile(isDue)
      guard !goesOn || place < order.count && isDue() else { continue }
      try logRanges()
      try finish()
      return nil
    }
    let results = plan.files.indices.compactMap { imports[$0]?.finished() }
    // A rolled back import needs no indices.
    guard !options.takesBack(results) else { return results }
    signals.report(.indexing, plan.files.last?.name ?? "", bytesBefore, rows)
    try finish()
    return results
  }

  /// Returns and clears the unresolved references of stored records, by file.
  func takeUnresolved() -> [(entity: EntityDescription, references: [UnresolvedReference: [RecordID]])] {
    imports.values.map { ($0.plan.entity, $0.takeUnresolved()) }
  }

  // Updates sort keys and search indices.
  private func finish() throws { for writer in writers { try writer.finish() } }

  /// Performs the next step.
  /// - Returns: whether it is complete; false to continue in another transaction.
  private func importFile(_ isDue: () -> Bool) throws -> Bool {
    let index = order[place]
    let file = plan.files[index]
    switch step {
    case .begin:
      let fileImport = FileImport(file, transaction.model, writer(file.entity), lookup, keepsChanges: options.isDryRun)
      {
        [unowned self] in
        maximumRejects += 1
        return maximumRejects <= options.maximumRejects
      }
      fileImport.reread = { [unowned self, unowned fileImport] in try forEachRow(of: index, fileImport, $0) }
      try fileImport.writer.begin()
      if place == 0, !options.isDryRun { try noteNumbers() }
      imports[index] = fileImport
      step = .rows(RowCursor(try rows(of: index), fileImport))
    case .rows(let cursor):
      let toCome = Set(order[place...].map { plan.files[$0].entity.name })
      guard try store(cursor, toCome, isDue) else { return false }
      // Undo reverts the last images first. The images of the records that this file's records refer to are older.
      try logRanges()
      step = .waiting
    case .waiting:
      // Rows of the next file may refer to rows that wait only for rows read so far.
      let toCome = Set(order[(place + 1)...].map { plan.files[$0].entity.name })
      guard try waiting.settle(toCome: toCome, until: isDue) else { return false }
      try logRanges()
      bytesBefore += file.text.bytes.count
      place += 1
      step = .begin
    }
    return true
  }

  // Of all files before the first row: a row without a number must not get one that a later file has.
  private func noteNumbers() throws {
    for file in plan.files { try file.numbers.note(file.entity, in: transaction) }
  }

  private func rows(of index: Int) throws -> any RowSource {
    let file = plan.files[index]
    return file.format == .csv ? CSVRows(file) : try JSONRows(file, matchers[index])
  }

  private func forEachRow(of index: Int, _ file: FileImport, _ body: (RowDraft) throws -> Void) throws {
    let rows = try rows(of: index)
    var draft = RowDraft(file.plan.entity)
    var count = 0
    while rows.next(&draft) {
      count += 1
      if count.isMultiple(of: 1_024) { try signals.check() }
      guard draft.faults.isEmpty else { continue }
      try file.writer.checkMark(of: &draft, file)
      // A row whose record was loaded before refers to records that are there.
      if case .all = try file.references.follow(&draft, options.unresolved, mayCome: { _, _ in false }) {
        try body(draft)
      }
    }
  }

  private func writer(_ entity: EntityDescription) -> EntityWriter {
    if let known = writers.first(where: { $0.entity.name == entity.name }) { return known }
    let kind = options.isDryRun ? TrialWriter.self : EntityWriter.self
    let writer = kind.init(transaction, entity) { [unowned self] in try logRanges() }
    writer.findsStoredRows = options.findsStoredRows
    writer.tags = tags
    writers.append(writer)
    return writer
  }

  private func logRanges() throws {
    for writer in writers { try writer.logRanges() }
    for writer in writers { try writer.writeLinks() }
  }

  /// - Returns: whether all rows were read.
  private func store(_ cursor: RowCursor, _ toCome: Set<String>, _ isDue: () -> Bool) throws -> Bool {
    let file = cursor.file
    while true {
      try signals.check()
      guard
        try cursor.forEachLeft(
          until: isDue,
          { draft in
            file.count(draft)
            rows += 1
            try store(&draft, file, toCome)
            try giveUp(file)
          })
      else { return false }
      guard cursor.read() else { return true }
      if let first = cursor.first { report(first, of: file.plan) }
    }
  }

  // Stops early for a wrong file, such as a log file, which would otherwise block other writers until its end.
  private func giveUp(_ file: FileImport) throws {
    let result = file.result
    guard result.read == ImportOptions.trialRows, result.rejected == result.read, !options.isInsistent else { return }
    throw ImportError.hopeless(
      file: result.file, entities: result.nouns.many, rows: result.read,
      reason: result.rejects.last?.reason ?? "This row can't be loaded")
  }

  private func report(_ draft: RowDraft, of file: FilePlan) {
    signals.report(.reading, file.name, bytesBefore + file.offset(of: draft.raw), rows)
  }

  @inline(__always)
  private func store(_ draft: inout RowDraft, _ file: FileImport, _ toCome: Set<String>) throws {
    guard draft.faults.isEmpty else { return file.reject(draft, draft.faults) }
    try file.writer.checkMark(of: &draft, file)
    if draft.mark != nil {
      try file.unchangedReferences.leaveOut(of: &draft)
      guard draft.faults.isEmpty else { return file.reject(draft, draft.faults) }
    }
    let followed = try file.references.follow(&draft, options.unresolved) { relation, _ in
      toCome.contains(relation.target.name) || waiting.contains(relation.target)
    }
    switch followed {
    case .all: try file.store(draft)
    case .some: waiting.add(draft, of: file)
    case .none(let faults): file.reject(draft, faults)
    }
  }
}

extension FilePlan {
  /// The offset of a row in the file.
  func offset(of raw: UnsafeRawBufferPointer) -> Int { raw.baseAddress.map { $0 - text.start } ?? 0 }
}
