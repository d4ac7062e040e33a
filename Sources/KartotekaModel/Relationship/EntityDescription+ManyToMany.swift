extension EntityDescription {
  /// The many-to-many relationships, in the order of their declaration.
  public var manyToMany: [RelationshipDescription] { relationships.filter { $0.cardinality == .manyToMany } }

  /// The many-to-many relationships whose join tables are named for this entity: those that name their inverse or have
  /// none. Every join table of a model is led by one relationship.
  public var leadingManyToMany: [RelationshipDescription] {
    manyToMany.filter { $0.joinTable == table + "_" + Naming.snakeCase($0.name) }
  }
}
