import KartotekaModel

extension Dependencies {
  /// A fetch request's dependencies: its entity, and those of its order, conditions, search and computed values.
  ///
  /// - Parameter request: as it was asked, with conditions that name today (see ``AnyFetchRequest/resolved(on:)``).
  init(_ request: AnyFetchRequest, in model: ModelDescription) {
    guard let entity = model.entity(named: request.entity) else { return }
    var reads = RequestReads(model: model, dependencies: .entities([entity.name]))
    reads.addTitles(of: entity)
    for name in request.include {
      reads.follow(name, of: entity)
      if let target = entity.target(of: name, in: model) { reads.addTitles(of: target) }
    }
    for name in request.computes { reads.follow(name, of: entity) }
    for sort in request.sort { reads.follow(sort.name, of: entity) }
    if !request.search.isEmpty { reads.addSearched(of: entity, computed: entity.computedSearched(by: request)) }
    if let predicate = request.predicate { reads.add(predicate, of: entity) }
    if request.wantsComputed { reads.addComputed(of: entity) }
    self = reads.dependencies
  }

  /// The dependencies of an aggregate request.
  ///
  /// - Parameter request: as it was asked, with conditions that name today.
  init(_ request: AggregateRequest, in model: ModelDescription) {
    guard let entity = model.entity(named: request.entity) else { return }
    var reads = RequestReads(model: model, dependencies: .entities([entity.name]))
    for group in request.groups { reads.follow(group.name, of: entity) }
    for measure in request.measures {
      switch measure {
      case .count: break
      case .different(let name), .of(_, let name): reads.follow(name, of: entity)
      case .sum(let expression), .average(let expression), .least(let expression), .greatest(let expression):
        reads.add(expression, of: entity)
      }
    }
    if request.search != nil { reads.addSearched(of: entity, computed: entity.searchedComputed) }
    if let predicate = request.predicate { reads.add(predicate, of: entity) }
    self = reads.dependencies
  }

  /// The dependencies of an entity's records, with their computed titles.
  init(recordsOf entity: EntityDescription, in model: ModelDescription) {
    var reads = RequestReads(model: model, dependencies: .entities([entity.name]))
    reads.addTitles(of: entity)
    self = reads.dependencies
  }

  /// The dependencies of an entity's computed values and states.
  init(computedOf entity: EntityDescription, in model: ModelDescription) {
    var reads = RequestReads(model: model, dependencies: .entities([entity.name]))
    reads.addComputed(of: entity)
    self = reads.dependencies
  }

  /// The dependencies of a relationship: links are changes of the records at both ends.
  init(_ relationship: RelationshipDescription, in model: ModelDescription) {
    let owners = model.entities.filter { $0.relationships.contains(relationship) }
    self = .entities(owners.map(\.name) + [relationship.target])
  }
}

/// Collects the entities that the parts of a request lead to.
private struct RequestReads {
  let model: ModelDescription
  var dependencies: Dependencies
  // The computed values and states so far, by entity and name: many may have the same one.
  private var seen: Set<[String]> = []

  init(model: ModelDescription, dependencies: Dependencies) {
    (self.model, self.dependencies) = (model, dependencies)
  }

  /// Adds the entities that a name leads to: a relationship, a path like `order.customer.name`, a computed value.
  mutating func follow(_ name: String, of entity: EntityDescription) {
    var entity = entity
    for step in name.split(separator: ".").map(String.init) {
      if let relationship = entity.relationship(step), let target = model.entity(named: relationship.target) {
        dependencies.formUnion(.entities([target.name]))
        entity = target
      } else {
        if let computed = entity.computed(step) {
          add(computed, of: entity)
        } else if step == ComputedValues.stateKey, entity.position(of: step) == nil {
          addStates(of: entity)
        }
        return
      }
    }
  }

  /// Adds the related entities and the computed values that a search of an entity looks at.
  mutating func addSearched(of entity: EntityDescription, computed: [ComputedDescription]) {
    for path in entity.searchPaths { follow(path.relationship, of: entity) }
    for computed in computed { add(computed, of: entity) }
  }

  mutating func add(_ expression: FetchExpression, of entity: EntityDescription) {
    for name in expression.names { follow(name, of: entity) }
  }

  mutating func add(_ predicate: FetchPredicate, of entity: EntityDescription) {
    switch predicate {
    case .compare(let name, _, _), .has(let name, _): follow(name, of: entity)
    case .reads: break
    case .day(let name, _, _), .moment(let name, _, _):
      follow(name, of: entity)
      dependencies.formUnion(.day)
    case .isRelated(let owner, let relationship, _):
      guard let owner = model.entity(named: owner) else { return }
      dependencies.formUnion(.entities([owner.name]))
      follow(relationship, of: owner)
    case .leads(let name, let inner):
      follow(name, of: entity)
      if let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) { add(inner, of: target) }
    case .isReferred(let other, _, let inner):
      guard let owner = model.entity(named: other) else { return }
      dependencies.formUnion(.entities([owner.name]))
      add(inner, of: owner)
    case .calculates(let one, _, let other):
      add(one, of: entity)
      add(other, of: entity)
    case .formula(let formula): add(formula.term, of: entity)
    case .all(let list), .any(let list): for inner in list { add(inner, of: entity) }
    case .not(let inner): add(inner, of: entity)
    }
  }

  mutating func addComputed(of entity: EntityDescription) {
    for computed in entity.computed { add(computed, of: entity) }
    addStates(of: entity)
  }

  private mutating func add(_ computed: ComputedDescription, of entity: EntityDescription) {
    guard seen.insert([entity.name, computed.name]).inserted else { return }
    add(computed.source, of: entity)
  }

  private mutating func addStates(of entity: EntityDescription) {
    guard seen.insert([entity.name]).inserted else { return }
    for state in entity.states { add(state.condition, of: entity) }
  }

  /// Adds the entities from whose records titles are computed.
  mutating func addTitles(of entity: EntityDescription) {
    for computed in entity.titleComputed { add(computed, of: entity) }
  }

  private mutating func addRelated(_ name: String, _ condition: FetchPredicate?, of entity: EntityDescription) {
    follow(name, of: entity)
    guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return }
    if let condition { add(condition, of: target) }
  }

  private mutating func add(_ term: FormulaTerm, of entity: EntityDescription) {
    if term.isOfDay { dependencies.formUnion(.day) }
    if term.isOfMoment { dependencies.formUnion(.moment) }
    if term.isOfAsker { dependencies.formUnion(.asker) }
    switch term {
    case .value(let name): follow(name, of: entity)
    case .over(_, let name, let parts):
      follow(name, of: entity)
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return }
      for part in parts { add(part, of: target) }
    default: for part in term.parts { add(part, of: entity) }
    }
  }

  private mutating func add(_ source: ComputedSource, of entity: EntityDescription) {
    switch source {
    case .text: break
    case .joined(let parts, _): for part in parts { add(part, of: entity) }
    case .later(let start, let number, _):
      add(start, of: entity)
      add(number, of: entity)
    case .holds(let condition): add(condition, of: entity)
    case .exists(let name, let condition), .least(let name, _, let condition), .greatest(let name, _, let condition):
      addRelated(name, condition, of: entity)
    case .own(let expression): add(expression, of: entity)
    case .sum(let name, let expression, let condition):
      addRelated(name, condition, of: entity)
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return }
      add(expression, of: target)
    case .plus(let one, let other), .minus(let one, let other), .product(let one, let other):
      add(one, of: entity)
      add(other, of: entity)
    case .rounded(let inner, _): add(inner, of: entity)
    case .formula(let formula): add(formula.term, of: entity)
    }
  }
}
