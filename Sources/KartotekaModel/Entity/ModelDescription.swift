/// All entities of one application, with their relationships resolved: what the store, transfer and screens read.
public struct ModelDescription: Sendable, Codable, Hashable {
  /// The version of this description's own form; readers refuse a newer one.
  public static let currentVersion = 1

  /// The version of the form it was written in.
  public let version: Int
  /// The entities, in the order they were declared in.
  public let entities: [EntityDescription]
  /// The jobs that begin when a record of an entity is added, by the entity's name.
  public var jobs: [String: [String]] = [:]

  /// A model of entities that are already described.
  public init(entities: [EntityDescription]) {
    version = Self.currentVersion
    self.entities = entities
  }

  /// Lowers declarations to a model: finds each relationship's inverse and join table.
  public init(_ types: [any Entity.Type]) {
    self.init(entities: types.map { Self.describe($0.anyDeclaration) })
  }

  private static func describe(_ declaration: any AnyEntityDeclaration) -> EntityDescription {
    let entity = declaration.description
    var attributes = declaration.completedAttributes()
    var relationships = declaration.relationships.map { resolve($0, of: declaration) }
    let derivation = declaration.derivation
    if derivation != nil {
      for index in attributes.indices { attributes[index].writability = .never }
      for index in relationships.indices { relationships[index].writability = .never }
    }
    return EntityDescription(
      name: entity.name, plural: entity.plural, table: entity.table, nouns: entity.nouns,
      numberedTitle: entity.numberedTitle, formerNames: entity.formerNames, attributes: attributes,
      relationships: relationships,
      sortOrders: entity.sortOrders, uniqueKeys: declaration.uniqueKeys, computed: declaration.computed,
      states: declaration.states, derivation: derivation)
  }

  /// The entity of that name; nil when there is none.
  public func entity(named name: String) -> EntityDescription? { entities.first { $0.name == name } }

  /// The entity of that plural, as addresses and files name it; nil when there is none.
  public func entity(plural: some StringProtocol) -> EntityDescription? {
    entities.first { $0.plural == plural }
  }

  /// The to-one relationships that lead to an entity, with the entities they belong to. Derived records are not
  /// among them: they come and go with what they follow from.
  public func references(
    to entity: EntityDescription
  ) -> [(entity: EntityDescription, relationship: RelationshipDescription)] {
    entities.filter { !$0.isDerived }.flatMap { other in
      other.relationships.filter { $0.cardinality == .toOne && $0.target == entity.name }.map { (other, $0) }
    }
  }

  /// The same model with one entity replaced by a changed one of the same name.
  public func replacing(_ entity: EntityDescription) -> ModelDescription {
    var model = ModelDescription(entities: entities.map { $0.name == entity.name ? entity : $0 })
    model.jobs = jobs
    return model
  }

  private static func resolve(
    _ declared: (name: String, property: any RelationshipProperty), of owner: any AnyEntityDeclaration
  ) -> RelationshipDescription {
    var relationship = declared.property.description(named: declared.name)
    let target = declared.property.target.anyDeclaration
    if let inverse = declared.property.declaredInverse {
      relationship.inverse = target.name(of: inverse)
    } else {
      relationship.inverse =
        target.relationships.first { $0.property.declaredInverse === declared.property }?.name
    }
    if relationship.cardinality == .manyToMany {
      join(
        &relationship, owner: owner.description, target: target.description,
        named: declared.property.declaredInverse != nil)
    }
    return relationship
  }

  // Both sides have to come to the same table: it is named for the side that names the inverse, or that stands alone.
  private static func join(
    _ relationship: inout RelationshipDescription, owner: EntityDescription, target: EntityDescription,
    named: Bool
  ) {
    let leads = named || relationship.inverse == nil
    let (first, name) =
      leads ? (owner, relationship.name) : (target, relationship.inverse ?? relationship.name)
    relationship.joinTable = first.table + "_" + Naming.snakeCase(name)
    let own = Naming.snakeCase(owner.name) + "_id"
    let related = Naming.snakeCase(target.name) + "_id"
    if owner.name == target.name {
      relationship.joinColumns =
        leads
        ? .init(own: own, related: "related_" + related) : .init(own: "related_" + own, related: related)
    } else {
      relationship.joinColumns = .init(own: own, related: related)
    }
  }
}
