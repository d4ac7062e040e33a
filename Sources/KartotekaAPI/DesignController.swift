import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore

/// Designed applications: `POST /api/apps`, `PUT /api/{app}/description`, `DELETE /api/{app}`. With `?dry-run=true` the
/// response lists the changes without making them.
struct DesignController: Sendable {
  private static let dryRun = "dry-run"
  private static let confirm = "confirm"

  let site: SiteReference

  /// The operation that makes applications.
  var operation: APIOperation {
    APIOperation(.post, "/api/apps", needs: .administer, make) {
      OpenAPIOperation(
        "createApplication", "Makes an application from its description", parameters: [Self.dryRunParameter],
        body: .body(DescriptionController.schema),
        answers: [
          "200": .answer("With dry-run: the changes", Self.reportSchema),
          "201": .answer("The description", DescriptionController.schema, headers: ["ETag", "Location"]),
        ], problems: [409])
    }
  }

  /// The operations that change and remove an application.
  @RowBuilder<APIOperation>
  func operations(of app: RunningApp) -> [APIOperation] {
    APIOperation(.put, app.route.appendingPath("description"), needs: .design) { request, _ in
      try await change(app, request)
    } documentation: {
      OpenAPIOperation(
        "changeDescription", "Changes a designed application, its tables and records in one transaction",
        parameters: [Self.dryRunParameter] + OpenAPIParameters.references(["IfMatch"]),
        body: .body(DescriptionController.schema),
        answers: [
          "200": .answer(
            "The description; with dry-run the changes",
            ["anyOf": [DescriptionController.schema, Self.reportSchema]], headers: ["ETag"])
        ], problems: [409])
    }
    APIOperation(.delete, app.route, needs: .administer) { request, _ in
      try await remove(app, request)
    } documentation: {
      OpenAPIOperation(
        // An entity may be named application.
        "discardApplication",
        "Removes a designed application with all its records, or an opened file from the data folder",
        parameters: [
          OpenAPIParameters.query(Self.confirm, "The application's name", ["type": "string"], isRequired: true)
        ] + OpenAPIParameters.references(["IfMatch"]),
        answers: ["204": .answer("It is removed")], problems: [404, 409])
    }
  }

  private static let dryRunParameter = OpenAPIParameters.query(
    dryRun, "Whether the response only lists the changes and losses", ["type": "boolean"])

  private static let reportSchema: JSONValue = {
    let texts: JSONValue = ["type": "array", "items": .object(strings: ["text"])]
    return [
      "type": "object", "required": ["changed", "changes", "lost", "obstacles", "leftOut"],
      "properties": [
        "changed": ["type": "boolean"], "changes": texts,
        "lost": [
          "type": "array", "description": "The changes that remove values or records, with their number",
          "items": [
            "type": "object", "required": ["text", "count"],
            "properties": ["text": ["type": "string"], "count": ["type": "integer"]],
          ],
        ],
        "obstacles": ["type": "array", "items": ["type": "object"]],
        "leftOut": ["type": "array", "items": ["type": "string"], "description": "What only code can have"],
      ],
    ]
  }()

  @Sendable private func make(_ request: Request, _ context: WebContext) async throws -> Response {
    let isDryRun = try isDryRun(request)
    let document = try await document(of: request)
    let change = try await change(to: document, isDryRun: isDryRun) { change in
      guard change.current == nil else { throw DesignError.nameTaken(document.name) }
    }
    if isDryRun { return Self.report(change, leavingOut: document.codeNames, request) }
    var response = Self.answer(change.document, status: .created)
    response.headers[.location] = "/api/" + document.name
    return response
  }

  private func change(
    to document: AppDocument, isDryRun: Bool, check: @escaping @Sendable (DesignChange) throws -> Void
  ) async throws -> DesignChange {
    do { return try await site.site.change(to: document, isDryRun: isDryRun, check: check) } catch StoreError
      .descriptionChanged
    {
      throw Problem.descriptionChanged
    }
  }

  private func change(_ app: RunningApp, _ request: Request) async throws -> Response {
    let isDryRun = try isDryRun(request)
    guard app.app.shape != nil else { return try await keep(app, request, isDryRun: isDryRun) }
    guard !app.isReadOnly, app.app.openedFile?.isReadOnly != true else {
      throw DesignError.forbidden(["The file is opened for reading only"])
    }
    let document = try await document(of: request, isOpened: app.app.opened != nil)
    guard document.name == app.name else {
      throw AppDocumentError.faults([
        DocumentFault(path: "/name", problem: "The application's name is \(app.name), and can't be changed.")
      ])
    }
    let conditions = Preconditions(request)
    let change = try await change(to: document, isDryRun: isDryRun) { change in
      let current = change.current.map { DescriptionController.version(of: $0.document) }
      guard conditions.allowChange(of: current) else { throw Problem.changedMeanwhile(current) }
    }
    return isDryRun
      ? Self.report(change, leavingOut: document.codeNames, request) : Self.answer(change.document, status: .ok)
  }

  // No description changes an application in code. Its own description is accepted, because it changes nothing.
  private func keep(_ app: RunningApp, _ request: Request, isDryRun: Bool) async throws -> Response {
    let document = app.app.document
    guard try await self.document(of: request) == document else { throw DesignError.isCode(app.name) }
    let version = DescriptionController.version(of: document)
    guard Preconditions(request).allowChange(of: version) else { throw Problem.changedMeanwhile(version) }
    return isDryRun
      ? Self.report(changes: [], obstacles: [], leavingOut: [], request) : Self.answer(document, status: .ok)
  }

  private func remove(_ app: RunningApp, _ request: Request) async throws -> Response {
    let query = try Query(request)
    guard app.app.design != nil || app.openedFile != nil else { throw DesignError.isCode(app.name) }
    guard query[Self.confirm] == app.name else {
      throw Problem.parameter(
        Self.confirm, "Repeat the application's name here: all its records are removed with it.")
    }
    let conditions = Preconditions(request)
    let version = DescriptionController.version(of: app.app.document)
    guard conditions.allowChange(of: version) else { throw Problem.changedMeanwhile(version) }
    _ = try await site.site.remove(app.name)
    return Response(status: .noContent)
  }

  private func isDryRun(_ request: Request) throws -> Bool {
    let query = try Query(request)
    switch query[Self.dryRun] {
    case nil, "false": return false
    case "true", "": return true
    default: throw Problem.parameter(Self.dryRun, "This has to be true or false.")
    }
  }

  private func document(of request: Request, isOpened: Bool = false) async throws -> AppDocument {
    let bytes = Array(try await request.jsonBody(upTo: AppDocument.largest).bytes.readableBytesView)
    return isOpened ? try AppDocument(unchecked: bytes) : try AppDocument(json: bytes)
  }

  private static func answer(_ document: AppDocument, status: HTTPResponse.Status) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json", .eTag: EntityTag(DescriptionController.version(of: document)).text],
      body: ResponseBody(byteBuffer: ByteBuffer(string: document.json)))
  }

  private static func report(_ change: DesignChange, leavingOut names: [String], _ request: Request) -> Response {
    let changes =
      change.plan?.changes ?? change.document.description.model.entities.map { MigrationPlan.Change.addTable($0.table) }
    return report(
      isChanged: !change.isEmpty, changes: changes, obstacles: change.plan?.obstacles ?? [], leavingOut: names, request)
  }

  // The changes, and the numbers of values and records that they remove.
  private static func report(
    isChanged: Bool = false, changes: [MigrationPlan.Change], obstacles: [MigrationPlan.Obstacle],
    leavingOut names: [String], _ request: Request
  ) -> Response {
    let header = request.headers[.acceptLanguage]
    let say = Localizer(
      language: header.map { Language.preferred(acceptLanguage: $0) } ?? .english, catalogue: .platform)
    var json = JSONWriter()
    json.value([
      "changed": .bool(isChanged),
      "changes": .array(changes.map { ["text": .string(say($0.phrase))] }),
      "lost": .array(
        changes.compactMap { step in
          step.lost.map { ["text": .string(say(step.phrase)), "count": .number(String($0))] }
        }),
      "obstacles": .obstacles(obstacles, say),
      "leftOut": .array(names.map { .string($0) }),
    ])
    return .json(json)
  }
}

extension MigrationPlan.Change {
  /// The number of values or records that a change archives or converts; nil for the other changes.
  var lost: Int? {
    switch self {
    case .archiveColumn(_, _, let values): values
    case .archiveTable(_, let records): records
    case .convert(_, _, _, let values): values
    default: nil
    }
  }
}
