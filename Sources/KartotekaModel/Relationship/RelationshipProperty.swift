/// A declared relationship. ``ModelDescription`` resolves its target and inverse.
protocol RelationshipProperty: Property {
  var target: any Entity.Type { get }
  /// The relationship of the target that is declared as the inverse.
  var declaredInverse: (any RelationshipProperty)? { get }
  func description(named name: String) -> RelationshipDescription
}
