/// A field of a list: of its entity, or through to-one relationships such as `customer.country`.
package struct FieldPath: Sendable {
  /// The maximum number of relationships in a path. Each adds a level to SQLite's expression.
  package static let limit = 5

  /// The relationships that lead to the field's entity.
  package let relationships: [RelationshipDescription]
  /// The entity of the field.
  package let entity: EntityDescription
  /// The name of the field.
  package let name: String

  /// Resolves a path.
  /// - Throws: ``ListFault`` with the known relationships.
  package init(_ path: String, of entity: EntityDescription, in model: ModelDescription) throws(ListFault) {
    // A column of another program's table may have a point in its name.
    var steps =
      entity.position(of: path) != nil
      ? [path] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    name = steps.popLast() ?? ""
    guard steps.count <= Self.limit else {
      throw .text(Phrase("A name goes through at most {count} relationships.", ["count": .count(Self.limit)]))
    }
    var (end, prefix) = (entity, "")
    var relationships: [RelationshipDescription] = []
    for step in steps {
      guard let relationship = end.relationship(step), relationship.cardinality == .toOne,
        let target = model.entity(named: relationship.target)
      else {
        let known = end.relationships.filter { $0.cardinality == .toOne }.map { prefix + $0.name }
        throw .unknown(prefix + step, known: known)
      }
      relationships.append(relationship)
      end = target
      prefix += step + "."
    }
    self.entity = end
    self.relationships = relationships
  }

  /// Field names of the last entity as full paths.
  package func names(_ names: [String]) -> [String] {
    names.map { (relationships.map(\.name) + [$0]).joined(separator: ".") }
  }

  /// The full path.
  package var text: String { names([name])[0] }

  /// Converts a condition on the last record to one on the first record.
  /// - Parameter holdsForNone: whether the condition holds if a relationship is empty.
  func lifted(_ predicate: FetchPredicate, holdsForNone: Bool) -> FetchPredicate {
    guard !relationships.isEmpty else { return predicate }
    let inner = holdsForNone ? FetchPredicate.not(predicate) : predicate
    let outer = relationships.reversed().reduce(inner) { .leads($1.name, $0) }
    return holdsForNone ? .not(outer) : outer
  }
}

/// Why a filter or a sort order can't be used.
package enum ListFault: Error, Hashable, Sendable {
  /// A name of a field, an operator or a value is unknown.
  case unknown(String, known: [String])
  /// A sentence about a text.
  case text(Phrase)

  /// The fault in words.
  package var phrase: Phrase {
    switch self {
    case .text(let phrase): phrase
    case .unknown(let name, let known):
      Phrase(
        "Unknown: {name}. Known: {known}.",
        ["name": .text(name), "known": .text(known.joined(separator: ", "))])
    }
  }
}

extension FieldPath {
  /// The names by which the records at its end can be sorted.
  package var sortableNames: [String] { entity.sortableNames }

  /// The names of the fields that a list can have as columns beside this one: those by which it can be sorted, and of its own
  /// records the many-to-many relationships.
  package var columnNames: [String] { relationships.isEmpty ? entity.columnNames : entity.sortableNames }

  /// The same, and the pictures of its own records, which tables show and files of a list leave out.
  package var tableNames: [String] { columnNames + (relationships.isEmpty ? entity.pictures.map(\.name) : []) }
}

extension EntityDescription {
  /// The names of the own fields that a list can have as columns: those by which it can be sorted, and the many-to-many
  /// relationships.
  package var columnNames: [String] { sortableNames + manyToMany.map(\.name) }

  /// The pictures, without those that are another one's small picture.
  package var pictures: [AttributeDescription] { attributes.filter { $0.kind == .picture && $0.thumbnailOf == nil } }

  /// The names by which records can be sorted: the id, columns without bytes, computed values, and the state in the order of
  /// its declaration.
  package var sortableNames: [String] {
    ["id"]
      + columns.filter { if case .attribute(let attribute) = $0 { !attribute.isBytes } else { true } }.map(\.name)
      + computed.map(\.name) + (states.isEmpty ? [] : [ComputedValues.stateKey])
  }
}
