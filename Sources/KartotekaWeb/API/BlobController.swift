import Hummingbird
import KartotekaModel
import KartotekaStore
import NIOCore

/// The bytes of a picture or file: `GET`, `PUT` and `DELETE /api/{app}/{entities}/{id}/{attribute}`.
struct BlobController: Sendable {
  let resource: EntityResource
  let attribute: AttributeDescription

  func addRoutes(to router: some RouterMethods<WebContext>) {
    let path = RouterPath("\(resource.path)/{id}/\(attribute.name)")
    router.get(path, use: read)
    guard !resource.entity.isDerived else { return }
    router.put(path, use: replace)
    router.delete(path, use: remove)
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try resource.id(context)
    try Query(request).allow([])
    guard case .blob(let bytes) = try await resource.record(id)[attribute.name] else { throw nothing(id) }
    let tag = tag(bytes)
    guard !Preconditions(request).isUnchanged(tag) else {
      return Response(status: .notModified, headers: [.eTag: tag])
    }
    let type = MediaSniffer.type(of: bytes)
    return Response(
      status: .ok,
      headers: [
        .contentType: type ?? MediaSniffer.unknown, .eTag: tag, .contentDisposition: disposition(type, id),
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  // Only what a browser shows without running anything is shown; all else is for saving.
  private func disposition(_ type: String?, _ id: RecordID) -> String {
    type == nil ? "attachment; filename=\"\(attribute.name)-\(id)\"" : "inline"
  }

  @Sendable private func replace(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try resource.id(context)
    try Query(request).allow([])
    if request.headers[.contentType]?.hasPrefix("multipart/") == true {
      throw Problem.unsupportedType(MediaSniffer.unknown)
    }
    let limit = min(attribute.maximumLength, resource.limits.blob)
    let bytes = Array(try await request.bytes(upTo: limit).readableBytesView)
    let wasThere = try await write(.blob(bytes), id, Preconditions(request))
    var response = Response(status: wasThere ? .noContent : .created, headers: [.eTag: tag(bytes)])
    if !wasThere { response.headers[.location] = resource.writer.address(of: attribute.name, id) }
    return response
  }

  @Sendable private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    let id = try resource.id(context)
    try Query(request).allow([])
    guard try await write(.null, id, Preconditions(request)) else { throw nothing(id) }
    return Response(status: .noContent)
  }

  /// Stores bytes, or takes them away.
  /// - Returns: whether there were any before.
  private func write(_ value: Value, _ id: RecordID, _ conditions: Preconditions) async throws -> Bool {
    try await resource.store.perform(.api) { [self, entity = resource.entity, name = attribute.name] transaction in
      guard var record = try transaction.record(entity, id: id) else {
        throw StoreError.notFound(entity: entity.name, id: id)
      }
      let before = record[name]
      guard conditions.allowChange(of: tag(before)) else {
        throw Problem(.changedMeanwhile, "Read it again, and repeat the change on what it is now.")
      }
      record[name] = value
      try transaction.update(record)
      return !before.isNull
    }.value
  }

  private func tag(_ value: Value) -> String? { if case .blob(let bytes) = value { tag(bytes) } else { nil } }

  // As of a record that has these bytes and nothing else.
  private func tag(_ bytes: [UInt8]) -> String {
    AnyRecord(resource.entity, id: nil, values: [.blob(bytes)]).entityTag
  }

  private func nothing(_ id: RecordID) -> Problem {
    Problem(
      .notFound,
      Phrase("Record {id} has no {field}.", ["id": .text(String(id)), "field": .text(attribute.name)]))
  }
}
