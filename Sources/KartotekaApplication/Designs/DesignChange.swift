import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Why a designed application can't be made or changed.
@nonexhaustive package enum DesignError: Error, Sendable {
  /// An application in code has the name.
  case isCode(String)
  /// There is a file of that name already.
  case nameTaken(String)
  /// There is no application of that name.
  case unknown(String)
  /// There are so many applications that no more are added.
  case tooMany(Int)
  /// Records stand in the way.
  case obstacles([MigrationPlan.Obstacle])
  /// An import is running, which goes on with the fields that it began with. Its name, if another process has begun it.
  case importRuns(Phrase? = nil)
  /// An action runs on several records, which goes on with the fields that it began with.
  case actionRuns
  /// The file of another program does not allow the changes.
  case forbidden([Phrase])
}

/// The effect of a new description on an application and its records.
package struct DesignChange: Sendable {
  /// The description as it is now; nil for a new application.
  package let current: Design?
  /// The description as it will be.
  package let document: AppDocument
  /// The effect on the records; nil for a new application.
  package let plan: MigrationPlan?
  /// The file of another program whose application is changed; nil for a designed application.
  let opened: OpenedApp?
  /// The application in code whose added fields are changed; nil for the others.
  let addition: Addition?

  /// Whether nothing changes.
  package var isEmpty: Bool { current?.document == document }

  /// The effect of making or changing an application to a description, without doing it.
  /// - Throws: ``DesignError``, ``AppDocumentError/faults(_:)``, `StoreError.unusable`.
  package init(_ document: AppDocument, in folder: DesignFolder) throws {
    let document = document.withoutCode()
    let faults = document.check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    guard !folder.taken.contains(document.name) else { throw DesignError.isCode(document.name) }
    let file = folder.file(of: document.name)
    self.document = document
    (opened, addition) = (nil, nil)
    current = try folder.app(document.name)?.design
    let isOpened = OpenedFolder(in: folder.url).files().contains { $0.name == document.name }
    if current == nil { try DesignFolder.checkRoom(besides: folder.names().count) }
    if current == nil, isOpened || FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
      throw DesignError.nameTaken(document.name)
    }
    plan = current == nil ? nil : try Store.migration(of: document.description.model, at: file)
  }

  /// Takes back what a process has left half done in an application, such as an import, while its tables are those that it was
  /// begun with. To be called before the change is computed.
  /// - Parameter options: how the application's store works.
  /// - Throws: ``AppDocumentError``, `StoreError`.
  package static func settle(_ name: String, in folder: DesignFolder, options: StoreOptions = StoreOptions())
    async throws
  {
    guard let app = try folder.app(name) else { return }
    let store = try Store(app.description.model, at: folder.file(of: name), options: app.storeOptions(options))
    if try await store.hasUnfinishedChangeSet() { try await store.takeBackInterrupted() }
  }

  /// Makes or changes the application in one transaction.
  /// - Parameter options: how its store works.
  /// - Returns: the application with its store.
  /// - Throws: ``DesignError/obstacles(_:)``, ``DesignError/importRuns(_:)``, `StoreError.descriptionChanged` where somebody else has changed it meanwhile,
  ///   other `StoreError`; everything is as it was then.
  package func apply(in folder: DesignFolder, options: StoreOptions = StoreOptions()) throws -> (app: App, store: Store)
  {
    if let obstacles = plan?.obstacles, !obstacles.isEmpty { throw DesignError.obstacles(obstacles) }
    let file = folder.file(of: document.name)
    let app = App(Design(document, revision: (current?.revision ?? 0) + 1))
    var options = app.storeOptions(options)
    options.description = .replaced(json: document.json, after: current?.revision)
    return (app, try Self.explaining { try Store(document.description.model, at: file, options: options) })
  }

  /// Says of a store that can't be opened with another description what stands in the way.
  static func explaining(_ open: () throws -> Store) throws -> Store {
    do { return try open() } catch StoreError.unusable(_, .cannotMigrate(let obstacles)) {
      throw DesignError.obstacles(obstacles)
    } catch StoreError.unusable(_, .changeSetRuns(let name)) {
      throw DesignError.importRuns(name)
    }
  }
}
