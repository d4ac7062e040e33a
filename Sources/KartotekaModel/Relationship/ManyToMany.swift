/// A relationship between many records on both sides, kept in a join table:
/// `let students = ManyToMany<User>("Students", inverse: \.studies)`.
///
/// The inverse is named on one side only: Swift can't infer the types of two `let` properties that name each
/// other. The other side is declared without and finds its inverse by that.
public final class ManyToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let formerNames: [String]
  private let inverse: (@Sendable () -> any RelationshipProperty)?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse?() }

  /// A relationship with that label (a key into the catalogue) that the other side names as its inverse, or
  /// that has none.
  /// - Parameter formerNames: the names that it had in earlier versions of the model, to-one relationships included:
  ///   its links stay.
  public init(_ label: String, renamedFrom formerNames: [String] = []) {
    self.label = label
    self.formerNames = formerNames
    self.inverse = nil
  }

  /// A relationship with that label (a key into the catalogue) and the target's relationship that leads back.
  /// - Parameter formerNames: the names that it had in earlier versions of the model, to-one relationships included:
  ///   its links stay.
  public init<Owner>(
    _ label: String, inverse: any KeyPath<Target, ManyToMany<Owner>> & Sendable, renamedFrom formerNames: [String] = []
  ) {
    self.label = label
    self.formerNames = formerNames
    self.inverse = { Target.declaration.prototype[keyPath: inverse] }
  }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .manyToMany, target: Target.name)
    description.formerNames = formerNames
    return description
  }
}
