import KartotekaModel
import KartotekaStore

/// Imports CSV and JSON files into a store.
///
/// ```swift
/// let importer = Importer(store)
/// let plan = try importer.plan([ImportFile(path: "orders.csv"), ImportFile(path: "customers.csv")])
/// let report = try await importer.run(plan)
/// print(report.json)
/// ```
/// The plan states the entity of each file and the meaning of each column before anything is written, and can be corrected.
/// The import is one change set in several transactions. Valid rows are stored in an order in which targets of references
/// come first. Invalid rows become ``Reject``s with their reason.
///
/// A row with an id changes the record with this id or creates it. A row without one changes the record with the same value
/// of a unique attribute or the same unique key. Other rows create records. Only columns of the file are changed.
///
/// A many-to-many column lists all related records by their ids (`3;7;12`), or by their titles or unique attributes
/// (`Anna Nowak; jan@example.org`). In JSON it may be an array.
public struct Importer: Sendable {
  /// The options of imports.
  public var options: ImportOptions

  private let store: Store
  let recognition: EntityRecognition
  private let words: Catalogue

  /// Makes an importer into a store.
  /// - Parameters:
  ///   - store: the store.
  ///   - options: how rows become records.
  ///   - words: the catalogue with translations of headings.
  public init(_ store: Store, options: ImportOptions = ImportOptions(), words: Catalogue = Catalogue()) {
    self.store = store
    self.options = options
    self.words = words
    recognition = EntityRecognition(store.model, words: words)
  }

  // MARK: Planning

  /// Interprets one file.
  func plan(_ file: ImportFile) throws -> FilePlan {
    var plan = try understand(file)
    try check(plan)
    plan.refusesChanges = plan.isGuessed && !options.isDryRun
    return plan
  }

  /// Interprets a file even if two of its columns match the same attribute, for a plan that is corrected.
  /// - Throws: the errors of ``plan(_:)``.
  package func understand(_ file: ImportFile) throws -> FilePlan {
    let format = RecordFormat(of: file.text)
    let dialect = format == .csv ? CSVDialect(of: file.text) : nil
    let sample = try FileSample(file, dialect: dialect)
    let matcher: HeaderMatcher
    var isGuessed = false
    if let name = file.entity ?? sample.entity {
      matcher = try recognition.named(name)
    } else if let exported = sample.markedEntity.flatMap(recognition.exported) {
      matcher = exported
    } else {
      let hints = Self.hints(file, sample)
      matcher = try recognition.recognize(sample, hints: hints, file: file.name)
      isGuessed = !hints.contains { EntityRecognition.isName($0, of: matcher.entity) }
    }
    if matcher.entity.isDerived { throw StoreError.derived(entity: matcher.entity.name) }
    var columns = matcher.match(sample)
    var keys = options.keys
    if let key = keys.firstIndex(where: matcher.isNumber), !columns.contains(where: { $0.target == .id }),
      let place = columns.firstIndex(where: { $0.target == .nothing && matcher.isNumber($0.header) })
    {
      keys.remove(at: key)
      columns[place].target = .id
    }
    var plan = FilePlan(
      name: file.name, format: format, dialect: dialect, entity: matcher.entity, columns: columns, text: file.text)
    plan.emptiesMisfits = options.emptiesMisfits
    plan.notes = file.notes
    plan.isGuessed = isGuessed
    plan.exported = sample.markedEntity.flatMap(recognition.exported)?.entity.plural
    plan.keys = try keys.map { key throws(ImportError) in
      guard case .column(let name) = matcher.target(of: key), matcher.entity.position(of: name) != nil,
        columns.contains(where: { $0.target == .column(name) })
      else { throw .noColumns(file: file.name, entity: matcher.entity.plural, headers: [key]) }
      return name
    }
    try decideNotation(of: &plan)
    try findNumber(in: &plan, matcher)
    return plan
  }

  // A column such as "No." has the records' numbers where its rows are like the records of these numbers. Else it numbers the rows.
  private func findNumber(in plan: inout FilePlan, _ matcher: HeaderMatcher) throws {
    guard plan.entity.source == nil, options.keys.isEmpty,
      !plan.columns.contains(where: { $0.target == .id || $0.header == RecordMark.heading }),
      let place = plan.columns.firstIndex(where: { $0.target == .nothing && matcher.isNumber($0.header) })
    else { return }
    var numbered = plan
    numbered.columns[place].target = .id
    (numbered.choiceWords, numbered.words) = (matcher.choiceWords, words)
    let rows = try Self.rows(of: numbered, matcher)
    let evidence = try store.blockingTryOut { try NumberEvidence(rows, of: numbered.entity, in: $0) }
    guard evidence.isOfRecords else { return }
    plan.columns[place].target = .id
    plan.columns[place].isFound = true
  }

  /// Detects the notation of numbers and dates in each column from all its values. It is called again after a correction of
  /// the plan's columns; choices of the person are kept.
  /// - Throws: ``ReadingError`` for JSON without a list of records, `CancellationError`.
  package func decideNotation(of plan: inout FilePlan) throws {
    var survey = NotationSurvey(plan)
    try survey.read()
    for index in plan.columns.indices {
      plan.columns[index].notation.decide(by: survey.findings[index])
      plan.columns[index].notation.timeZone = options.timeZone
      if plan.columns[index].notation.chosen == nil { plan.columns[index].notation.chosen = options.notation }
    }
  }

  /// Checks a plan, also after corrections.
  /// - Throws: ``ImportError``.
  public func check(_ plan: FilePlan) throws {
    try recognition.named(plan.entity.plural).check(plan.columns, file: plan.name)
    for column in plan.columns {
      guard let question = column.notation.question else { continue }
      throw ImportError.unclear(
        file: plan.name, column: column.header, text: question.example,
        readings: [question.readings.first, question.readings.second], isDate: question.subject == .dateOrder)
    }
  }

  // MARK: Running

  /// Runs a plan as one change set in several transactions, so that others can write meanwhile. A dry run counts the changes
  /// without the write lock.
  /// - Parameters:
  ///   - plan: the plan, made by this importer.
  ///   - progress: receives the progress periodically, on another thread.
  /// - Throws: ``ImportError`` if a corrected plan is invalid, `StoreError` if the store can't be written,
  ///   `CancellationError`. The store is then unchanged, except for ``ImportError/notTakenBack(changeSet:reason:)``: others
  ///   have changed imported records.
  public func run(
    _ plan: ImportPlan, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    let matchers = try plan.files.map { file in
      try check(file)
      return try recognition.named(file.entity.plural)
    }
    var plan = plan
    for (index, matcher) in matchers.enumerated() {
      plan.files[index].choiceWords = matcher.choiceWords
      plan.files[index].words = words
      plan.files[index].changedBoth = plan.files[index].changedBoth ?? options.changedBoth
      // Before the transaction, so that other programs can write.
      plan.files[index].numbers = try FileNumbers(of: plan.files[index]) { [file = plan.files[index]] in
        try Self.rows(of: file, matcher)
      }
      guard options.findsStoredRows else { continue }
      let file = plan.files[index]
      plan.files[index].earlier = try await store.recordsOfImports(
        of: file.name, file.entity.plural, among: Self.mostImports, limit: Self.mostEarlier)
    }
    if !options.isInsistent {
      for (file, matcher) in zip(plan.files, matchers) { try tryFirstRows(of: file, matcher) }
    }
    let signals = ImportSignals(totalBytes: plan.files.reduce(0) { $0 + $1.text.bytes.count }, progress)
    do {
      return try await withTaskCancellationHandler { [plan] in
        if options.isDryRun {
          let results = try await store.tryOut(as: options.origin) { [options] transaction in
            transaction.isOfImport = true
            return try ImportRun(transaction, plan, matchers, options, signals).run()
          }
          return ImportReport(files: results, changeSet: nil, isTakenBack: true)
        }
        // Records of an interrupted import must not count as existing records.
        try await store.takeBackInterrupted()
        return try await run(plan, matchers, signals)
      } onCancel: {
        signals.cancel()
      }
    } catch let error as UnrevertedChange {
      throw ImportError.notTakenBack(changeSet: error.changeSet, reason: error.reason)
    } catch {
      // Any error after a cancellation is a consequence of it.
      throw signals.isStopping ? CancellationError() : error
    }
  }

  // The imports among which earlier ones of a file are looked for, and those that are compared with it.
  private static let mostImports = 1_000
  private static let mostEarlier = 60

  // Before the transaction, so that other programs can write.
  private func tryFirstRows(of file: FilePlan, _ matcher: HeaderMatcher) throws {
    let rows = try Self.rows(of: file, matcher)
    var draft = RowDraft(file.entity)
    var count = 0
    while count < ImportOptions.trialRows {
      guard rows.next(&draft) else { return }
      if draft.faults.isEmpty { return }
      count += 1
    }
    throw ImportError.hopeless(
      file: file.name, entities: file.entity.nouns.many, rows: count,
      reason: Phrase.list(draft.faults.map(\.reason)) ?? "This row can't be loaded")
  }

  private static func rows(of file: FilePlan, _ matcher: HeaderMatcher) throws -> any RowSource {
    file.format == .csv ? CSVRows(file) : try JSONRows(file, matcher)
  }

  private func run(
    _ plan: ImportPlan, _ matchers: [HeaderMatcher], _ signals: ImportSignals
  ) async throws -> ImportReport {
    let options = options
    let run = PartedImport(plan, matchers, options, signals)
    do {
      let outcome = try await store.performInParts(options.origin, part: options.part) { part in
        part.transaction.isOfImport = true
        guard let results = try run.runPart(part) else { return Recorded?.none }
        // Throwing rolls back all transactions.
        if options.takesBack(results) { throw TakenBack(results: results) }
        var recorder = ImportRecorder(part.transaction, words: words)
        let recorded = try recorder.record(plan.title, plan, results, options, until: { part.isDue })
        return Recorded(results: results, importID: recorded.importID, left: recorded.left)
      }
      try await record(outcome.value.left)
      return ImportReport(files: outcome.value.results, changeSet: outcome.changeSet, importID: outcome.value.importID)
    } catch let takenBack as TakenBack {
      return ImportReport(
        files: takenBack.results, changeSet: nil, isTakenBack: true,
        importID: try await recordTakenBack(takenBack.results, of: plan))
    }
  }

  /// Stores the rejected rows of an import that was reverted, so that they can be corrected.
  private func recordTakenBack(_ results: [FileResult], of plan: ImportPlan) async throws -> Int64 {
    let options = options
    let recorded = try await store.perform(options.origin) { transaction in
      var recorder = ImportRecorder(transaction)
      let isDue = Self.deadline(options.part)
      return try recorder.record(plan.title, plan, results, options, isTakenBack: true, until: isDue)
    }.value
    try await record(recorded.left)
    return recorded.importID
  }

  /// Stores the rejected rows that did not fit into the import's last transaction, in several transactions. The import is
  /// complete and can't be cancelled any more.
  private func record(_ left: [RejectedRows]) async throws {
    if left.isEmpty { return }
    try await Task { [store, options] in
      for var rows in left {
        while !rows.rejects.isEmpty {
          // Another process that waits for the lock tries at least every tenth of a second.
          try await Task.sleep(for: .milliseconds(110))
          rows = try await store.perform(options.origin) { [rows] transaction in
            var recorder = ImportRecorder(transaction)
            return try recorder.record(rows, until: Self.deadline(options.part))
          }.value
        }
      }
    }.value
  }

  /// Returns a function that tells whether a duration has elapsed.
  private static func deadline(_ duration: Duration) -> () -> Bool {
    let end = ContinuousClock.now + duration
    return { ContinuousClock.now >= end }
  }

  /// A completed import, and the rejected rows that are not yet stored.
  private struct Recorded: Sendable {
    let results: [FileResult]
    let importID: Int64
    let left: [RejectedRows]
  }

  /// The state of an import across its transactions.
  ///
  /// Sendable because the transactions use it in sequence, each on the writer thread.
  private final class PartedImport: @unchecked Sendable {
    private let plan: ImportPlan
    private let matchers: [HeaderMatcher]
    private let options: ImportOptions
    private let signals: ImportSignals
    private var run: ImportRun?

    init(_ plan: ImportPlan, _ matchers: [HeaderMatcher], _ options: ImportOptions, _ signals: ImportSignals) {
      self.plan = plan
      self.matchers = matchers
      self.options = options
      self.signals = signals
    }

    /// - Returns: the results of the files; nil while rows are left.
    func runPart(_ part: ChangePart) throws -> [FileResult]? {
      let run = run ?? ImportRun(part.transaction, plan, matchers, options, signals)
      self.run = run
      if part.isAfterOthers { run.invalidateLookups() }
      let results = try run.run { part.isDue }
      if results == nil {
        // In each transaction, so that memory does not grow with the file.
        let recorder = ImportRecorder(part.transaction)
        for (entity, references) in run.takeUnresolved() { try recorder.recordReferences(references, entity) }
      }
      return results
    }
  }

  private struct TakenBack: Error {
    let results: [FileResult]
  }
}
