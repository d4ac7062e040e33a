/// All entities of an application, with resolved relationships.
public struct ModelDescription: Sendable, Codable, Hashable {
  /// The current version of the description's format. Readers refuse newer ones.
  package static let currentVersion = 1

  /// The version of the format in which it was written.
  public let version: Int
  /// The entities, in the order of their declaration.
  public let entities: [EntityDescription]
  /// The names of the jobs that start when a record is added, by the name of the entity.
  public var jobs: [String: [String]] = [:]
  /// The names of the jobs that start whenever a record was added or changed, by the name of the entity.
  package var changeJobs: [String: [String]] = [:]

  /// A model of described entities.
  public init(entities: [EntityDescription]) {
    version = Self.currentVersion
    self.entities = ComputedYears.known(FormulaWordFields.resolved(entities))
  }

  // A model of entities as they are.
  init(plain entities: [EntityDescription]) {
    version = Self.currentVersion
    self.entities = entities
  }

  /// Lowers declarations to a model, resolves each relationship's inverse and join table, and adds the entities of notes.
  public init(_ types: [any Entity.Type]) {
    let taking = Dictionary(types.map { ($0.name, $0.anyDeclaration.computedTakingDigits) }) { first, _ in first }
    let declared = NotesEntity.added(to: types.map { Self.describe($0.anyDeclaration) })
    self.init(entities: ComputedDigits.taken(by: taking, in: declared))
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
      states: declaration.states, rules: declaration.rules, derivation: derivation, hasNotes: entity.hasNotes)
  }

  /// The entity of that name; nil when there is none.
  public func entity(named name: String) -> EntityDescription? { entities.first { $0.name == name } }

  /// The entity with that plural, as addresses and files name it; nil for none.
  public func entity(plural: some StringProtocol) -> EntityDescription? {
    entities.first { $0.plural == plural }
  }

  /// The to-one relationships that refer to an entity, with their entities. Derived entities are excluded, because derived
  /// records are deleted with their sources.
  public func references(
    to entity: EntityDescription
  ) -> [(entity: EntityDescription, relationship: RelationshipDescription)] {
    entities.filter { !$0.isDerived }.flatMap { other in
      other.relationships.filter { $0.cardinality == .toOne && $0.target == entity.name }.map { (other, $0) }
    }
  }

  /// A copy with one entity replaced by a changed one of the same name.
  public func replacing(_ entity: EntityDescription) -> ModelDescription {
    var model = ModelDescription(entities: entities.map { $0.name == entity.name ? entity : $0 })
    model.jobs = jobs
    model.changeJobs = changeJobs
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

  // The join table is named for the side that names the inverse, or that has none, so that both sides get the same
  // name.
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
