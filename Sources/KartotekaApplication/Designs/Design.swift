import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A designed application: its description, without code, and which revision of the database file it is. That of an application in
/// code, to which fields are added, has the code's names.
package struct Design: Sendable {
  /// The description.
  package let document: AppDocument
  /// The revision in the database file.
  package let revision: Int64

  /// A design.
  /// - Parameter revision: the revision in the database file; 0 for one that is in no file yet.
  package init(_ document: AppDocument, revision: Int64) {
    self.document = document.withoutCode()
    self.revision = revision
  }

  /// The design of an application in code with the fields that were added to it.
  init(declared document: AppDocument, revision: Int64) { (self.document, self.revision) = (document, revision) }

  /// Reads the design in a database file. The file's name is the application's, so that a copy of the file is another
  /// application.
  /// - Returns: nil where the file has no description.
  /// - Throws: ``AppDocumentError`` for a description that this program can't read, `StoreError.unusable` for a file.
  package static func read(at url: URL) throws -> Design? {
    guard let stored = try StoredDescription.read(at: url), !AddedFields.isOne(stored.json) else { return nil }
    return try Design(stored, named: url.deletingPathExtension().lastPathComponent)
  }

  /// - Parameter isOpened: whether the description is that of an opened file, to which the rules of names do not apply.
  package init(_ stored: StoredDescription, named name: String, isOpened: Bool = false) throws(AppDocumentError) {
    let bytes = Array(stored.json.utf8)
    var document = try AppDocument(unchecked: bytes)
    if !isOpened {
      document.dropUnknownCurrencies()
      var faults = document.check()
      if !faults.isEmpty {
        document.dropFaultyLines()
        document.dropFaultyFilters()
        faults = document.check()
      }
      guard faults.isEmpty else { throw .faults(faults) }
    }
    document.name = name
    self.init(document, revision: stored.revision)
  }
}

extension AppDocument {
  // Version 0.1 stored any text as a currency.
  fileprivate mutating func dropUnknownCurrencies() {
    for entity in entities.indices {
      for attribute in entities[entity].attributes.indices {
        guard let code = entities[entity].attributes[attribute].currency, code.wholeMatch(of: #/[A-Z]{3}/#) == nil
        else { continue }
        entities[entity].attributes[attribute].currency = nil
      }
    }
  }

  // Earlier versions kept filters above lists whose formula needs a field that is gone.
  fileprivate mutating func dropFaultyFilters() {
    guard tabs != nil else { return }
    let model = ModelDescription(drafts: entities)
    for entity in model.entities {
      changeLists(of: entity.name) { list in
        list.subsets.removeAll { $0.predicate.formulaFault(of: entity, in: model) != nil }
      }
    }
  }
}

extension App {
  /// The application as a document that people can read. It names the parts that are code, and lacks tabs with pages of its own.
  public var document: AppDocument {
    shape?.document ?? AppDocument(description, catalogue: catalogue).withoutPages()
  }

  /// The description that screens change, and its revision; nil for an application in code.
  package var shape: Design? { design ?? opened?.design }

  /// The description that screens change, also that of an application in code to which fields can be added.
  package var changeable: Deferred<Design>? { shape.map { shape in Deferred { shape } } ?? layer?.design }

  /// The options of the application's store, beside the model.
  package func storeOptions(_ options: StoreOptions) -> StoreOptions {
    var options = options
    options.migrations = migrations
    options.history = history
    options.code = rules.map(\.code) + hooks.map(\.code)
    if let design { options.description = .expected(design.revision) }
    if let revision = layer?.revision { options.description = .expected(revision) }
    if opened == nil {
      options.primary = options.primaries?.database(of: primaryApplication(mayGoBack: options.mayGoBack))
    }
    return options
  }

  private func primaryApplication(mayGoBack: Bool) -> PrimaryApplication {
    let isDesigned = design != nil
    return PrimaryApplication(
      name: description.name, title: description.title, isDesigned: isDesigned, description: document.json,
      mayGoBack: mayGoBack
    ) { [name = description.name] json in
      var document = try AppDocument(json: Array(json.utf8))
      document.name = name
      return document.description.model
    }
  }
}
