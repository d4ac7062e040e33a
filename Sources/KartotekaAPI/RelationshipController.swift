import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The records of a to-many or many-to-many relationship:
/// `GET`, `PUT {"ids":[…]}`, `POST {"id":4}` and `DELETE …/{id}` on `/api/{app}/{entities}/{id}/{relationship}`.
///
/// The version in entity tags is that of the ids.
struct RelationshipController: Sendable {
  let resource: EntityResource
  let relationship: RelationshipDescription
  let target: EntityResource

  private var entity: EntityDescription { resource.entity }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    let path = resource.recordRoute.appendingPath(RouterPath(relationship.pathName))
    APIOperation(.get, path, needs: .see, list) {
      resource.described.operation(
        "list", of: relationship.name, relationship.label,
        parameters: OpenAPIParameters.references(["IfNoneMatch"]) + target.described.parameters.list,
        answers: [
          "200": .answer("A page, and the ids of all related records", pageSchema, headers: ["ETag"]),
          "304": .unchanged,
        ])
    }
    if !entity.isDerived, !target.entity.isDerived {
      APIOperation(.put, path, needs: .change, replace) {
        let ids: JSONValue = [
          "type": "array", "items": Self.number, "maxItems": .number(String(RelatedIDs.limit)),
        ]
        return writing("replace", "Replaces all related records", body: Self.body("ids", ids))
      }
      if bytes != nil {
        APIOperation(.post, path, needs: .change, add) {
          resource.described.operation(
            "add", of: relationship.name, "Adds one record, by its number or by its bytes",
            parameters: OpenAPIParameters.references(["IfMatch"]) + [Self.fileName],
            body: Self.body("id", Self.number, orBytes: true),
            answers: [
              "200": .answer("It has these bytes already", .schema(target.described.name), headers: ["Location"]),
              "201": .answer("The new record of these bytes", .schema(target.described.name), headers: ["Location"]),
              "204": .answer("Done", headers: ["ETag"]),
            ], problems: [409])
        }.ofBytes
      } else {
        APIOperation(.post, path, needs: .change, add) {
          writing("add", "Adds one record", body: Self.body("id", Self.number))
        }
      }
      APIOperation(.delete, path.appendingPath("{otherId}"), needs: .change, remove) {
        writing("remove", "Removes one record")
      }
    }
  }

  private func writing(_ verb: String, _ summary: String, body: JSONValue? = nil) -> OpenAPIOperation {
    resource.described.operation(
      verb, of: relationship.name, summary, parameters: OpenAPIParameters.references(["IfMatch"]), body: body,
      answers: ["204": .answer("Done", headers: ["ETag"])], problems: [409])
  }

  private static let number: JSONValue = ["type": "integer", "format": "int64", "minimum": 1]

  private var pageSchema: JSONValue {
    let ids: JSONValue = [
      "type": "object", "required": ["ids"],
      "properties": ["ids": ["type": "array", "items": ["type": "integer", "format": "int64"]]],
    ]
    return ["allOf": [ids, .schema(target.described.name + "Page")]]
  }

  private static let fileName = OpenAPIParameters.query(
    "name", "The name of the file, with bytes", ["type": "string", "maxLength": 255])

  private static func body(_ name: String, _ schema: JSONValue, orBytes: Bool = false) -> JSONValue {
    let body: JSONValue = .body([
      "type": "object", "required": [.string(name)], "properties": .object([name: schema]),
      "additionalProperties": false,
    ])
    guard orBytes, case .object(var object) = body, case .object(var content)? = object["content"] else { return body }
    content["*/*"] = ["schema": .bytes]
    object["content"] = .object(content)
    return .object(object)
  }

  // The attribute with the bytes of several pictures or files, and how they are shown; nil for other relationships.
  private var bytes: (attribute: AttributeDescription, gallery: GalleryDescription)? {
    guard relationship.cardinality == .toMany, let gallery = resource.gallery(of: relationship),
      let attribute = target.entity.attribute(gallery.image)
    else { return nil }
    return (attribute, gallery)
  }

  /// Lists one page of the related records, and the ids of all of them, which `PUT` accepts.
  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let store = resource.store(for: context)
    var fetch = try ListQuery(target.entity, in: resource.model, request).request(Query(request))
    if fetch.asOf != nil {
      throw Problem.parameter("as-of", "Read the record with include as of that moment, or a list with a filter.")
    }
    let isRelated = FetchPredicate.isRelated(entity.name, relationship.name, id)
    fetch.predicate = fetch.predicate.map { isRelated.and($0) } ?? isRelated
    fetch.wantsComputed = true
    let ((ids, page), dependencies) = try await Dependencies.tracking { [fetch] in
      _ = try await resource.record(id, in: store)
      return (try await store.related(relationship, of: id), try await store.fetch(fetch))
    }
    var json = JSONWriter(capacity: 512 + page.records.count * 256 + ids.count * 8)
    json.beginObject()
    json.key("ids")
    json.beginArray()
    for id in ids { json.int(id) }
    json.endArray()
    target.write(page, to: &json)
    json.endObject()
    context.dependencies?.state(dependencies)
    var response = Response.list(json)
    response.headers[.eTag] = EntityTag(Self.version(of: ids), content: json.bytes).text
    return response.unless(Preconditions(request))
  }

  /// Replaces all related records.
  @Sendable private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
    let ids = try await RelatedIDs(request, resource.limits).list(of: target, in: resource.store(for: context))
    return try await write(request, context) { [entity, relationship] transaction, id in
      try transaction.relate(entity, relationship, of: id, to: ids)
    }
  }

  /// Adds a related record. Adding one again has no effect.
  @Sendable private func add(_ request: Request, _ context: WebContext) async throws -> Response {
    if let bytes, !request.isJSON { return try await add(bytes.attribute, bytes.gallery, request, context) }
    let other = try await RelatedIDs(request, resource.limits).one(of: target, in: resource.store(for: context))
    return try await write(request, context) { [entity, relationship] transaction, id in
      try transaction.link(entity, relationship, of: id, to: other)
    }
  }

  /// Adds a record of the bytes in the body. A record that has these bytes is given back, so that a call can be repeated.
  private func add(
    _ attribute: AttributeDescription, _ gallery: GalleryDescription, _ request: Request, _ context: WebContext
  ) async throws -> Response {
    let id = try await resource.id(context)
    let store = resource.store(for: context)
    let conditions = Preconditions(request)
    let name = try Query(request)["name"]
    let blob = try await BytesBody(resource: target, attribute: attribute).receive(request, store)
    let (record, isNew) = try await store.perform(.api) { [entity, relationship, target = target.entity] transaction in
      guard try transaction.exists(entity, id: id) else { throw StoreError.notFound(entity: entity.name, id: id) }
      let ids = try transaction.related(entity, relationship, of: id)
      try conditions.check(Self.version(of: ids))
      for other in ids {
        if let known = try transaction.record(target, id: other), known[attribute.name] == .blob(blob) {
          return (known, false)
        }
      }
      var record = AnyRecord(target)
      record[attribute.name] = .blob(blob)
      if let inverse = relationship.inverse { record[inverse] = .integer(id) }
      if let name, let field = gallery.fileName { record[field] = .text(name) }
      return (try transaction.insert(record), true)
    }.value
    var json = JSONWriter(capacity: 512)
    target.writer.write(record, to: &json)
    var response = Response.json(json, status: isNew ? .created : .ok)
    response.headers[.location] = "\(target.path)/\(record.pathAddress)"
    return response
  }

  /// Removes a related record.
  @Sendable private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    let other = try await target.id(context, "otherId")
    return try await write(request, context) { [entity, relationship, target = target.entity] transaction, id in
      guard try transaction.related(entity, relationship, of: id).contains(other) else {
        throw Problem.noRecord(String(other), of: target)
      }
      try transaction.unlink(entity, relationship, of: id, from: other)
    }
  }

  private func write(
    _ request: Request, _ context: WebContext, _ body: @escaping @Sendable (Transaction, RecordID) throws -> Void
  ) async throws -> Response {
    let id = try await resource.id(context)
    let conditions = Preconditions(request)
    do {
      let version = try await resource.store(for: context).perform(.api) { [entity, relationship] transaction in
        guard try transaction.exists(entity, id: id) else { throw StoreError.notFound(entity: entity.name, id: id) }
        try conditions.check(Self.version(of: transaction.related(entity, relationship, of: id)))
        try body(transaction, id)
        return Self.version(of: try transaction.related(entity, relationship, of: id))
      }.value
      return Response(status: .noContent, headers: [.eTag: EntityTag(version).text])
    } catch StoreError.invalid(let faults) {
      // The faults are those of the related records, not of the request.
      throw unrelatable(faults)
    }
  }

  private static func version(of ids: [RecordID]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(ids)
    return fingerprint.text
  }

  private func unrelatable(_ faults: [FieldFault]) -> Problem {
    let fields = faults.map(\.field).joined(separator: ", ")
    var problem = Problem(
      .constraint,
      Phrase(
        "The {entities} need their {field}. Delete them, or assign them to another record.",
        ["entities": .text(target.entity.plural), "field": .text(fields)]))
    problem.members = ["constraint": "required", "field": .string(fields)]
    return problem
  }
}
