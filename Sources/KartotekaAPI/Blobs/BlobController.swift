import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import NIOCore

/// The bytes of a picture or file: `GET`, `PUT` and `DELETE /api/{app}/{entities}/{id}/{attribute}`.
///
/// Large contents are streamed.
struct BlobController: Sendable {
  let resource: EntityResource
  let attribute: AttributeDescription
  // The text with the name of the file; nil for none.
  private let named: String?

  init(resource: EntityResource, attribute: AttributeDescription) {
    (self.resource, self.attribute, named) = (resource, attribute, resource.fileName(of: attribute))
  }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    let path = resource.recordRoute.appendingPath(RouterPath(attribute.pathName))
    APIOperation(.get, path, needs: .see, read) {
      resource.described.operation(
        "read", of: attribute.name, attribute.label,
        parameters: OpenAPIParameters.references(["Version", "Preview", "IfNoneMatch", "Range", "IfRange"]),
        answers: [
          "200": .answer("The bytes", .bytes, as: "*/*", headers: ["ETag"]),
          "206": .answer("The requested range", .bytes, as: "*/*", headers: ["ETag"]), "304": .unchanged,
        ], problems: [416])
    }
    if !resource.entity.isDerived {
      APIOperation(.put, path, needs: .change, replace) {
        resource.described.operation(
          "replace", of: attribute.name, "Stores the bytes", parameters: OpenAPIParameters.references(["IfMatch"]),
          body: .body(.bytes, as: "*/*"),
          answers: [
            "201": .answer("The attribute was empty before", headers: ["ETag", "Location"]),
            "204": .answer("The bytes were replaced", headers: ["ETag"]),
          ])
      }.ofBytes
      APIOperation(.delete, path, needs: .change, remove) {
        resource.described.operation(
          "delete", of: attribute.name, "Removes the bytes", parameters: OpenAPIParameters.references(["IfMatch"]),
          answers: ["204": .answer("Removed")], problems: [422])
      }
    }
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let query = try Query(request)
    let record = try await resource.record(id, in: resource.store(for: context))
    guard case .blob(let blob) = record[attribute.name] else { throw nothing(id) }
    return try BlobAnswer(
      blob: blob, attribute: attribute, fileName: fileName(of: record),
      isFixed: query[APIAddress.version] == blob.fingerprint, isPreview: query[APIAddress.preview] != nil
    ).response(to: request)
  }

  // A note has the name of its file, and so have the several files of a record.
  private func fileName(of record: AnyRecord) -> String {
    if let named, case .text(let name) = record[named], !name.isEmpty { return name }
    return "\(attribute.name)-\(record.id ?? 0)"
  }

  @Sendable private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let store = resource.store(for: context)
    let blob = try await BytesBody(resource: resource, attribute: attribute).receive(request, store)
    let (wasThere, version) = try await write(.blob(blob), id, Preconditions(request), store)
    var response = Response(status: wasThere ? .noContent : .created)
    response.headers[.eTag] = version.map { EntityTag($0).text }
    if !wasThere { response.headers[.location] = request.uri.path }
    return response
  }

  @Sendable private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try await resource.id(context)
    let store = resource.store(for: context)
    guard try await write(.null, id, Preconditions(request), store).wasThere else { throw nothing(id) }
    return Response(status: .noContent)
  }

  /// Stores or removes bytes.
  /// - Returns: whether the attribute had bytes before, and the version of the current ones.
  private func write(
    _ value: Value, _ id: RecordID, _ conditions: Preconditions, _ store: Store
  ) async throws -> (wasThere: Bool, version: String?) {
    try await store.perform(.api) { [self, entity = resource.entity, name = attribute.name] transaction in
      guard var record = try transaction.record(entity, id: id) else {
        throw StoreError.notFound(entity: entity.name, id: id)
      }
      let before = record[name]
      guard conditions.allowChange(of: version(before)) else { throw Problem.changedMeanwhile(version(before)) }
      record[name] = value
      return (!before.isNull, version(try transaction.update(record)[name]))
    }.value
  }

  private func version(_ value: Value) -> String? {
    if case .blob(let blob) = value { blob.fingerprint } else { nil }
  }

  private func nothing(_ id: RecordID) -> Problem {
    Problem(
      .notFound,
      Phrase("Record {id} has no {field}.", ["id": .text(String(id)), "field": .text(attribute.name)]))
  }
}

extension Problem {
  /// The problem of bytes that are not a picture.
  static func noPicture(_ fault: PictureFault = .noPicture) -> Problem {
    var problem = Problem(.unsupportedType, fault.phrase)
    // The accepted types (RFC 9110, section 15.5.16).
    problem.headers = [.accept: MediaSniffer.pictures.joined(separator: ", ")]
    return problem
  }
}
