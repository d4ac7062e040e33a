/// A relationship as declared; which entity and which inverse it means is found out when all are known.
protocol RelationshipProperty: Property {
  var target: any Entity.Type { get }
  /// The target's relationship that was named as the inverse.
  var declaredInverse: (any RelationshipProperty)? { get }
  func description(named name: String) -> RelationshipDescription
}
