import KartotekaHTTP
import KartotekaModel

/// A field in a parameter: of the entity, or through to-one relationships such as `customer.country`.
struct FieldPath {
  /// The maximum number of relationships in a path. Each adds a level to SQLite's expression.
  static let limit = 5

  /// The names of the relationships.
  let relationships: [String]
  /// The entity of the field.
  let entity: EntityDescription
  /// The name of the field.
  let name: String

  /// Resolves a path.
  /// - Throws: ``Problem`` with the parameter and the known relationships.
  init(
    _ path: String, of entity: EntityDescription, in model: ModelDescription, for parameter: String
  ) throws(Problem) {
    // A column of another program's table may have a point in its name.
    var steps =
      entity.position(of: path) != nil
      ? [path] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    name = steps.popLast() ?? ""
    guard steps.count <= Self.limit else {
      throw .parameter(
        parameter, Phrase("A name goes through at most {count} relationships.", ["count": .count(Self.limit)]))
    }
    var (end, prefix) = (entity, "")
    for step in steps {
      guard let relationship = end.relationship(step), relationship.cardinality == .toOne,
        let target = model.entity(named: relationship.target)
      else {
        let known = end.relationships.filter { $0.cardinality == .toOne }.map { prefix + $0.name }
        throw .notAmong(prefix + step, known, for: parameter)
      }
      end = target
      prefix += step + "."
    }
    self.entity = end
    relationships = steps
  }

  /// Field names of the last entity as full paths.
  func names(_ names: [String]) -> [String] { names.map { (relationships + [$0]).joined(separator: ".") } }

  /// Converts a condition on the last record to one on the first record.
  /// - Parameter holdsForNone: whether the condition holds if a relationship is empty.
  func lifted(_ predicate: FetchPredicate, holdsForNone: Bool) -> FetchPredicate {
    guard !relationships.isEmpty else { return predicate }
    let inner = holdsForNone ? FetchPredicate.not(predicate) : predicate
    let outer = relationships.reversed().reduce(inner) { .leads($1, $0) }
    return holdsForNone ? .not(outer) : outer
  }
}
