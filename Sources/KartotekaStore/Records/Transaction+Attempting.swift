import KartotekaModel

// Attempts that may fail while the transaction goes on.
extension Transaction {
  /// Does something of which nothing stays if it throws, so that the transaction can go on without it.
  ///
  /// Inserting, updating, saving and deleting a record need no attempt of their own: each of them is done as a whole or not at all,
  /// with all that code of the application does when the record is written.
  ///
  /// ```swift
  /// do {
  ///   try transaction.attempt {
  ///     try transaction.insert(&author)
  ///     try transaction.insert(&book)
  ///   }
  /// } catch StoreError.refused { refused += 1 }
  /// ```
  /// - Throws: what the body throws.
  public func attempt<T>(_ body: () throws -> T) throws -> T {
    if onlyReads { return try body() }
    try RawStatement("SAVEPOINT kartoteka_attempt", in: database).run()
    let dueBefore = due.records.count
    // Set aside, and not copied, since they may be many.
    var placedBefore = PlacedRecords()
    swap(&placedBefore, &placed)
    do {
      let value = try log.attempt(body)
      try RawStatement("RELEASE kartoteka_attempt", in: database).run()
      swap(&placedBefore, &placed)
      placed.add(placedBefore)
      return value
    } catch {
      placed = placedBefore
      // What is taken back waits for no rule any more.
      if due.records.count > dueBefore { _ = due.take(from: dueBefore) }
      // When a disk is full or broken, SQLite may have rolled all of it back (sqlite.org/lang_transaction.html, section 3).
      guard database.isInsideTransaction else { throw error }
      try RawStatement("ROLLBACK TO kartoteka_attempt", in: database).run()
      try RawStatement("RELEASE kartoteka_attempt", in: database).run()
      throw error
    }
  }

  /// Ends a write whose task was cancelled. A write is never interrupted, so what takes long asks now and then.
  /// - Throws: `CancellationError`.
  func checkCancellation() throws {
    if database.cancellation?.isCancelled == true { throw CancellationError() }
  }
}
