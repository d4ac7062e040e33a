import KartotekaModel
import KartotekaStore

/// One import within its transaction: all files, in the order that their references ask for.
final class ImportRun {
  private let transaction: Transaction
  private let plan: ImportPlan
  private let matchers: [HeaderMatcher]
  private let options: ImportOptions
  private let signals: ImportSignals
  private var writers: [EntityWriter] = []
  private lazy var lookup = ReferenceLookup(transaction.model) { [unowned self] in writer($0) }
  private let waiting: WaitingRows
  private var bytesBefore = 0
  private var rows = 0
  private var keptRejects = 0

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
  }

  /// Imports everything.
  /// - Returns: what came of each file, in the order of the plan.
  func run() throws -> [FileResult] {
    transaction.name = plan.title
    var imports: [Int: FileImport] = [:]
    let order = FileOrder.order(plan.files.map(\.entity))
    for (place, index) in order.enumerated() {
      let file = plan.files[index]
      let toCome = Set(order[place...].map { plan.files[$0].entity.name })
      let fileImport = FileImport(file, transaction.model, writer(file.entity), lookup) { [unowned self] in
        keptRejects += 1
        return keptRejects <= options.keptRejects
      }
      try fileImport.writer.begin()
      imports[index] = fileImport
      switch file.format {
      case .csv: try store(CSVRows(file), fileImport, toCome)
      case .json: try store(JSONRows(file, matchers[index]), fileImport, toCome)
      }
      // Undo takes back what was kept last first: what this file's records refer to was kept before.
      try settle()
      // What waits only for rows that were read may be what the next file's refer to.
      try waiting.settle(toCome: Set(order[(place + 1)...].map { plan.files[$0].entity.name }))
      try settle()
      bytesBefore += file.text.bytes.count
    }
    let results = plan.files.indices.compactMap { imports[$0]?.finished() }
    // What is taken back again need not be found.
    if !options.takesBack(results) { try makeKeys() }
    return results
  }

  private func makeKeys() throws {
    signals.report(.indexing, plan.files.last?.name ?? "", bytesBefore, rows)
    for writer in writers { try writer.finish() }
  }

  private func writer(_ entity: EntityDescription) -> EntityWriter {
    if let known = writers.first(where: { $0.entity.name == entity.name }) { return known }
    let writer = EntityWriter(transaction, entity) { [unowned self] in try settle() }
    writers.append(writer)
    return writer
  }

  private func settle() throws {
    for writer in writers { try writer.settle() }
    for writer in writers { try writer.writeLinks() }
  }

  private func store(_ source: any RowSource, _ file: FileImport, _ toCome: Set<String>) throws {
    let ahead = RowsAhead(source, of: file.plan.entity)
    var batch = RowBatch(file.plan.entity)
    repeat {
      ahead.exchange(&batch)
      try signals.check()
      if batch.count > 0 { report(batch.drafts[0], of: file.plan) }
      for index in 0..<batch.count {
        file.countRow()
        rows += 1
        try store(&batch.drafts[index], file, toCome)
        try giveUp(file)
      }
    } while batch.isFull
  }

  // A log file that was chosen by mistake would be read to its end, while other writers wait.
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
    let followed = try file.follow(&draft, options.unresolved) { relation, _ in
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
  /// How far into the file a row begins.
  func offset(of raw: UnsafeRawBufferPointer) -> Int { raw.baseAddress.map { $0 - text.start } ?? 0 }
}
