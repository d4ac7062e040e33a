import Hummingbird
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What people have set: `GET` and `PATCH /api/{app}/settings`. Secrets are not there.
struct SettingsController: Sendable {
  let app: RunningApp
  let limits: Limits

  /// Adds the routes; none for an application without settings.
  func addRoutes(to router: some RouterMethods<WebContext>) {
    guard !app.description.settings.attributes.isEmpty else { return }
    let path = RouterPath("/api/\(app.name)/settings")
    router.get(path, use: read)
    router.patch(path, use: change)
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    return answer(try await app.store.settings(app.description.settings))
  }

  // JSON Merge Patch (RFC 7396): null makes a setting what it begins with.
  @Sendable private func change(_ request: Request, _ context: WebContext) async throws -> Response {
    try Query(request).allow([])
    let object = try await request.jsonObject(upTo: limits.text, .acceptPatch)
    let settings = app.description.settings
    let outcome = try await app.store.perform(.api) { transaction in
      var record = try transaction.settings(settings)
      let initial = AnyRecord(settings)
      var faults: [FieldFault] = []
      for (name, value) in object {
        guard let position = settings.position(of: name) else {
          faults.append(FieldFault(name, "There is no such field"))
          continue
        }
        if value == .null {
          record.values[position] = initial.values[position]
        } else if let fault = record.read(json: value, at: position) {
          faults.append(fault)
        }
      }
      let unread = faults.map(\.field)
      faults += settings.faults(in: record).filter { !unread.contains($0.field) }
      guard faults.isEmpty else { throw StoreError.invalid(faults) }
      try transaction.save(settings: record)
      return record
    }
    return answer(outcome.value)
  }

  private func answer(_ record: AnyRecord) -> Response {
    var json = JSONWriter()
    json.beginObject()
    for (attribute, value) in zip(record.entity.attributes, record.values) {
      json.key(attribute.name)
      if value.isNull { json.null() } else { attribute.behavior.write(value, to: &json, for: attribute) }
    }
    json.endObject()
    return .json(json)
  }
}
