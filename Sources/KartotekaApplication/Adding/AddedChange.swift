import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Changes of the fields that are added to an application in code.
extension DesignChange {
  /// The application in code that a change is about, and the fields that it will have besides.
  struct Addition: Sendable {
    let app: App
    let added: AddedFields
    let revision: Int64?
  }

  /// The effect of changing the added fields of an application in code to those of a description, without doing it. What a
  /// description says of declared parts is left out: screens offer none of them, and leave it to this what follows from a change.
  /// - Parameters:
  ///   - app: the application, in whatever state it runs.
  ///   - file: its database file.
  /// - Throws: ``DesignError/unknown(_:)``, ``AppDocumentError/faults(_:)``, `StoreError.unusable`.
  package init(_ document: AppDocument, of app: App, at file: URL) throws {
    let app = try app.over(file)
    guard let layer = app.layer else { throw DesignError.unknown(document.name) }
    let declared = app.declaredDocument
    let asked = AddedFields(of: document, over: declared)
    let changed = declared.with(asked)
    let faults = changed.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    self.document = changed
    current = layer.design.value
    plan = try Store.migration(of: changed.description.model, at: file, steps: app.migrations)
    opened = nil
    addition = Addition(
      app: app, added: asked.keeping(layer.stored, leftOutOf: layer.shown), revision: layer.revision)
  }

  /// Changes the layer and the tables in one transaction.
  /// - Returns: the application with its store.
  /// - Throws: what ``apply(in:options:)`` throws.
  package func apply(at file: URL, options: StoreOptions = StoreOptions()) throws -> (app: App, store: Store) {
    guard let addition else { throw DesignError.unknown(document.name) }
    if let obstacles = plan?.obstacles, !obstacles.isEmpty { throw DesignError.obstacles(obstacles) }
    let json = addition.added.json
    let app = try addition.app.laid(
      under: StoredDescription(revision: (addition.revision ?? 0) + 1, json: json))
    var options = app.storeOptions(options)
    options.description = .replaced(json: json, after: addition.revision, first: AddedFields().json)
    return (app, try Self.explaining { try Store(app.description.model, at: file, options: options) })
  }
}
