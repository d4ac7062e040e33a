import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Several changes in one transaction: `POST /api/{app}/batch` with `{"operations":[…]}`. The operations run in their order
/// in one change set, all or none.
struct BatchController: Sendable {
  /// The maximum number of operations.
  static let limit = 1_000

  private static let key = "operations"

  let app: RunningApp
  let resources: [EntityResource]
  let limits: Limits

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    APIOperation(.post, app.route.appendingPath("batch"), needs: .change, act) {
      OpenAPIOperation(
        "batch", "Performs several changes in one transaction, all or none",
        parameters: OpenAPIParameters.references(["IdempotencyKey"]),
        body: .body(OpenAPIBatch.body(of: app.description)),
        answers: ["200": .answer("The results in the order of the operations", OpenAPIBatch.answer)],
        problems: [404, 409, 412])
    }
  }

  private struct Result: Sendable {
    let id: RecordID
    let version: String?
  }

  @Sendable private func act(_ request: Request, _ context: WebContext) async throws -> Response {
    let body = try await request.jsonBody(upTo: limits.text, .acceptPost)
    let operations = try await operations(body.object)
    let store = app.store(for: context)
    return try await Idempotency.handle(request, body.bytes, in: store) { try await perform(operations, in: store) }
  }

  private func perform(_ operations: [BatchOperation], in store: Store) async throws -> Response {
    let model = app.description.model
    let keyed = IdempotentRequest.current
    let outcome = try await store.perform(.api) { transaction in
      if operations.count > 1 {
        transaction.name = Phrase("{count} changes together", ["count": .count(operations.count)])
      }
      var created: BatchOperation.Created = [:]
      var done: [(id: RecordID, record: AnyRecord?)] = []
      for (index, operation) in operations.enumerated() {
        try Self.naming(index, model) {
          let record = try operation.perform(in: transaction, created)
          let id = try record?.id ?? operation.recordID(created)
          if let name = operation.name { created[name] = id }
          done.append((id, record))
        }
      }
      for (index, operation) in operations.enumerated() {
        try Self.naming(index, model) { try transaction.checkDueRules(of: operation.resource.entity, done[index].id) }
      }
      try transaction.settlePlaces()
      // Versions at the end of the transaction: a later operation may have changed a record again.
      let results = try zip(operations, done).map { operation, done in
        let now = try done.record.flatMap { _ in try transaction.record(operation.resource.entity, id: done.id) }
        return Result(id: done.id, version: try now.map { try transaction.versioned($0).version })
      }
      let response = Self.response(results, changeSet: transaction.changeSet)
      if let keyed { try transaction.storeResponse(response, for: keyed) }
      return response
    }
    return Response(outcome.value)
  }

  private func operations(_ object: JSONObject) async throws -> [BatchOperation] {
    let others = object.filter { $0.key != Self.key }
    guard others.isEmpty else { throw Problem.invalid(others.map { FieldFault($0.key, .unknownField) }) }
    guard case .array(let items) = object[Self.key] else {
      throw Problem.invalid([FieldFault(Self.key, "This has to be a list of objects")])
    }
    guard items.count <= Self.limit else { throw Problem.invalid([FieldFault(Self.key, .tooMany(Self.limit))]) }
    let byPlural = Dictionary(resources.map { ($0.entity.plural, $0) }, uniquingKeysWith: { first, _ in first })
    var known: Set<String> = []
    var operations: [BatchOperation] = []
    for (index, item) in items.enumerated() {
      // Other requests go on between operations whose values take long to check.
      await Task.yield()
      try Task.checkCancellation()
      try Self.naming(index, app.description.model) {
        let operation = try BatchOperation(item, byPlural, known: known)
        try operation.check(known: known)
        if let name = operation.name { known.insert(name) }
        operations.append(operation)
      }
    }
    return operations
  }

  /// Adds the operation's index to its errors, such as `operations[3].lastName`.
  private static func naming<T>(_ index: Int, _ model: ModelDescription, _ body: () throws -> T) throws -> T {
    do { return try body() } catch {
      // Server errors, such as a full disk, do not belong to the operation.
      guard var problem = Problem(error, model: model), problem.kind.status.kind == .clientError else { throw error }
      problem = problem.inPart(key, index)
      problem.members["operation"] = .number(String(index))
      throw problem
    }
  }

  private static func response(_ results: [Result], changeSet: Int64?) -> StoredResponse {
    var json = JSONWriter(capacity: 64 + results.count * 64)
    json.beginObject()
    json.key("results")
    json.beginArray()
    for result in results {
      json.beginObject()
      json.key("id")
      json.int(result.id)
      if let version = result.version {
        json.key("etag")
        json.string(EntityTag(version).text)
      }
      json.endObject()
    }
    json.endArray()
    json.key("changeset")
    if let changeSet { json.int(changeSet) } else { json.null() }
    json.endObject()
    return StoredResponse(json)
  }
}
