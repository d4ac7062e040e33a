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
  /// - Throws: what `Transaction/insert(_:)` and ``Transaction/update(_:ifStill:)`` throw.
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
    return try await fetch(any).typed()
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

  /// A computed value of one record, as it is now; nil where the computation has no result, and for a new record. A fetch request
  /// can bring those of many records (`FetchRequest.computing`).
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func computed<E: Entity, V: AttributeValue>(
    _ path: KeyPath<E, Computed<E, V>>, of record: Record<E>
  ) async throws -> V? {
    guard let id = record.id else { return nil }
    let found = try await fetch(FetchRequest<E>(id: id).computing(path)).first
    return try found?[dynamicMember: path]
  }

  /// The titles of the records to which a to-one relationship of many leads, by their ids, from one question:
  ///
  /// ```swift
  /// let authors = try await store.titles(\.author, of: books)
  /// for book in books { print(book.title ?? "", book.author.flatMap { authors[$0] } ?? "–") }
  /// ```
  /// Each thousand records is one question.
  /// - Parameters:
  ///   - path: the relationship.
  ///   - records: the records that it leads from.
  ///   - say: the words of the person who reads them: titles may have names of countries, and texts with translations.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func titles<E: Entity, T: Entity>(
    _ path: KeyPath<E, ToOne<T>>, of records: [Record<E>], in say: Localizer = .english
  ) async throws -> [RecordID: String] {
    var titles: [RecordID: String] = [:]
    for request in try titleRequests(T.self, Set(records.compactMap { $0[dynamicMember: path] })) {
      titles.merge(try await fetch(request).titles(in: say)) { $1 }
    }
    return titles
  }

  /// The number of records that match a request.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func count<E: Entity>(_ request: FetchRequest<E>) async throws -> Int {
    try await count(request.any)
  }
}

extension Store {
  /// The requests for the titles of records.
  private func titleRequests<T: Entity>(_ target: T.Type, _ ids: Set<RecordID>) throws -> [AnyFetchRequest] {
    let entity = try mapping.entity(T.name)
    let (ids, most) = (ids.sorted(), AnyFetchRequest.limits.most)
    return stride(from: 0, to: ids.count, by: most).map { start in
      let part = ids[start..<min(start + most, ids.count)]
      var request = AnyFetchRequest(T.name)
      request.predicate = .compare("id", .in, part.map(Value.integer))
      request.include = entity.titleRelationships.map(\.name)
      request.limit = part.count
      (request.wantsTotal, request.readsBlobs) = (false, false)
      return request
    }
  }
}

extension FetchPage {
  /// The titles of the records, by their ids.
  fileprivate func titles(in say: Localizer) -> [RecordID: String] {
    Dictionary(
      records.map { ($0.id ?? 0, $0.title(in: say, related: included)) }, uniquingKeysWith: { $1 })
  }
}

extension FetchRequest {
  /// A request for the record of an id.
  init(id: RecordID) {
    self.init()
    any.predicate = .compare("id", .eq, [.integer(id)])
    any.limit = 1
  }
}
