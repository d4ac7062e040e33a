import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The fields and states that people have added on screens to an application in code: a layer over its declared description.
///
/// It lies in the application's own database file, where a designed application has its description, and is kept through new
/// versions of the declaration. Added fields have names of their own (``AddedName``), and stand behind the declared ones.
package struct AddedFields: Hashable, Sendable {
  /// The fields that were added to one kind of record.
  package struct Kind: Hashable, Sendable {
    package var entity = ""
    package var attributes: [AttributeDescription] = []
    package var relationships: [RelationshipDescription] = []
    package var computed: [ComputedDescription] = []
    /// The states, which follow the declared ones.
    package var states: [StateDescription] = []
    package var uniqueKeys: [[String]] = []
    /// The fields that records' pages leave out.
    package var hidden: [String] = []

    var isEmpty: Bool { self == Kind(entity: entity) }

    // Nobody sees small pictures among the fields.
    var labels: [String] {
      attributes.filter { $0.thumbnailOf == nil }.map(\.label) + relationships.map(\.label)
        + computed.map(\.attribute.label) + states.map(\.label)
    }
  }

  /// The kinds of record that have added fields.
  package var kinds: [Kind] = []
  /// The kinds of record that were made for added fields, such as tags.
  package var entities: [DocumentEntity] = []
  /// The lists of these kinds.
  package var tabs: [TabDescription] = []

  package init() {}

  /// The added part of a description.
  package init(of document: AppDocument, over declared: AppDocument) {
    for entity in document.entities {
      guard declared.entity(entity.name) != nil else {
        if AddedName.isOne(entity.name) { entities.append(entity) }
        continue
      }
      var kind = Kind(entity: entity.name)
      kind.attributes = entity.attributes.filter { AddedName.isOne($0.name) }
      // The title is declared.
      for index in kind.attributes.indices { kind.attributes[index].isTitle = false }
      kind.relationships = entity.relationships.filter { AddedName.isOne($0.name) }
      kind.computed = entity.computed.filter { AddedName.isOne($0.name) }
      kind.states = entity.states.filter { AddedName.isOne($0.name) }
      kind.uniqueKeys = entity.uniqueKeys.filter { $0.contains(where: AddedName.isOne) }
      kind.hidden = document.hidden(of: entity.name).filter(AddedName.isOne).sorted()
      if !kind.isEmpty { kinds.append(kind) }
    }
    let made = Set(entities.map(\.name))
    tabs = (document.tabs ?? []).filter { made.contains($0.screen.entity) }
  }

  /// Whether nothing is added.
  package var isEmpty: Bool { self == AddedFields() }

  /// The labels of all of them.
  package var labels: [String] {
    kinds.flatMap(\.labels)
  }
}

extension AddedFields.Kind: DocumentValue {
  package static var shape: Shape<AddedFields.Kind> {
    .object("AddedKind", AddedFields.Kind()) {
      Member.needed("to", \.entity, "The entity that the fields are added to.")
      Member.optional("attributes", \.attributes, "What is kept of a record besides.")
      Member.optional("relationships", \.relationships, "Where records lead besides.")
      Member.optional("computed", \.computed, "Values that are worked out when a record is read.")
      Member.optional("states", \.states, "The states of records that are in none of the declared ones.")
      Member.optional("uniqueKeys", \.uniqueKeys, "What no two records have the same values of together.")
      Member.optional("hidden", \.hidden, "The fields that records' pages leave out.")
    }
  }
}

extension AddedFields: DocumentValue {
  private static let key = "added"

  package static var shape: Shape<AddedFields> {
    .object("AddedFields", AddedFields()) {
      Member.needed(key, \.kinds, "The fields that were added to each entity.")
      Member.optional("entities", \.entities, "The entities that were made for them.")
      Member.optional("tabs", \.tabs, "The lists of these entities.")
    }
  }

  /// The layer as JSON.
  package var json: String { Self.shape.write(self).pretty() + "\n" }

  /// Whether a stored document is such a layer, and not the description of a designed application.
  package static func isOne(_ json: String) -> Bool {
    guard case .object(let object)? = try? JSONParser.parse(Array(json.utf8)) else { return false }
    return object[key] != nil
  }

  /// Reads a layer.
  /// - Throws: ``AppDocumentError`` for one that this program can't read.
  package init(json: String) throws(AppDocumentError) {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONParser.parse(Array(json.utf8)) } catch { throw .syntax(error) }
    var reader = DocumentReader()
    let added = Self.shape.read(value, &reader)
    guard let added, reader.faults.isEmpty else { throw .faults(reader.faults) }
    self = added
  }
}
