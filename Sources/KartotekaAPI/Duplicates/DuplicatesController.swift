import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Records that may be about the same thing: `GET /api/{app}/{entities}/duplicates` lists pairs of them, `POST` marks a pair
/// as different, and `POST /api/{app}/{entities}/{id}/merge` merges two records into one.
struct DuplicatesController: Sendable {
  private static let (with, ifMatch, fields) = ("with", "ifMatch", "fields")

  let resource: EntityResource

  private var entity: EntityDescription { resource.entity }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    if entity.canBeMerged {
      APIOperation(.post, resource.recordRoute.appendingPath("merge"), needs: .change, merge) {
        OpenAPIDuplicates(entity: resource.described).merge
      }
    }
    if entity.canBeMerged, entity.canHaveDuplicates {
      let path = resource.route.appendingPath("duplicates")
      APIOperation(.get, path, needs: .see, list) { OpenAPIDuplicates(entity: resource.described).list }
      APIOperation(.post, path, needs: .change, mark) { OpenAPIDuplicates(entity: resource.described).marking }
    }
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let areDistinct: Bool
    switch query["distinct"] {
    case nil, "false": areDistinct = false
    case "true": areDistinct = true
    default: throw Problem.parameter("distinct", "It has to be true or false.")
    }
    let position = query["cursor"].flatMap(DuplicatePosition.init)
    if query["cursor"] != nil, position == nil { throw Problem.parameter("cursor", .badCursor) }
    let store = resource.store(for: context)
    let page = try await store.duplicates(
      of: entity, after: position, limit: HistoryPage.limit(query), areDistinct: areDistinct)
    var records: [RecordID: AnyRecord] = [:]
    let ids = Set(page.pairs.flatMap { [$0.first, $0.second] }).sorted()
    for start in stride(from: 0, to: ids.count, by: AnyFetchRequest.limits.most) {
      var fetch = AnyFetchRequest(entity.name)
      let part = ids[start..<min(start + AnyFetchRequest.limits.most, ids.count)]
      fetch.predicate = .compare("id", .in, part.map(Value.integer))
      (fetch.limit, fetch.wantsTotal, fetch.readsBlobs) = (part.count, false, false)
      for record in try await store.fetch(fetch).records { records[record.id ?? 0] = record }
    }
    var json = JSONWriter(capacity: 4_096)
    json.beginObject()
    json.key("items")
    json.beginArray()
    for pair in page.pairs { write(pair, records, to: &json) }
    json.endArray()
    json.key("total")
    json.int(page.total)
    json.key("complete")
    json.bool(page.isComplete)
    json.key("next")
    if let next = page.next { json.string(next.description) } else { json.null() }
    json.endObject()
    return .json(json)
  }

  private func write(_ pair: DuplicatePair, _ records: [RecordID: AnyRecord], to json: inout JSONWriter) {
    // A record may have been deleted between the two reads.
    guard let first = records[pair.first], let second = records[pair.second] else { return }
    json.beginObject()
    json.key("records")
    json.beginArray()
    for record in [first, second] { resource.writer.write(record, to: &json) }
    json.endArray()
    json.key("evidence")
    json.beginArray()
    for evidence in pair.evidence {
      json.beginObject()
      json.key("kind")
      switch evidence {
      case .value(let field):
        json.string("value")
        json.key("field")
        json.string(field)
      case .title: json.string("title")
      case .slip: json.string("slip")
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  @Sendable private func mark(_ request: Request, _ context: WebContext) async throws -> Response {
    let object = try await request.jsonObject(upTo: resource.limits.text)
    try Self.allow(["records", "distinct"], in: object)
    guard case .array(let items)? = object["records"], items.count == 2, items[0] != items[1] else {
      throw Problem.invalid([FieldFault("records", "This has to be a list of two records' numbers")])
    }
    let ids = try items.map { try Self.id($0, "records") }
    let areDistinct: Bool
    switch object["distinct"] {
    case nil: areDistinct = true
    case .bool(let value)?: areDistinct = value
    default: throw Problem.invalid([FieldFault("distinct", "This has to be true or false")])
    }
    _ = try await resource.store(for: context).perform(.api) { [entity] in
      try $0.setDistinct(entity, ids[0], ids[1], areDistinct)
    }
    return Response(status: .noContent)
  }

  @Sendable private func merge(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let object = try await request.jsonObject(upTo: resource.limits.text)
    try Self.allow([Self.with, Self.ifMatch, Self.fields], in: object)
    guard let with = object[Self.with] else {
      throw Problem.invalid([FieldFault(Self.with, "This has to be a record's number")])
    }
    var merge = RecordMerge(try Self.id(with, Self.with), into: id)
    merge.sides = try sides(object[Self.fields])
    let tag: String?
    switch object[Self.ifMatch] {
    case nil: tag = nil
    case .string(let text)?: tag = text
    default: throw Problem.invalid([FieldFault(Self.ifMatch, "This has to be a text")])
    }
    let conditions = (own: Preconditions(request), other: Preconditions(ifMatch: tag))
    let store = resource.store(for: context)
    let outcome = try await store.perform(.api) { [entity, merge] transaction in
      _ = try transaction.record(entity, id: merge.id, if: conditions.own)
      _ = try transaction.record(entity, id: merge.other, if: conditions.other)
      return try transaction.versioned(transaction.merge(merge, of: entity))
    }
    return try await resource.answer(outcome.value, in: store)
  }

  private func sides(_ value: JSONValue?) throws -> [String: RecordMerge.Side] {
    guard let value else { return [:] }
    guard case .object(let object) = value else {
      throw Problem.invalid([FieldFault(Self.fields, "This has to be an object")])
    }
    let known = Set(RecordMerge.fields(of: entity).map { entity.columns[$0].name })
    var sides: [String: RecordMerge.Side] = [:]
    var faults: [FieldFault] = []
    for (name, value) in object {
      guard known.contains(name) else {
        faults.append(FieldFault(name, .unknownField))
        continue
      }
      if case .string(let text) = value, let side = RecordMerge.Side(rawValue: text) {
        sides[name] = side
      } else {
        faults.append(FieldFault(name, "This has to be own or other"))
      }
    }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    return sides
  }

  private static func allow(_ names: Set<String>, in object: JSONObject) throws {
    let others = object.filter { !names.contains($0.key) }
    guard others.isEmpty else { throw Problem.invalid(others.map { FieldFault($0.key, .unknownField) }) }
  }

  private static func id(_ value: JSONValue, _ field: String) throws -> RecordID {
    guard case .number(let digits) = value, let id = RecordIDs.read(digits) else {
      throw Problem.invalid([FieldFault(field, "This has to be a record's number")])
    }
    return id
  }
}
