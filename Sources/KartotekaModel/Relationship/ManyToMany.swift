/// A many-to-many relationship, stored in a join table: `let students = ManyToMany<User>("Students", inverse:
/// \.studies)`.
///
/// Only one side names the inverse, because Swift can't infer the types of two `let` properties that name each other.
/// The other side is resolved from it.
public final class ManyToMany<Target: Entity>: RelationshipProperty {
  let label: String
  private let formerNames: [String]
  private let inverse: (@Sendable () -> any RelationshipProperty)?
  let place: SourcePlace?
  let slot = Slot()
  var target: any Entity.Type { Target.self }
  var declaredInverse: (any RelationshipProperty)? { inverse?() }

  /// A relationship whose inverse is named on the other side, or that has none.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - formerNames: the names of earlier versions of the model, including those of a to-one relationship; the links
  ///     stay.
  public init(
    _ label: String, renamedFrom formerNames: [String] = [], fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.formerNames = formerNames
    self.inverse = nil
  }

  /// A relationship with its inverse.
  /// - Parameters:
  ///   - label: a catalogue key.
  ///   - formerNames: the names of earlier versions of the model, including those of a to-one relationship; the links
  ///     stay.
  public init<Owner>(
    _ label: String, inverse: any KeyPath<Target, ManyToMany<Owner>> & Sendable, renamedFrom formerNames: [String] = [],
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
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
