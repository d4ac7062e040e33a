import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The settings: `GET` and `PATCH /api/{app}/settings`. Secrets are not included.
struct SettingsController: Sendable {
  let app: RunningApp
  let limits: Limits

  /// Empty if the application has no settings.
  @RowBuilder<APIOperation> var operations: [APIOperation] {
    if let settings = OpenAPISettings(app.description) {
      let path = app.route.appendingPath("settings")
      let answer = JSONValue.answer("The settings", .schema(OpenAPISettings.name), headers: ["ETag"])
      APIOperation(.get, path, needs: .see, read) {
        OpenAPIOperation(
          "getSettings", "The settings", parameters: OpenAPIParameters.references(["IfNoneMatch"]),
          answers: ["200": answer, "304": .unchanged])
      }
      APIOperation(.patch, path, needs: .change, change) {
        OpenAPIOperation(
          "changeSettings", "Changes settings; null resets one to its default",
          parameters: OpenAPIParameters.references(["IfMatch"]),
          body: .body(settings.changesSchema, as: "application/merge-patch+json"), answers: ["200": answer])
      }
    }
  }

  @Sendable private func read(_ request: Request, _ context: WebContext) async throws -> Response {
    let settings = try await app.store(for: context).settings(app.description.settings)
    return answer(settings).unless(Preconditions(request))
  }

  // JSON Merge Patch (RFC 7396): null resets a setting to its default.
  @Sendable private func change(_ request: Request, _ context: WebContext) async throws -> Response {
    let (settings, store) = (app.description.settings, app.store(for: context))
    let changes = SettingsChanges(try await request.jsonObject(upTo: limits.text, .acceptPatch), settings)
    let conditions = Preconditions(request)
    // Invalid values are refused before a write transaction begins.
    if changes.isFaulty { _ = try changes.change(try await store.settings(settings)) }
    let outcome = try await store.perform(.api) { transaction in
      let stored = try transaction.settings(settings)
      try conditions.check(stored.fingerprint)
      let changed = try changes.change(stored)
      try transaction.save(settings: changed)
      return changed
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
    var response = Response.json(json)
    response.headers[.eTag] = EntityTag(record.fingerprint).text
    return response
  }
}

/// The values of a JSON object for settings, and all faults.
private struct SettingsChanges: Sendable {
  private var values: [(position: Int, value: Value)] = []
  private var faults: [FieldFault] = []

  /// Whether there are faults that are independent of the stored settings.
  var isFaulty: Bool { !faults.isEmpty }

  init(_ object: JSONObject, _ settings: EntityDescription) {
    let initial = AnyRecord(settings)
    var scratch = initial
    for (name, value) in object {
      guard faults.count <= Problem.faultsLimit else { return }
      guard let position = settings.position(of: name) else {
        faults.append(FieldFault(name, .unknownField))
        continue
      }
      if value == .null {
        values.append((position, initial.values[position]))
      } else if let fault = scratch.read(json: value, at: position) {
        faults.append(fault)
      } else {
        values.append((position, scratch.values[position]))
      }
    }
  }

  /// The changed settings.
  /// - Throws: ``Problem`` with all faults.
  func change(_ stored: AnyRecord) throws(Problem) -> AnyRecord {
    var changed = stored
    for (position, value) in values { changed.values[position] = value }
    let unread = Set(faults.map(\.field))
    let all = faults + changed.entity.faults(in: changed).filter { !unread.contains($0.field) }
    guard all.isEmpty else { throw .invalid(all) }
    return changed
  }
}
