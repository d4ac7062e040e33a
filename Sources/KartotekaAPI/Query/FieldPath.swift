import KartotekaHTTP
import KartotekaModel

/// A field as a parameter names it: of the entity itself, or through to-one relationships (`customer.country`).
struct FieldPath {
  /// The most relationships that a path goes through: each makes SQL's expression deeper.
  static let limit = 5

  /// The names of the relationships.
  let relationships: [String]
  /// The entity at the end, which has the field.
  let entity: EntityDescription
  /// The field's name there.
  let name: String

  /// Follows a path.
  /// - Throws: ``Problem`` that names the parameter and the relationships that there are.
  init(
    _ path: String, of entity: EntityDescription, in model: ModelDescription, for parameter: String
  ) throws(Problem) {
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
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

  /// Names of the entity at the end, as the parameter has to name them.
  func names(_ names: [String]) -> [String] { names.map { (relationships + [$0]).joined(separator: ".") } }

  /// A condition on the record at the end as one on the record at the beginning.
  /// - Parameter holdsForNone: whether it holds where a relationship leads to no record.
  func lifted(_ predicate: FetchPredicate, holdsForNone: Bool) -> FetchPredicate {
    guard !relationships.isEmpty else { return predicate }
    let inner = holdsForNone ? FetchPredicate.not(predicate) : predicate
    let outer = relationships.reversed().reduce(inner) { .leads($1, $0) }
    return holdsForNone ? .not(outer) : outer
  }
}
