import KartotekaModel

// Writes that share a transaction. Most of what a write takes is the sync at its end: those that come while another one is
// under way are done one after another and committed together.
extension Store {
  /// Has a write done in the next turn.
  /// - Throws: what the body throws, what committing the turn throws, and `CancellationError` where the task is
  ///   cancelled while it waits.
  func share<T: Sendable>(
    _ body: @escaping @Sendable (SQLConnection) throws -> (value: T, changes: Changes)
  ) async throws -> (value: T, changes: Changes) {
    let id = writes.newID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let write = SharedWrite(id: id) { [self] database in
          let made = try logged(body, in: database)
          return (made.changes, { continuation.resume(returning: made) })
        } refuse: {
          continuation.resume(throwing: $0)
        }
        if writes.add(write) { askForTurn() }
        if Task.isCancelled { writes.cancel(id) }
      }
    } onCancel: {
      writes.cancel(id)
    }
  }

  private func askForTurn() {
    do {
      try writer.asyncWriteWithoutTransaction { [self] in takeTurn(on: $0) }
    } catch {
      // There is nothing to write to.
      repeat {
        while let write = writes.next() { write.refuse(error) }
      } while writes.endTurn()
    }
  }

  private func takeTurn(on database: SQLConnection) {
    defer { if writes.endTurn() { askForTurn() } }
    var next = writes.next()
    if next == nil { return }
    var group: [SharedWrite] = []
    var results: [Result<(changes: Changes, answer: @Sendable () -> Void), any Error>] = []
    do {
      let end = ContinuousClock.now + writes.longest
      try commit(on: database) { database in
        // A transaction that is run again discards the results of the first run.
        results = []
        for write in group { results.append(try apart(write, in: database)) }
        while let write = next {
          // It is refused once, whatever fails.
          next = nil
          group.append(write)
          results.append(try apart(write, in: database))
          if group.count < WriteQueue.most, ContinuousClock.now < end { next = writes.next() }
        }
        let done = results.compactMap { try? $0.get().changes }
        // An empty commit would invalidate cached responses.
        if done.isEmpty, case .failure(let error)? = results.last { throw error }
        return done
      }
    } catch {
      // If no transaction could begin, all waiting writes are refused at once.
      while let write = next {
        group.append(write)
        next = writes.next()
      }
      for (place, write) in group.enumerated() {
        // A write that has failed gets its own error.
        if place < results.count, case .failure(let own) = results[place] {
          write.refuse(own)
        } else {
          write.refuse(error)
        }
      }
      return
    }
    for (write, result) in zip(group, results) {
      switch result {
      case .success(let done): done.answer()
      case .failure(let error): write.refuse(error)
      }
    }
  }

  /// Does a write of a turn within a savepoint, so that nothing stays of one that fails.
  /// - Throws: an error that ends the whole transaction.
  private func apart(
    _ write: SharedWrite, in database: SQLConnection
  ) throws -> Result<(changes: Changes, answer: @Sendable () -> Void), any Error> {
    try RawStatement("SAVEPOINT kartoteka_write", in: database).run()
    do {
      let done = try write.work(database)
      // A deferred foreign key would be looked at when all are committed, and fail all.
      if database.hasForeignKeyViolations {
        throw SQLError.foreignKey
      }
      try RawStatement("RELEASE kartoteka_write", in: database).run()
      return .success(done)
    } catch {
      // When a disk is full or broken, SQLite may have rolled all of it back (sqlite.org/lang_transaction.html, section 3).
      guard database.isInsideTransaction else { throw error }
      database.resetStatements()
      try RawStatement("ROLLBACK TO kartoteka_write", in: database).run()
      try RawStatement("RELEASE kartoteka_write", in: database).run()
      return .failure(error)
    }
  }
}
