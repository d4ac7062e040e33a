import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// The fields that were added on screens to an application in code, as they are in its database file.
package struct AddedFieldsState: Sendable {
  /// An added field that the declaration has, too, by now.
  package struct Collision: Sendable, Hashable {
    /// The entity.
    package let entity: String
    /// The name of the added field.
    package let added: String
    /// The name of the declared field.
    package let declared: String
    /// Its label.
    package let label: String
  }

  /// The application as it is declared.
  package let declared: AppDescription
  /// The revision of the layer in the file; nil for a file that has none.
  package let revision: Int64?
  /// The added fields in the file.
  let stored: AddedFields
  /// The part of it that the declaration allows.
  let shown: AddedFields
  /// The sentences about its left-out parts, for people.
  package let notices: [Phrase]
  /// The fields that the declaration has, too.
  package let collisions: [Collision]
  /// The description with them.
  package let design: Deferred<Design>

  /// The sentences about them at a start.
  package var remarks: [Phrase] {
    notices
      + collisions.map { collision in
        let kind = declared.model.entity(named: collision.entity)?.nouns.many ?? collision.entity
        return Phrase(
          "{field} of {kind} was added here, and comes with the application now: both are kept",
          ["field": .phrase(Phrase(collision.label)), "kind": .phrase(Phrase(kind))])
      }
  }
}

extension App {
  /// The application in code with the fields that its database file has besides.
  /// - Throws: ``AppDocumentError`` for fields that this program can't read: without them their values would be put away.
  package func over(_ file: URL) throws -> App {
    guard design == nil, openedFile == nil else { return self }
    let stored: StoredDescription?
    // Whoever opens the file says what is wrong with it.
    do { stored = try StoredDescription.read(at: file) } catch is StoreError { return self }
    return try laid(under: stored)
  }

  /// The application in code with the fields that a stored layer adds.
  /// - Throws: ``AppDocumentError``.
  func laid(under stored: StoredDescription?) throws -> App {
    // The file is a designed application's, which opening refuses.
    if let stored, !AddedFields.isOne(stored.json) { return self }
    let added =
      try stored.map { stored throws(AppDocumentError) in try AddedFields(json: stored.json) } ?? AddedFields()
    var app = self
    app.description = layer?.declared ?? description
    let (declared, catalogue, revision) = (app.description, catalogue, stored?.revision)
    guard !added.isEmpty else {
      app.layer = AddedFieldsState(
        declared: declared, revision: revision, stored: added, shown: added, notices: [], collisions: [],
        design: Deferred {
          Design(declared: AppDocument(declared, catalogue: catalogue).with(AddedFields()), revision: revision ?? 0)
        })
      return app
    }
    let document = AppDocument(declared, catalogue: catalogue)
    let named = added.following(document)
    let laid = named.laid(over: document)
    app.description = laid.document.description
    let design = Design(declared: laid.document, revision: revision ?? 0)
    app.layer = AddedFieldsState(
      declared: declared, revision: revision, stored: named, shown: laid.shown,
      notices: laid.notices + laid.shown.stateRemarks(with: document),
      collisions: laid.shown.collisions(with: document), design: Deferred { design })
    return app
  }

  /// The description of a revision of the layer.
  /// - Throws: ``AppDocumentError``.
  package func document(of stored: StoredDescription) throws -> AppDocument {
    let declared = declaredDocument
    return try AddedFields(json: stored.json).following(declared).laid(over: declared).document
  }

  /// The description without the added fields.
  var declaredDocument: AppDocument { AppDocument(layer?.declared ?? description, catalogue: catalogue) }
}

extension AddedFields {
  /// The fields that a declaration has, too: under the label in any of its languages, or under the name that a field of the label
  /// gets.
  func collisions(with declared: AppDocument) -> [AddedFieldsState.Collision] {
    return kinds.flatMap { kind -> [AddedFieldsState.Collision] in
      guard let entity = declared.entity(kind.entity) else { return [] }
      let fields =
        entity.attributes.map { ($0.name, $0.label) } + entity.relationships.map { ($0.name, $0.label) }
        + entity.computed.map { ($0.name, $0.attribute.label) }
      let added =
        kind.attributes.filter { $0.thumbnailOf == nil }.map { ($0.name, $0.label) }
        + kind.relationships.map { ($0.name, $0.label) }
        + kind.computed.map { ($0.name, $0.attribute.label) }
      return added.compactMap { name, label in
        fields.first {
          declared.keys(of: $0.1).contains(Naming.key(label)) || $0.0 == NameGuess.attribute(label, at: 0)
        }.map {
          AddedFieldsState.Collision(entity: entity.name, added: name, declared: $0.0, label: label)
        }
      }
    }
  }
}

extension AppDocument {
  /// The forms in which a label is compared, in each of its languages.
  func keys(of label: String) -> Set<String> {
    let translated = words.values.compactMap { words -> String? in
      if case .plain(let text)? = words[label] { text } else { nil }
    }
    return Set(([label] + translated).map(Naming.key))
  }
}
