import Hummingbird
import KartotekaHTTP
import KartotekaModel

/// The HTTP API of all applications: a resource for each collection, record, relationship and file.
///
/// All routes are derived from descriptions.
package struct API: Sendable {
  private let apps: [(app: RunningApp, resources: [EntityResource])]
  private let limits: Limits
  private let administrator: Administrator?
  private let streams: StreamCount

  /// - Parameter streams: the open change streams of the server.
  package init(apps: [RunningApp], limits: Limits, administrator: Administrator?, streams: StreamCount) {
    self.apps = apps.map { ($0, EntityResource.all(of: $0, limits)) }
    self.limits = limits
    self.administrator = administrator
    self.streams = streams
  }

  /// The paths of pictures and files.
  package var bytes: [RouterPath] {
    apps.flatMap(\.resources).flatMap { resource in
      resource.entity.attributes.filter(\.isBytes).map { BlobController(resource: resource, attribute: $0).path }
    }
  }

  /// Adds the routes that read one record. They are not cached, because a read takes less time than the cache.
  /// - Parameter limit: the limit of those reads that may take long.
  package func addQuickRoutes(to router: some RouterMethods<WebContext>, limit: TimeLimit) {
    for resource in apps.flatMap(\.resources) {
      RecordController(resource: resource, limit: limit).addReading(to: router)
    }
  }

  /// Adds the other routes of all applications.
  package func addRoutes(to router: some RouterMethods<WebContext>) {
    IndexController(apps: apps.map(\.app)).addRoutes(to: router)
    DescriptionController.addSchema(to: router)
    for (app, resources) in apps {
      AppController(app: app, resources: resources).addRoutes(to: router)
      OpenAPIController(app: app).addRoutes(to: router)
      DescriptionController(app: app).addRoutes(to: router)
      SettingsController(app: app, limits: limits).addRoutes(to: router)
      ChangesController(app: app, limits: limits, count: streams).addRoutes(to: router)
      ActionController(app: app, resources: resources, limits: limits, administrator: administrator)
        .addRoutes(to: router)
      BatchController(app: app, resources: resources, limits: limits).addRoutes(to: router)
      HistoryController(app: app, resources: resources, administrator: administrator).addRoutes(to: router)
      TrashController(app: app).addRoutes(to: router)
      ViewController(app: app, limits: limits).addRoutes(to: router)
      RouteController(app: app, limits: limits).addRoutes(to: router)
      for resource in resources { add(resource, resources, to: router) }
    }
  }

  private func add(
    _ resource: EntityResource, _ all: [EntityResource], to router: some RouterMethods<WebContext>
  ) {
    CollectionController(resource: resource).addRoutes(to: router)
    RecordController(resource: resource).addWriting(to: router)
    DuplicatesController(resource: resource).addRoutes(to: router)
    for attribute in resource.entity.attributes where attribute.isBytes {
      BlobController(resource: resource, attribute: attribute).addRoutes(to: router)
    }
    for relationship in resource.entity.relationships where relationship.cardinality != .toOne {
      guard let target = all.first(where: { $0.entity.name == relationship.target }) else { continue }
      RelationshipController(resource: resource, relationship: relationship, target: target)
        .addRoutes(to: router)
    }
  }
}
