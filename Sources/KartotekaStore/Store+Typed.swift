import KartotekaModel

// The store as typed code uses it.
extension Store {
  /// Adds a new record or stores a changed one, and gives it its id.
  ///
  /// ```swift
  /// var author = Record<Author>()
  /// author.name = "Wisława"
  /// try await store.save(&author)
  /// ```
  /// - Throws: what ``Transaction/insert(_:)`` and ``Transaction/update(_:ifStill:)`` throw.
  public func save<E: Entity>(_ record: inout Record<E>) async throws {
    let given = AnyRecord(try mapping.entity(E.name), id: record.id, values: record.any.values)
    record.any = try await perform(.code) { transaction in
      given.id == nil ? try transaction.insert(given) : try transaction.update(given)
    }.value
  }

  /// Deletes a record.
  /// - Throws: what ``Transaction/delete(_:id:ifStill:)`` throws.
  public func delete<E: Entity>(_ record: Record<E>) async throws {
    let entity = try mapping.entity(E.name)
    guard let id = record.id else { return }
    _ = try await perform(.code) { try $0.delete(entity, id: id) }
  }

  /// The record of that id; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func record<E: Entity>(_ entity: E.Type, id: RecordID) async throws -> Record<E>? {
    try await record(mapping.entity(E.name), id: id).map(Record<E>.init)
  }

  /// The records that a request asks for.
  ///
  /// ```swift
  /// let poems = try await store.fetch(Book.all.where(\.shelf == .poetry).sorted(by: \.title))
  /// ```
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func fetch<E: Entity>(_ request: FetchRequest<E>) async throws -> [Record<E>] {
    var any = request.any
    any.wantsTotal = false
    return try await fetch(any).records.map(Record<E>.init)
  }

  /// The number of records that match a request.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func count<E: Entity>(_ request: FetchRequest<E>) async throws -> Int {
    try await count(request.any)
  }
}
