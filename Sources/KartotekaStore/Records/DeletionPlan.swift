import KartotekaModel

/// All effects of the deletion of a record: on the records that are deleted with it and on those that refer to one of them, with
/// their order. It is shown before a deletion, checked, and carried out.
///
/// Records may refer to each other in a circle, and a chain of them is as long as the data make it, so nothing here recurses.
struct DeletionPlan {
  /// The references of one entity's records to those of another.
  struct Reference {
    let referrer: EntityDescription
    /// The number of the referrer among the plan's entities.
    let kind: Int
    let rule: DeleteRule
    /// Nil for a foreign key of several columns of an opened file.
    let relationship: RelationshipDescription?
    let foreignKey: EntitySource.ForeignKey?
    /// The columns that refer, among the values of a record.
    let positions: [Int]
  }

  /// A record.
  struct Node: Hashable {
    /// The number of its entity.
    let kind: Int
    let id: RecordID
  }

  /// The loss of a reference to a record that is deleted.
  struct Loss {
    let node: Node
    let positions: [Int]
  }

  /// The records that refer to a deleted one in one way.
  private struct Edge {
    let reference: Int
    let ids: [RecordID]
  }

  /// The record that is to be deleted.
  let root: Node
  private(set) var entities: [EntityDescription]
  /// The ways in which others refer to records of each entity; nil for an entity of which no record is deleted.
  private var references: [[Reference]?]
  /// All records that are deleted, in the order in which they were found.
  private(set) var doomed: [Node]
  private var numbers: [Node: Int]
  private var edges: [[Edge]] = []

  /// The records that keep the record from being deleted: those that deny the deletion of a record that is deleted. A record
  /// that is deleted too denies nothing, in whatever order the relationships are declared.
  private(set) var denied: [StoreError.Referrer] = []
  /// The effects on other records. A record that is deleted stands under the relationship through which it was found first,
  /// and under no other.
  private(set) var consequences: [DeletionConsequence] = []
  /// The references that records lose which stay.
  private(set) var losses: [Loss] = []
  /// The references that a deleted record loses before, since it refers to one that is deleted earlier: they form a circle.
  private(set) var circles: [Loss] = []
  /// Whether records in a circle can't be without their references, so that foreign keys are checked after all are deleted.
  private(set) var needsDeferral = false
  /// All records that are deleted, each after those that refer to it.
  private(set) var order: [Node] = []

  /// Plans the deletion of a record.
  /// - Throws: ``SQLError``, `CancellationError`.
  init(of entity: EntityDescription, _ id: RecordID, in transaction: Transaction) throws {
    entities = transaction.model.entities.filter { !$0.isDerived }
    let kind = entities.firstIndex { $0.name == entity.name }
    if kind == nil { entities.append(entity) }
    root = Node(kind: kind ?? entities.count - 1, id: id)
    doomed = [root]
    numbers = [root: 0]
    references = entities.map { _ in nil }
    try close(in: transaction)
    weigh()
    if denied.isEmpty { arrange() }
  }

  /// The entity of a record.
  func entity(_ node: Node) -> EntityDescription { entities[node.kind] }

  /// Whether records of other entities, or others of its own, may refer to a record.
  func canBeReferredTo(_ node: Node) -> Bool { references[node.kind]?.isEmpty != true }

  private mutating func references(to node: Node, _ model: ModelDescription) -> [Reference] {
    if let known = references[node.kind] { return known }
    let found = Self.references(to: entities[node.kind], entities, model)
    references[node.kind] = found
    return found
  }

  private func reference(_ edge: Edge, to node: Node) -> Reference? { references[node.kind]?[edge.reference] }

  private static func references(
    to entity: EntityDescription, _ entities: [EntityDescription], _ model: ModelDescription
  ) -> [Reference] {
    entities.enumerated().flatMap { kind, referrer in
      let single = referrer.relationships.filter { $0.cardinality == .toOne && $0.target == entity.name }
      // References by several columns that deny a deletion are left to the file's own refusal.
      let several = (referrer.source?.references ?? []).filter { $0.target == entity.name && $0.deleteRule != .deny }
      return single.compactMap { relationship in
        referrer.position(of: relationship.name).map {
          Reference(
            referrer: referrer, kind: kind, rule: relationship.deleteRule, relationship: relationship, foreignKey: nil,
            positions: [$0])
        }
      }
        + several.map { key in
          let own = referrer.source.map { SourceSQL(referrer, $0, model) }
          return Reference(
            referrer: referrer, kind: kind, rule: key.deleteRule, relationship: nil, foreignKey: key,
            positions: key.columns.compactMap { own?.position($0) })
        }
    }
  }

  // Finds all records that are deleted, and all that refer to them.
  private mutating func close(in transaction: Transaction) throws {
    struct Way: Hashable { let kind, reference: Int }
    var found: [Way: Int] = [:]
    var cascades: [(reference: Reference, ids: [RecordID])] = []
    var next = 0
    while next < doomed.count {
      if next % 256 == 255 { try transaction.checkCancellation() }
      let node = doomed[next]
      var own: [Edge] = []
      for (number, reference) in references(to: node, transaction.model).enumerated() {
        let ids = try transaction.referring(reference, to: node.id, of: entities[node.kind])
        if ids.isEmpty { continue }
        own.append(Edge(reference: number, ids: ids))
        guard reference.rule == .cascade else { continue }
        var fresh: [RecordID] = []
        for id in ids {
          let other = Node(kind: reference.kind, id: id)
          guard numbers[other] == nil else { continue }
          numbers[other] = doomed.count
          doomed.append(other)
          fresh.append(id)
        }
        if fresh.isEmpty { continue }
        if let place = found[Way(kind: node.kind, reference: number)] {
          cascades[place].ids += fresh
        } else {
          found[Way(kind: node.kind, reference: number)] = cascades.count
          cascades.append((reference, fresh))
        }
      }
      edges.append(own)
      next += 1
    }
    for (reference, ids) in cascades {
      guard let relationship = reference.relationship else { continue }
      consequences.append(
        DeletionConsequence(entity: reference.referrer, relationship: relationship, ids: ids.sorted()))
    }
  }

  // Finds the consequences for the records that stay.
  private mutating func weigh() {
    var touched: [[[RecordID]]] = references.map { ($0 ?? []).map { _ in [] } }
    for (number, node) in doomed.enumerated() {
      for edge in edges[number] {
        guard let reference = reference(edge, to: node), reference.rule != .cascade else { continue }
        touched[node.kind][edge.reference] += edge.ids.filter { numbers[Node(kind: reference.kind, id: $0)] == nil }
      }
    }
    for (kind, ways) in references.enumerated() {
      for (number, reference) in (ways ?? []).enumerated() {
        let ids = Set(touched[kind][number]).sorted()
        if ids.isEmpty { continue }
        if reference.rule == .nullify {
          losses += ids.map { Loss(node: Node(kind: reference.kind, id: $0), positions: reference.positions) }
        }
        guard let relationship = reference.relationship else { continue }
        consequences.append(DeletionConsequence(entity: reference.referrer, relationship: relationship, ids: ids))
        if reference.rule == .deny {
          denied.append(
            StoreError.Referrer(entity: reference.referrer.name, relationship: relationship.name, count: ids.count))
        }
      }
    }
  }

  // The order in which each record comes after those that refer to it: a walk in depth, with a stack of its own.
  private mutating func arrange() {
    enum State { case unknown, isOpen, isDone }
    var states = [State](repeating: .unknown, count: doomed.count)
    var path: [(number: Int, edge: Int, place: Int)] = [(0, 0, 0)]
    states[0] = .isOpen
    while let (number, edge, place) = path.last {
      let own = edges[number]
      guard edge < own.count else {
        states[number] = .isDone
        order.append(doomed[number])
        path.removeLast()
        continue
      }
      guard place < own[edge].ids.count else {
        path[path.count - 1] = (number, edge + 1, 0)
        continue
      }
      path[path.count - 1].place += 1
      guard let reference = reference(own[edge], to: doomed[number]) else { continue }
      let other = Node(kind: reference.kind, id: own[edge].ids[place])
      guard let next = numbers[other] else { continue }
      switch states[next] {
      case .isDone: break
      case .unknown:
        states[next] = .isOpen
        path.append((next, 0, 0))
      case .isOpen where next == number:
        // SQLite lets a record go that refers to itself.
        break
      case .isOpen:
        if reference.positions.contains(where: { reference.referrer.columns[$0].isRequired }) {
          needsDeferral = true
        } else {
          circles.append(Loss(node: other, positions: reference.positions))
        }
      }
    }
    // The memory is needed no longer.
    edges = []
  }
}
