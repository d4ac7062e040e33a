/// The other end of a to-one relationship: `let courses = ToMany<Course>("Courses taught", inverse: \.teacher)`.
public final class ToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let inverse: @Sendable () -> any RelationshipProperty
  private let minimum: Int
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse() }

  /// A relationship stored in the target's to-one relationship.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - minimum: the minimum number of parts with which a record is saved.
  public init<Owner>(
    _ label: String, inverse: any KeyPath<Target, ToOne<Owner>> & Sendable, atLeast minimum: Int = 0,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.minimum = minimum
    self.inverse = { Target.declaration.prototype[keyPath: inverse] }
  }

  func description(named name: String) -> RelationshipDescription {
    var description = RelationshipDescription(
      name: name, label: label, cardinality: .toMany, target: Target.name)
    description.minimumCount = minimum
    return description
  }
}
