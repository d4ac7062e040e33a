import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

extension OpenAPIEntity {
  /// The path of a picture or file.
  func bytes(_ attribute: AttributeDescription) -> (String, JSONObject) {
    let part = name + capitalized(attribute.name)
    let anything: JSONValue = ["*/*": ["schema": ["type": "string", "format": "binary"]]]
    var item: JSONObject = [
      "parameters": .array(OpenAPIParameters.id(of: entity)),
      "get": operation(
        "read" + part, attribute.label,
        parameters: OpenAPIParameters.references(["Version", "IfNoneMatch", "Range", "IfRange"]),
        answers: [
          "200": [
            "description": "The bytes", "content": anything,
            "headers": ["ETag": ["$ref": "#/components/headers/ETag"]],
          ],
          "206": [
            "description": "The requested range", "content": anything,
            "headers": ["ETag": ["$ref": "#/components/headers/ETag"]],
          ],
          "304": ["description": "The entity tag has not changed"],
        ], [400, 404, 416]),
    ]
    if !entity.isDerived {
      item["put"] = operation(
        "replace" + part, "Stores the bytes", parameters: OpenAPIParameters.references(["IfMatch"]),
        body: ["required": true, "content": anything],
        answers: [
          "201": ["description": "The attribute was empty before"], "204": ["description": "The bytes were replaced"],
        ], [400, 403, 404, 412, 413, 415, 422, 429, 503])
      item["delete"] = operation(
        "delete" + part, "Removes the bytes", parameters: OpenAPIParameters.references(["IfMatch"]),
        answers: ["204": ["description": "Removed"]], [400, 403, 404, 412, 422, 429, 503])
    }
    return ("\(path)/{id}/\(attribute.pathName)", item)
  }

  /// The paths of a to-many or many-to-many relationship.
  func related(_ relationship: RelationshipDescription) -> [(String, JSONObject)] {
    guard let target = app.model.entity(named: relationship.target) else { return [] }
    let part = name + capitalized(Self.identifier(relationship.name))
    let number: JSONValue = ["type": "integer", "format": "int64", "minimum": 1]
    let tag: JSONValue = ["ETag": ["$ref": "#/components/headers/ETag"]]
    let done: JSONObject = ["204": ["description": "Done", "headers": tag]]
    let problems = [400, 403, 404, 409, 412, 413, 415, 422, 429, 503]
    let ifMatch = OpenAPIParameters.references(["IfMatch"])
    let path = "\(path)/{id}/\(relationship.pathName)"
    var item: JSONObject = [
      "parameters": .array(OpenAPIParameters.id(of: entity)),
      "get": operation(
        "list" + part, relationship.label,
        parameters: OpenAPIParameters.references(["IfNoneMatch"])
          + OpenAPIParameters(entity: target, model: app.model).list,
        answers: [
          "200": Self.answer("A page, and the ids of all related records", page(of: target), headers: ["ETag"]),
          "304": ["description": "The entity tag has not changed"],
        ], [400, 404]),
    ]
    guard !entity.isDerived, !target.isDerived else { return [(path, item)] }
    item["put"] = operation(
      "replace" + part, "Replaces all related records", parameters: ifMatch,
      body: body("ids", ["type": "array", "items": number, "maxItems": .number(String(RelatedIDs.limit))]),
      answers: done, problems)
    item["post"] = operation(
      "add" + part, "Adds one record", parameters: ifMatch, body: body("id", number), answers: done, problems)
    return [
      (path, item),
      (
        path + "/{otherId}",
        [
          "parameters": .array(OpenAPIParameters.references(["Id", "OtherId"])),
          "delete": operation(
            "remove" + part, "Removes one record", parameters: ifMatch, answers: done,
            [400, 403, 404, 409, 412, 429, 503]),
        ]
      ),
    ]
  }

  private func page(of target: EntityDescription) -> JSONValue {
    let ids: JSONValue = [
      "type": "object", "required": ["ids"],
      "properties": ["ids": ["type": "array", "items": ["type": "integer", "format": "int64"]]],
    ]
    return ["allOf": [ids, Self.reference(Self.name(of: target) + "Page")]]
  }

  private func body(_ name: String, _ schema: JSONValue) -> JSONValue {
    let object: JSONObject = [
      "type": "object", "required": [.string(name)], "properties": .object([name: schema]),
      "additionalProperties": false,
    ]
    return ["required": true, "content": ["application/json": ["schema": .object(object)]]]
  }

  private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
