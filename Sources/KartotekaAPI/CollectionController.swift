import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The records of an entity: `GET` and `POST /api/{app}/{entities}`.
struct CollectionController: Sendable {
  let resource: EntityResource

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.get, resource.route, needs: .see, list) {
      let entity = resource.described
      return entity.operation(
        "list" + entity.plural, "A page of the \(entity.entity.nouns.many)",
        parameters: entity.parameters.list + OpenAPIParameters.references(OpenAPIAggregates.references)
          + entity.parameters.asOf,
        answers: ["200": .answer("The page, or figures", OpenAPIAggregates.answer(.schema(entity.name + "Page")))],
        problems: [409, 410])
    }
    // Derived records are read-only.
    if !resource.entity.isDerived {
      APIOperation(.post, resource.route, needs: .change, create) {
        let entity = resource.described
        return entity.operation(
          "create" + entity.name, "Adds \(entity.oneNoun)",
          parameters: OpenAPIParameters.references(["IdempotencyKey"]),
          body: .body(.schema("New" + entity.name)),
          answers: ["201": .answer("The new record", .schema(entity.name), headers: ["ETag", "Location"])],
          problems: [409])
      }
    }
  }

  /// Lists one page, with the exact total of matching records.
  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let list = ListQuery(resource.entity, in: resource.model, request)
    if let aggregates = try AggregateQuery(query, list) { return try await aggregates.response(resource, context) }
    var fetch = try list.request(query)
    fetch.wantsComputed = true
    let (page, dependencies) = try await Dependencies.tracking { [fetch] in
      try await resource.store(for: context).fetch(fetch)
    }
    var json = JSONWriter(capacity: 512 + page.records.count * 256)
    json.beginObject()
    resource.write(page, to: &json)
    json.endObject()
    if fetch.asOf == nil { context.dependencies?.state(dependencies) }
    return .list(json)
  }

  /// Creates a record.
  @Sendable private func create(_ request: Request, _ context: WebContext) async throws -> Response {
    let body = try await request.jsonBody(upTo: resource.limits.text, .acceptPost)
    let changes = RecordChanges(body.object, for: resource, id: nil)
    let (record, faults) = changes.newRecord(of: resource.entity)
    let store = resource.store(for: context)
    return try await Idempotency.handle(request, body.bytes, in: store) {
      // Invalid values are refused before a write transaction begins.
      let whole = try changes.whole(record, faults, in: nil)
      let keyed = IdempotentRequest.current
      return Response(
        try await store.perform(.api) { [resource] transaction in
          let stored = try transaction.versioned(transaction.settled(transaction.save(whole, of: resource)))
          let (json, tag) = try resource.json(stored, transaction.computed(stored.record))
          let response = StoredResponse(
            json, status: .created,
            headers: [.eTag: tag.text, .location: "\(resource.path)/\(stored.record.pathAddress)"])
          if let keyed { try transaction.storeResponse(response, for: keyed) }
          return response
        }.value)
    }
  }
}

extension EntityResource {
  private static let itemsKey = "items"
  private static let totalKey = "total"
  private static let nextKey = "next"

  private func write(
    _ record: AnyRecord, to json: inout JSONWriter, _ page: FetchPage, _ included: RecordWriter.Included
  ) {
    writer.write(record, to: &json, including: included, computed: page.computed[record.id ?? 0])
  }

  /// Writes the members of a page: `"items":[…],"total":1000,"next":"…"`.
  func write(_ page: FetchPage, to json: inout JSONWriter) {
    let included = included(in: page)
    json.key(Self.itemsKey)
    json.beginArray()
    for record in page.records { write(record, to: &json, page, included) }
    json.endArray()
    json.key(Self.totalKey)
    json.int(page.total ?? page.records.count)
    json.key(Self.nextKey)
    if let next = page.next { json.string(next.text) } else { json.null() }
  }
}
