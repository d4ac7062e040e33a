import KartotekaModel

/// The OpenAPI description of the change stream.
enum OpenAPIChanges {
  /// The path item.
  static let path: JSONObject = [
    "get": [
      "operationId": "followChanges", "summary": "Streams commits (Server-Sent Events)",
      "parameters": [
        [
          "name": "after", "in": "query", "description": "The `id` of the last known event",
          "schema": ["type": "string"],
        ],
        [
          "name": "entities", "in": "query", "style": "form", "explode": false,
          "description": "The entities whose changes are sent, as in addresses, or `settings`; all without it",
          "schema": ["type": "array", "items": ["type": "string"]],
        ],
        [
          "name": "Last-Event-ID", "in": "header", "description": "The same; browsers send it when they reconnect",
          "schema": ["type": "string"],
        ],
      ],
      "responses": .object(answers.merging(OpenAPIProblem.references([400, 429]))),
    ]
  ]

  private static let answers: JSONObject = [
    "200": ["description": .string(description), "content": ["text/event-stream": ["schema": ["type": "string"]]]]
  ]

  private static let description = """
    An event for each requested entity that a commit touched, in JSON: `entity` as in addresses, the ids `inserted`, `updated` \
    and `deleted`; with `"all": true` any record may have changed. An event of type `reset` says that some were \
    missed and that everything has to be read again.
    """
}
