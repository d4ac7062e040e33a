import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The HTTP API of all applications: a resource for each collection, record, relationship and file.
///
/// All operations are derived from descriptions.
package struct API: Sendable {
  /// Finds records by a text, at most `limit` of each entity. Records of the application `first` come first.
  package typealias Search =
    @Sendable (_ text: String, _ first: String, _ limit: Int, _ request: Request, _ context: WebContext) async throws
    -> [RecordHit]

  private let apps: [RunningApp]
  private let site: SiteReference
  private let administrator: Administrator?
  private let streams: StreamCount
  private let timeLimit: TimeLimit
  private let search: Search?
  private let hasPeople: Bool
  private var limits: Limits { timeLimit.limits }

  /// - Parameters:
  ///   - site: the site for changing applications.
  ///   - streams: the open change streams of the server.
  ///   - timeLimit: the limit of those quick reads that may take long.
  ///   - search: the search in all applications; nil for none.
  ///   - hasPeople: whether the server may have people.
  package init(
    _ apps: [RunningApp], site: SiteReference, administrator: Administrator?, streams: StreamCount,
    timeLimit: TimeLimit, search: Search?, hasPeople: Bool = false
  ) {
    (self.apps, self.site, self.administrator, self.streams) = (apps, site, administrator, streams)
    (self.timeLimit, self.search, self.hasPeople) = (timeLimit, search, hasPeople)
  }

  /// The table of all operations.
  package var operations: [APIOperation] { siteOperations + apps.flatMap(operations) }

  @RowBuilder<APIOperation>
  private var siteOperations: [APIOperation] {
    IndexController(apps: apps).operations
    DesignController(site: site).operation
    if let search { GlobalSearchController(search).operations }
    // An application that was called so before there were people keeps its address.
    if hasPeople, !apps.contains(where: { $0.pathName == "me" }) { MeController(apps: apps).operation }
    OpenAPIController(path: "/api") {
      OpenAPIDocument(
        info: ["title": "Kartoteka", "version": .string(KartotekaVersion.current)], operations: self.siteOperations)
    }.operation
  }

  /// The operations of an application.
  @RowBuilder<APIOperation>
  private func operations(of app: RunningApp) -> [APIOperation] {
    let resources = EntityResource.all(of: app, limits)
    AppController(app: app, resources: resources).operation
    OpenAPIController(path: app.route) { document(of: app) }.operation
    ChangesController(app: app, limits: limits, count: streams).operations
    for resource in resources { operations(of: resource, resources) }
    BatchController(app: app, resources: resources, limits: limits).operations
    HistoryController(app: app, resources: resources, limits: limits, administrator: administrator).operations
    TrashController(app: app).operations
    ViewController(app: app, limits: limits).operations
    DescriptionController(app: app).operation
    DesignController(site: site).operations(of: app)
    SettingsController(app: app, limits: limits).operations
    ActionController(app: app, resources: resources, limits: limits, administrator: administrator).operations
    RouteController(app: app, limits: limits).operations
  }

  @RowBuilder<APIOperation>
  private func operations(of resource: EntityResource, _ all: [EntityResource]) -> [APIOperation] {
    CollectionController(resource: resource).operations
    RecordController(resource: resource, limit: timeLimit).operations
    for attribute in resource.entity.attributes where attribute.isBytes {
      BlobController(resource: resource, attribute: attribute).operations
    }
    for relationship in resource.entity.relationships where relationship.cardinality != .toOne {
      if let target = all.first(where: { $0.entity.name == relationship.target }) {
        RelationshipController(resource: resource, relationship: relationship, target: target).operations
      }
    }
    DuplicatesController(resource: resource).operations
  }

  /// The OpenAPI document of an application.
  func document(of app: RunningApp) -> OpenAPIDocument { OpenAPIDocument(app, operations(of: app)) }
}

extension RunningApp {
  /// The path of its API.
  var route: RouterPath { RouterPath("/api/\(pathName)") }
}
