import KartotekaModel

/// The stream of changes as the OpenAPI document has it.
enum OpenAPIChanges {
  /// Its address, with what can be done there.
  static let path: JSONObject = [
    "get": [
      "operationId": "followChanges", "summary": "What is committed, as it is committed (Server-Sent Events)",
      "parameters": [
        [
          "name": "after", "in": "query", "description": "The `id` of the last event that is known already",
          "schema": ["type": "string"],
        ],
        [
          "name": "Last-Event-ID", "in": "header", "description": "The same; browsers send it when they come back",
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
    An event for each entity that a commit touched, in JSON: `entity` as in addresses, the ids `inserted`, `updated` \
    and `deleted`; with `"all": true` any record may have changed. An event of type `reset` says that some were \
    missed and that everything has to be read anew.
    """
}
