import KartotekaModel

extension Transaction {
  /// The records that a request asks for, as they are within this transaction.
  ///
  /// ```swift
  /// let lent = try transaction.fetch(Book.all.where(\.isLent == true).limit(1_000))
  /// ```
  /// - Throws: ``StoreError`` `.badFilter`, or where the file can't be read.
  public func fetch<E: Entity>(_ request: FetchRequest<E>) throws -> [Record<E>] {
    var any = request.any
    any.wantsTotal = false
    return try fetcher().exactPage(any.resolved(on: .today)).typed()
  }

  /// A computed value of one record, as it is within this transaction; nil where the computation has no result, and for a new
  /// record. A fetch request can bring those of many records (`FetchRequest.computing`).
  /// - Throws: ``StoreError`` where the file can't be read.
  public func computed<E: Entity, V: AttributeValue>(
    _ path: KeyPath<E, Computed<E, V>>, of record: Record<E>
  ) throws -> V? {
    guard let id = record.id else { return nil }
    return try fetch(FetchRequest<E>(id: id).computing(path)).first?[dynamicMember: path]
  }

  /// The number of records that match a request, as they are within this transaction.
  /// - Throws: ``StoreError`` `.badFilter`, or where the file can't be read.
  public func count<E: Entity>(_ request: FetchRequest<E>) throws -> Int {
    try fetcher().count(request.any.resolved(on: .today))
  }

  private func fetcher() throws -> Fetcher {
    // Counts of a transaction are valid for itself alone, and until its next change.
    Fetcher(database: database, mapping: try currentMapping(), counts: .unshared, version: DataVersion())
  }

  /// The mapping for reading what the transaction sees at this point.
  func currentMapping() throws -> SnapshotMapping {
    guard onlyReads else { return try mapping.applied(in: database, butFor: unfinished) }
    if let snapshotMapping { return snapshotMapping }
    // Its views are temporary, and made once.
    let current = try mapping.current(LogState(in: database), in: database)
    snapshotMapping = current
    return current
  }
}
