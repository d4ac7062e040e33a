import Synchronization

/// An entity's declaration, read once per type: the instance that key paths read, and its description.
public final class EntityDeclaration<E: Entity>: AnyEntityDeclaration {
  /// The instance that key paths read.
  package let prototype: E
  /// The description, before ``ModelDescription`` resolves inverses.
  public let description: EntityDescription
  let relationships: [(name: String, property: any RelationshipProperty)]
  private let properties: [any AttributeProperty]
  private let computedProperties: [(name: String, property: any ComputedProperty)]
  // Computed after all entities are declared, because they name attributes of this and other entities.
  var uniqueKeys: [[String]] { E.uniqueKeys.map(\.names) }
  var computed: [ComputedDescription] { computedProperties.map { $0.property.description(named: $0.name) } }
  var states: [StateDescription] { E.states }
  var rules: [RuleDescription] { E.rules }
  var derivation: DerivationDescription? { E.derivation }

  fileprivate init() {
    prototype = E()
    var attributes: [(any AttributeProperty, AttributeDescription)] = []
    var relationships: [(name: String, property: any RelationshipProperty)] = []
    var computed: [(name: String, property: any ComputedProperty)] = []
    for child in Mirror(reflecting: prototype).children {
      guard let name = child.label else { continue }
      if let attribute = child.value as? any AttributeProperty {
        attributes.append((attribute, attribute.description(named: name)))
      } else if let relationship = child.value as? any RelationshipProperty {
        relationships.append((name, relationship))
      } else if let value = child.value as? any ComputedProperty {
        computed.append((name, value))
      }
    }
    description = EntityDescription(
      name: E.name, plural: E.plural, table: E.table, nouns: E.nouns, numberedTitle: E.numberedTitle,
      formerNames: E.formerNames, attributes: attributes.map(\.1),
      relationships: relationships.map { $0.property.description(named: $0.name) }, hasNotes: E.hasNotes)
    self.relationships = relationships
    properties = attributes.map(\.0)
    computedProperties = computed
    for (property, attribute) in attributes {
      property.slot.index = description.position(of: attribute.name) ?? -1
    }
    for (name, property) in relationships { property.slot.index = description.position(of: name) ?? -1 }
  }

  func place(of name: String?) -> SourcePlace? {
    var places = zip(description.attributes, properties).map { (name: $0.name, place: $1.place) }
    places += relationships.map { ($0.name, $0.property.place) }
    places += computedProperties.map { ($0.name, $0.property.place) }
    // Swift does not say where a type is declared; its first property is near.
    return places.first { $0.name == name }?.place ?? places.compactMap(\.place).min { $0.line < $1.line }
  }

  /// The attributes and relationships as objects: each has the position of one entity's value.
  var objects: [(name: String, id: ObjectIdentifier)] {
    zip(description.attributes, properties).map { ($0.name, ObjectIdentifier($1)) }
      + relationships.map { ($0.name, ObjectIdentifier($0.property)) }
  }

  /// The decimals that say neither their digits nor a currency.
  var decimalsWithoutDigits: [String] {
    zip(description.attributes, properties).filter { $1.lacksDigits }.map { $0.0.name }
  }

  var computedTakingDigits: Set<String> {
    Set(computedProperties.filter { $0.property.takesDigits }.map(\.name))
  }

  func completedAttributes() -> [AttributeDescription] {
    zip(properties, description.attributes).map { property, attribute in
      var attribute = attribute
      property.complete(&attribute)
      return attribute
    }
  }

  func name(of property: any RelationshipProperty) -> String? {
    relationships.first { $0.property === property }?.name
  }

  func name(of property: any ComputedProperty) -> String? {
    computedProperties.first { $0.property === property }?.name
  }
}

/// A type-erased ``EntityDeclaration``.
protocol AnyEntityDeclaration: Sendable {
  var description: EntityDescription { get }
  var relationships: [(name: String, property: any RelationshipProperty)] { get }
  var uniqueKeys: [[String]] { get }
  var computed: [ComputedDescription] { get }
  var states: [StateDescription] { get }
  var rules: [RuleDescription] { get }
  var derivation: DerivationDescription? { get }
  /// The names of the computed values whose digits are those of their computations.
  var computedTakingDigits: Set<String> { get }
  /// The place of a property's declaration, else that of the first one.
  func place(of name: String?) -> SourcePlace?
  /// The attributes, including the options that name other entities.
  func completedAttributes() -> [AttributeDescription]
  func name(of property: any RelationshipProperty) -> String?
}

/// An attribute of any value type.
protocol AttributeProperty: Property {
  /// Whether it is a decimal that says neither its digits nor a currency.
  var lacksDigits: Bool { get }
  func description(named name: String) -> AttributeDescription
  func complete(_ description: inout AttributeDescription)
}
extension Attribute: AttributeProperty {}

private let declarations = Mutex<[ObjectIdentifier: any AnyEntityDeclaration]>([:])

extension Entity {
  /// The declaration, read on first use.
  public static var declaration: EntityDeclaration<Self> {
    let key = ObjectIdentifier(Self.self)
    if let known = declarations.withLock({ $0[key] as? EntityDeclaration<Self> }) { return known }
    // Read outside the lock, because reading can need other entities. The first result is kept.
    let fresh = EntityDeclaration<Self>()
    return declarations.withLock { all in
      if let known = all[key] as? EntityDeclaration<Self> { return known }
      all[key] = fresh
      return fresh
    }
  }

  static var anyDeclaration: any AnyEntityDeclaration { declaration }

  /// The place of the declaration of an attribute, relationship or computed value, else of the first one.
  package static func place(of name: String?) -> SourcePlace? { declaration.place(of: name) }

  /// The attributes and relationships as objects, by which declarations that share one are found.
  package static var declaredObjects: [(name: String, id: ObjectIdentifier)] { declaration.objects }

  /// The decimal attributes that say neither their digits nor a currency, by name.
  package static var decimalsWithoutDigits: [String] { declaration.decimalsWithoutDigits }
}
