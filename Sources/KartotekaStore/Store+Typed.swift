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
    record.any = try await perform(.code) { [given = record] transaction in
      let record = try transaction.fitted(given)
      return record.id == nil ? try transaction.insert(record) : try transaction.update(record)
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
    let page = try await fetch(any)
    return page.records.map { Record($0, included: page.included) }
  }

  /// The record to which a to-one relationship leads; nil when there is none. A fetch request can bring those of many records
  /// (`FetchRequest.including`).
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func related<E: Entity, T: Entity>(
    _ path: KeyPath<E, ToOne<T>>, of record: Record<E>
  ) async throws -> Record<T>? {
    guard let id = record[dynamicMember: path] else { return nil }
    return try await self.record(T.self, id: id)
  }

  /// The number of records that match a request.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func count<E: Entity>(_ request: FetchRequest<E>) async throws -> Int {
    try await count(request.any)
  }
}
