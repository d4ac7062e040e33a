extension EntityDescription {
  /// The many-to-many relationships, in the order of their declaration.
  public var manyToMany: [RelationshipDescription] { relationships.filter { $0.cardinality == .manyToMany } }

  /// The many-to-many relationships that name the join table: those that name their inverse or have none. Each join
  /// table has one such relationship.
  public var leadingManyToMany: [RelationshipDescription] {
    manyToMany.filter { $0.joinTable == table + "_" + Naming.snakeCase($0.name) }
  }
}
