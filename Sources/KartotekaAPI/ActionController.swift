import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Runs actions: `POST /api/{app}/actions/{action}` for the application, `POST /api/{app}/{entities}/actions/{action}` for
/// an entity, `POST /api/{app}/{entities}/{id}/actions/{action}` for a record.
struct ActionController: Sendable {
  let app: RunningApp
  let resources: [EntityResource]
  let limits: Limits
  /// The administrator; nil if administrators' actions are refused.
  let administrator: Administrator?

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    for action in app.app.actions {
      let description = action.description
      let resource = description.scope.entity.flatMap { name in resources.first { $0.entity.name == name } }
      let record = if case .record = description.scope { resource } else { EntityResource?.none }
      let place = record?.recordRoute ?? resource?.route ?? app.route
      let operation = APIOperation(
        .post, place.appendingPath("actions/\(description.name)"),
        needs: description.audience == .administrator ? .administer : .act
      ) {
        try await act($0, $1, action, on: record)
      } documentation: {
        OpenAPIAction(action: description, app: app.description, answer: action.answer).operation
      }
      description.audience == .administrator ? operation.only(administrator) : operation
    }
  }

  private func act(
    _ request: Request, _ context: WebContext, _ action: Action, on resource: EntityResource?
  ) async throws -> Response {
    let body = try await request.jsonBodyIfAny(upTo: limits.text)
    let say = app.localizer(acceptLanguage: request.headers[.acceptLanguage])
    // A repeated request gets the first response, even if the action has deleted its record.
    let store = app.store(for: context)
    return try await Idempotency.handle(request, body.bytes, in: store) {
      var record: AnyRecord?
      if let resource { record = try await resource.record(resource.id(context), in: store) }
      var call = ActionCall(on: store, .api, record: record, inputs: try inputs(body.object, action.description))
      call.jobs = JobContext(store, app.services)
      return try await run(action, call, say)
    }
  }

  private func run(_ action: Action, _ call: ActionCall, _ say: Localizer) async throws -> Response {
    let keyed = IdempotentRequest.current
    let result: ActionResult
    do { result = try await action.run(call) } catch {
      // A failed request may be repeated with its key.
      if let keyed { try? await call.store.forget(keyed) }
      throw error
    }
    let response = try response(result, of: action, say)
    // The action's own transactions have stored the key. If its response can't be stored, a repeated request is refused.
    if let keyed { try? await call.store.storeResponse(response, for: keyed) }
    return Response(response)
  }

  private func inputs(_ object: JSONObject, _ action: ActionDescription) throws(ActionError) -> [String: Value] {
    var inputs = ActionInputs(action)
    for (name, value) in object { inputs.read(name, json: value) }
    guard inputs.faults.isEmpty else { throw ActionError.invalid(inputs.faults) }
    return inputs.values
  }

  private func response(_ result: ActionResult, of action: Action, _ say: Localizer) throws -> StoredResponse {
    if let file = result.file {
      let headers: [HTTPField.Name: String] = [
        .contentType: file.type, .contentDisposition: Attachment.disposition(file.name),
      ]
      return StoredResponse(
        status: 200, headers: Dictionary(headers.map { ($0.rawName, $1) }, uniquingKeysWith: { $1 }),
        body: Array(file.bytes))
    }
    var object: JSONObject = [
      "action": .string(action.description.name), "message": .string(say(result.message)),
      "changeset": result.changeSet.map { .number(String($0)) } ?? .null,
    ]
    if let value = try result.json() { object["value"] = try JSONParser.parse(Array(value)) }
    var json = JSONWriter()
    json.value(.object(object))
    return StoredResponse(json, headers: [.contentLanguage: say.language.code, .vary: "Accept-Language"])
  }
}
