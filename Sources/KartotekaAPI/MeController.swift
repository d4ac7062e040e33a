import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// The asker and their rights: `GET /api/me`.
struct MeController: Sendable {
  let apps: [RunningApp]

  var operation: APIOperation {
    APIOperation(.get, "/api/me", needs: .see, me) {
      let right: JSONValue = ["type": "string", "enum": .array(Need.ofRoles.map { .string($0.rawValue) })]
      let app: JSONValue = [
        "type": "object", "required": ["name", "may"],
        "properties": ["name": ["type": "string"], "may": ["type": "array", "items": right]],
      ]
      let person: JSONValue = [
        "type": ["object", "null"], "required": ["id", "name"],
        "properties": ["id": ["type": "integer"], "name": ["type": "string"]],
      ]
      return OpenAPIOperation(
        "getMe", "Who asks, and what they may do",
        answers: [
          "200": .answer(
            "The person, who is null without people, and the applications that they see",
            [
              "type": "object", "required": ["person", "administrator", "apps"],
              "properties": [
                "person": person, "administrator": ["type": "boolean"], "apps": ["type": "array", "items": app],
              ],
            ])
        ])
    }
  }

  @Sendable private func me(_ request: Request, _ context: WebContext) async throws -> Response {
    let asker = context.asker
    var json = JSONWriter()
    json.beginObject()
    json.key("person")
    if let person = asker.signed?.person {
      json.value(["id": .number(String(person.authorID)), "name": .string(person.name)])
    } else {
      json.value(.null)
    }
    json.key("administrator")
    json.value(.bool(asker.mayAdminister))
    json.key("apps")
    json.beginArray()
    for app in apps where asker.sees(app.name) {
      let rights = Need.ofRoles.filter { asker.may($0, in: app.name) }
      json.value(["name": .string(app.name), "may": .array(rights.map { .string($0.rawValue) })])
    }
    json.endArray()
    json.endObject()
    return .json(json)
  }
}

extension Need {
  /// The rights in an application, in the order of the roles.
  fileprivate static let ofRoles: [Need] = [.see, .export, .change, .import, .act, .design, .administer]
}
