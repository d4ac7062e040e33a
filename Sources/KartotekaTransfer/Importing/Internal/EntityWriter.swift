import KartotekaModel
import KartotekaStore

/// Stores the rows of one entity: changes the matching record or adds one.
class EntityWriter {
  /// The result of a row.
  enum Stored {
    case inserted(RecordID)
    case updated(RecordID)
    case unchanged(RecordID)
    case rejected([RowFault])
  }

  final let transaction: Transaction
  final let entity: EntityDescription
  final let manyToMany: [RelationshipDescription]
  final let added: NewRecords
  final let links: NewLinks
  /// The names of the records.
  final let names: RecordNames
  final let logAllRanges: () throws -> Void
  private let known: KnownRecords
  final let refusals: RowRefusals
  final let completion: RowCompletion
  /// The attributes that identify a record without an id. Numbers of a series are not among them: those of another office would be
  /// other records.
  final let keys: [Int]
  /// The unique keys that identify a record without an id.
  final let uniqueKeys: [[String]]
  /// Whether the entity had no records when the file began, so that no row can match one.
  private var isFresh = false
  /// The records that a person has chosen for unresolved texts, loaded on demand.
  private lazy var resolved = Result { try transaction.resolvedTexts(of: entity) }

  /// The records before the import, to find those that a row has made before; nil where that is not wanted.
  private lazy var storedRows = Result { try findsStoredRows ? StoredRows(transaction, entity) : nil }
  /// The greatest number of a record before the import.
  final lazy var lastBefore = Result { try transaction.greatestID(of: entity) }
  /// The tags that rows name.
  final var tags: ImportTags?
  /// Whether rows without keys that an earlier import has stored are looked for.
  final var findsStoredRows = false

  /// - Parameter logAllRanges: flushes the writers of all entities in the order that undo requires.
  required init(_ transaction: Transaction, _ entity: EntityDescription, logAllRanges: @escaping () throws -> Void) {
    self.logAllRanges = logAllRanges
    self.transaction = transaction
    self.entity = entity
    manyToMany = entity.manyToMany
    links = NewLinks(transaction, entity)
    names = RecordNames(transaction, entity)
    refusals = RowRefusals(entity: entity, model: transaction.model)
    completion = RowCompletion(entity)
    let unique = entity.attributes.indices.filter { entity.attributes[$0].isUnique }
    keys = unique.filter { entity.attributes[$0].series == nil }
    uniqueKeys = entity.uniqueKeys
    added = NewRecords(transaction, entity, refusals, keys: unique)
    known = KnownRecords(transaction, entity)
  }

  /// Begins a file of this entity.
  func begin() throws {
    try flush()
    // Before the first row is stored.
    _ = (try storedRows.get(), try lastBefore.get())
    isFresh = try transaction.greatestID(of: entity) == nil
  }

  /// Stores a row whose references are resolved.
  /// - Parameter file: is notified if the database refuses the row after it was counted as inserted.
  func store(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    guard completion.hasFollowing else { return try find(draft, of: file) }
    var draft = draft
    // Fills only the keys that identify the record: an existing record keeps its other values.
    if let fault = completion.fill(&draft, keys) { return .rejected([fault]) }
    return try find(draft, of: file)
  }

  func find(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    if draft.mark == nil, let id = draft.id, file.marks.all.contains(id) {
      return .rejected([repeatedMark(id)])
    }
    if let mark = draft.mark, let stored = try store(draft, markedBy: mark, of: file) { return stored }
    return try findUnmarked(draft, of: file)
  }

  /// Finds the record of a row by its number or its values.
  final func findUnmarked(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    if draft.id == nil, let key = file.chosenKey { return try store(draft, by: key, of: file) }
    if let existing = try existing(draft) { return try update(existing, draft, of: file) }
    guard let key = try recordByKey(draft) else {
      return try storeWithoutKey(draft, of: file)
    }
    guard file.isFirst(ofRecord: key.record.id ?? 0) else { return .rejected([refusals.repeated(key.fields)]) }
    return try update(key.record, draft, of: file)
  }

  private func storeWithoutKey(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    guard draft.id == nil, findsStoredRows else { return try insert(draft, of: file) }
    let match = try storedRows.get()?.match(draft, of: file) ?? StoredRows.Match.none
    if case .stored(let id) = match {
      file.noteStored(draft)
      file.noteRecord(id)
      return .unchanged(id)
    }
    let stored = try insert(draft, of: file)
    if case .inserted(let id) = stored {
      file.noteRecord(id)
      if case .alike = match { file.noteAlike(draft) }
    }
    return stored
  }

  /// Sets a reference of a record that was stored without it.
  /// - Returns: whether it was set.
  func link(_ id: RecordID, _ place: RowFault.Place, to target: RecordID) throws -> Bool {
    try logAllRanges()
    guard var record = try transaction.record(entity, id: id) else { return false }
    do {
      switch place {
      case .row, .id: return false
      case .column(let position):
        record.values[position] = .integer(target)
        try transaction.update(record)
      case .related(let index) where added.contains(id):
        return try transaction.linkAdded(entity, manyToMany[index], id, to: [target]).isEmpty
      case .related(let index): try transaction.link(entity, manyToMany[index], of: id, to: target)
      }
      return true
    } catch let error as StoreError {
      _ = try refusals.faults(error)
      return false
    }
  }

  /// Whether a record exists.
  /// - Parameter isWritten: whether it must be in the table, because a foreign key is to refer to it.
  func exists(_ id: RecordID, isWritten: Bool = true) throws -> Bool {
    if known.contains(id) { return true }
    if added.isWaiting(id) {
      if !isWritten { return true }
      try flush()
    }
    return try known.find(id)
  }

  /// The record with the given value of an attribute.
  func record(where name: String, is value: Value) throws -> RecordID? {
    try flush()
    return try transaction.record(entity, where: name, is: value)?.id
  }

  /// The record that a person has chosen for a text; nil if none was chosen or it no longer exists.
  func resolved(_ text: String) throws -> RecordID? {
    guard let id = try resolved.get()[text], try exists(id) else { return nil }
    return id
  }

  /// The records whose title or unique text equals a text, ignoring case and accents.
  func records(called text: String) throws -> [RecordID] {
    try flush()
    return try names.records(called: text)
  }

  /// Writes the buffered records.
  func flush() throws { try added.flush() }

  /// Writes the buffered records, and stores the undo ranges of all that were added so far.
  func logRanges() throws { try added.logRanges() }

  /// Writes the links of new records. All buffered records must be written before.
  func writeLinks() throws { try links.write(tags) }

  /// Ends a transaction: updates sort keys and search indices.
  func finish() throws { try added.finish() }

  /// Discards lookups that others may have changed since the last transaction.
  func invalidateLookups() {
    isFresh = false
    known.forget()
    names.forget()
    resolved = Result { try transaction.resolvedTexts(of: entity) }
  }

  // MARK: Finding

  private func existing(_ draft: RowDraft) throws -> AnyRecord? {
    if let id = draft.id {
      if added.areBelow(id) { return nil }
      if added.isWaiting(id) { try flush() }
      return try transaction.record(entity, id: id)
    }
    for position in keys {
      guard let value = draft.value(at: position), !value.isNull else { continue }
      if added.isWaiting(having: value) { try flush() }
      let name = entity.columns[position].name
      if let record = try transaction.record(entity, where: name, is: value) { return record }
    }
    return nil
  }

  private func recordByKey(_ draft: RowDraft) throws -> (record: AnyRecord, fields: [String])? {
    if isFresh || draft.id != nil { return nil }
    for fields in uniqueKeys {
      let values = fields.compactMap { entity.position(of: $0).flatMap(draft.value(at:)) }.filter { !$0.isNull }
      guard values.count == fields.count else { continue }
      if let record = try transaction.record(entity, where: fields, are: values) { return (record, fields) }
    }
    return nil
  }

  // MARK: Changing

  /// Stores a changed record.
  func change(_ record: AnyRecord, _ lists: [(relationship: RelationshipDescription, ids: [RecordID])]) throws {
    // The undo ranges of inserted records must be stored before the images of their changes.
    try logAllRanges()
    if lists.isEmpty {
      try transaction.update(record)
      return
    }
    let all = lists.flatMap { $0.ids }
    try tags?.prepare(all)
    // A rejected row has changed nothing.
    do {
      try transaction.attempt {
        try transaction.update(record)
        for (relationship, ids) in lists {
          let made = try tags?.made(ids) ?? ids
          try transaction.relate(entity, relationship, of: record.id ?? 0, to: made)
        }
      }
    } catch {
      try tags?.forget(all)
      throw error
    }
  }

  // MARK: Adding

  func insert(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    guard completion.hasFollowing else { return try add(draft, of: file) }
    var draft = draft
    if let fault = completion.fill(&draft, Array(entity.attributes.indices)) { return .rejected([fault]) }
    return try add(draft, of: file)
  }

  private func add(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    let faults = completion.faults(of: draft)
    return faults.isEmpty ? try place(draft, of: file) : .rejected(faults)
  }

  /// Stores a new record that has all required values.
  func place(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    // Rules, hooks and formulas look at each record and at those before it.
    if transaction.writesSingly(entity) { return try addAlone(draft, of: file) }
    if let id = draft.id, try !added.take(id) { return try addApart(draft, id, of: file) }
    let id = try added.add(draft, of: file)
    try inserted(id, draft, of: file)
    return .inserted(id)
  }

  private func inserted(_ id: RecordID, _ draft: RowDraft, of file: FileImport) throws {
    names.add(id, draft)
    tags?.add(id, draft, of: entity)
    links.add(id, draft, of: file)
    if !uniqueKeys.isEmpty { _ = file.isFirst(ofRecord: id) }
    if links.areMany { try logAllRanges() }
  }

  private func addAlone(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    try logAllRanges()
    do {
      let record = completion.record(draft, id: draft.id)
      let stored = try transaction.insert(record, lacksReferences: draft.isUnresolved)
      let id = stored.id ?? 0
      try inserted(id, draft, of: file)
      try logAllRanges()
      return .inserted(id)
    } catch let error as StoreError {
      return .rejected(try refusals.faults(error))
    }
  }

  private func addApart(_ draft: RowDraft, _ id: RecordID, of file: FileImport) throws -> Stored {
    try logAllRanges()
    do {
      try added.addApart(completion.record(draft, id: id), lacksReferences: draft.isUnresolved)
      try inserted(id, draft, of: file)
      // Another row with the same id would read them.
      if !links.isEmpty { try logAllRanges() }
      return .inserted(id)
    } catch let error as StoreError {
      return .rejected(try refusals.faults(error))
    }
  }
}
