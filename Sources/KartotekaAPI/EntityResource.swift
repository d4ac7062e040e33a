import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The precomputed resources of one entity.
struct EntityResource: Sendable {
  let app: RunningApp
  let entity: EntityDescription
  let limits: Limits
  /// The path of the collection, such as `/api/userscrud/users`.
  let path: String
  /// Writes records of the entity.
  let writer: RecordWriter
  /// Writes related records, by relationship.
  let related: [String: RecordWriter]

  /// The resources of all entities of an application.
  static func all(of app: RunningApp, _ limits: Limits) -> [EntityResource] {
    let model = app.description.model
    func path(_ entity: EntityDescription) -> String { "/api/\(app.pathName)/\(entity.pathName)" }
    return model.entities.map { entity in
      let related = entity.relationships.compactMap { relationship in
        model.entity(named: relationship.target).map { (relationship.name, RecordWriter($0, path: path($0))) }
      }
      return EntityResource(
        app: app, entity: entity, limits: limits, path: path(entity),
        writer: RecordWriter(entity, path: path(entity)),
        related: Dictionary(related, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The store as the sender of a request reaches it.
  func store(for context: WebContext) -> Store { app.store(for: context) }
  /// The path of the collection.
  var route: RouterPath { RouterPath(path) }
  /// The path of a record.
  var recordRoute: RouterPath { RouterPath(path + "/{id}") }
  /// The documentation of the entity.
  var described: OpenAPIEntity { OpenAPIEntity(entity: entity, app: app.description) }
  var model: ModelDescription { app.description.model }

  /// The id in the path of a request.
  /// - Throws: ``Problem`` of kind `notFound` if the component is not an id.
  func id(_ context: WebContext, _ name: String = "id") async throws -> RecordID {
    let component = context.parameters.get(name) ?? ""
    guard let id = try await store(for: context).id(of: entity, at: component) else {
      throw Problem.noRecord(component.removingPercentEncoding ?? component, of: entity)
    }
    return id
  }

  /// The record with the given id.
  /// - Throws: ``Problem`` of kind `notFound`.
  func record(_ id: RecordID, in store: Store) async throws -> AnyRecord {
    guard let record = try await store.record(entity, id: id) else { throw Problem.noRecord(String(id), of: entity) }
    return record
  }

  /// The included records of a page with their writers.
  func included(in page: FetchPage) -> RecordWriter.Included {
    var included = RecordWriter.Included()
    for (name, records) in page.included {
      if let writer = related[name] { included.records[name] = (writer, records) }
    }
    // In the order of their declaration.
    for relationship in entity.relationships {
      guard let lists = page.includedLists[relationship.name], let writer = related[relationship.name] else { continue }
      included.lists.append((relationship.name, writer, lists))
    }
    return included
  }

  /// The record with the given id and the version of the record and its parts.
  /// - Throws: ``Problem`` of kind `notFound`.
  func versioned(_ id: RecordID, in store: Store) async throws -> VersionedRecord {
    guard let record = try await store.versioned(entity, id: id) else { throw Problem.noRecord(String(id), of: entity) }
    return record
  }

  /// The response with one record and its entity tag.
  func answer(_ versioned: VersionedRecord, in store: Store) async throws -> Response {
    let id = versioned.record.id ?? 0
    let computed = entity.hasComputed ? try await store.computed(entity, ids: [id])[id] : nil
    let (json, tag) = self.json(versioned, computed)
    var response = Response.json(json)
    response.headers[.eTag] = tag.text
    return response
  }

  /// One record as JSON, and its entity tag.
  func json(_ versioned: VersionedRecord, _ computed: ComputedValues?) -> (JSONWriter, EntityTag) {
    var json = JSONWriter(capacity: 1_024)
    writer.write(versioned.record, to: &json, computed: computed)
    return (json, EntityTag(versioned.version, content: entity.hasComputed ? json.bytes : nil))
  }
}

extension Response {
  private static let jsonHeaders: HTTPFields = [.contentType: "application/json"]

  /// A JSON response.
  static func json(_ json: JSONWriter, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: jsonHeaders, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
  }

  /// A response with a page of records. Their order depends on the language.
  static func list(_ json: JSONWriter) -> Response {
    var response = Response.json(json)
    response.headers[.vary] = "Accept-Language"
    return response
  }
}
