import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// One record: `GET`, `PATCH` and `DELETE /api/{app}/{entities}/{id}`.
struct RecordController: Sendable {
  let resource: EntityResource
  /// The limit of reads with related or earlier records, which may take long.
  let limit: TimeLimit

  private static let parameters = [ListParameter.include, .asOf]

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, resource.recordRoute, needs: .see, read) {
      let entity = resource.described
      return entity.operation(
        "read" + entity.name, "One \(entity.entity.nouns.one)",
        parameters: OpenAPIParameters.references(["IfNoneMatch"]) + entity.parameters.include + entity.parameters.asOf,
        answers: [
          "200": .answer("The record", .schema(entity.name), headers: ["ETag"]), "304": .unchanged,
        ], problems: [410])
    }.quick
    // Derived records are read-only.
    if !resource.entity.isDerived {
      APIOperation(.patch, resource.recordRoute, needs: .change, change) {
        let entity = resource.described
        return entity.operation(
          "change" + entity.name, "Changes fields (JSON Merge Patch); null removes a value",
          parameters: OpenAPIParameters.references(["IfMatch"]),
          body: .body(.schema(entity.name + "Changes"), as: "application/merge-patch+json"),
          answers: ["200": .answer("The changed record", .schema(entity.name), headers: ["ETag"])], problems: [409])
      }
      APIOperation(.delete, resource.recordRoute, needs: .change, delete) {
        let entity = resource.described
        return entity.operation(
          "delete" + entity.name, "Deletes \(entity.oneNoun)", parameters: OpenAPIParameters.references(["IfMatch"]),
          answers: ["204": .answer("It is deleted")], problems: [409])
      }
    }
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let query = try Query(request)
    if !query.items.isEmpty {
      return try await limit.handle(request, context: context) { request, context in
        try await readWhole(id, query, request, context)
      }
    }
    let store = resource.store(for: context)
    return try await resource.answer(resource.versioned(id, in: store), in: store).unless(Preconditions(request))
  }

  private func readWhole(
    _ id: RecordID, _ query: Query, _ request: Request, _ context: WebContext
  ) async throws -> Response {
    var fetch = AnyFetchRequest(resource.entity.name)
    for parameter in Self.parameters {
      guard let value = query[parameter.name] else { continue }
      try parameter.read(value, ListQuery(resource.entity, in: resource.model, request), &fetch)
    }
    return try await read(id, fetch, in: resource.store(for: context))
  }

  // The response has no entity tag: the record's tag would not cover the included records.
  private func read(_ id: RecordID, _ request: AnyFetchRequest, in store: Store) async throws -> Response {
    var fetch = request
    fetch.readsBlobs = false
    fetch.predicate = .compare("id", .eq, [.integer(id)])
    fetch.wantsTotal = false
    fetch.wantsComputed = true
    let page = try await store.fetch(fetch)
    guard let record = page.records.first else { throw Problem.noRecord(String(id), of: resource.entity) }
    var json = JSONWriter(capacity: 1_024)
    resource.writer.write(
      record, to: &json, including: resource.included(in: page), computed: page.computed[id])
    return .json(json)
  }

  /// Changes the fields in a JSON Merge Patch (RFC 7396); null removes a value.
  @Sendable private func change(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let object = try await request.jsonObject(upTo: resource.limits.text, .acceptPatch)
    let changes = RecordChanges(object, for: resource, id: id)
    let conditions = Preconditions(request)
    let prepare: @Sendable (Transaction) throws -> RecordWithParts = { [entity = resource.entity] transaction in
      let record = try transaction.record(entity, id: id, if: conditions)
      let (changed, faults) = changes.change(record)
      return try changes.whole(changed, faults, in: transaction)
    }
    // Invalid values are refused before a write transaction begins.
    let store = resource.store(for: context)
    if changes.isFaulty { _ = try await store.tryOut(as: .code, prepare) }
    let outcome = try await store.perform(.api) { [resource] transaction in
      try transaction.versioned(transaction.settled(transaction.save(prepare(transaction), of: resource)))
    }
    return try await resource.answer(outcome.value, in: store)
  }

  @Sendable private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let conditions = Preconditions(request)
    _ = try await resource.store(for: context).perform(.api) { [entity = resource.entity] transaction in
      _ = try transaction.record(entity, id: id, if: conditions)
      try transaction.delete(entity, id: id)
    }
    return Response(status: .noContent)
  }
}

extension Transaction {
  /// The record to change, if the request's preconditions hold.
  /// - Throws: `StoreError.notFound`, and ``Problem`` of kind `changedMeanwhile`.
  func record(_ entity: EntityDescription, id: RecordID, if conditions: Preconditions) throws -> AnyRecord {
    guard let record = try record(entity, id: id) else { throw StoreError.notFound(entity: entity.name, id: id) }
    try conditions.check(versioned(record).version)
    return record
  }
}

extension Response {
  /// The response, or 304 if the client has the current version.
  func unless(_ conditions: Preconditions) -> Response {
    guard let tag = headers[.eTag], conditions.isUnchanged(tag) else { return self }
    return notModified
  }
}
