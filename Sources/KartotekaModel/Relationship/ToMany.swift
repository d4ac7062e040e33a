/// The other end of a to-one relationship: `let courses = ToMany<Course>("Courses taught", inverse: \.teacher)`.
public final class ToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let inverse: @Sendable () -> any RelationshipProperty
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse() }

  /// A relationship with that label (a key into the catalogue), kept by the target's to-one relationship.
  public init<Owner>(_ label: String, inverse: any KeyPath<Target, ToOne<Owner>> & Sendable) {
    self.label = label
    self.inverse = { Target.declaration.prototype[keyPath: inverse] }
  }

  func description(named name: String) -> RelationshipDescription {
    RelationshipDescription(name: name, label: label, cardinality: .toMany, target: Target.name)
  }
}
