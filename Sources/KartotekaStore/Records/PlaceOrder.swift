import KartotekaModel

/// An attribute whose values are the places of records within that of a to-one relationship (``AttributeOption/place(in:)``).
struct PlaceField: Sendable, Hashable {
  /// The entity's name.
  let entity: String
  /// The positions of the attribute and of the relationship.
  let position: Int
  let owner: Int

  static func all(of entity: EntityDescription) -> [PlaceField] {
    entity.attributes.compactMap { attribute in
      guard let name = attribute.placeIn, let position = entity.position(of: attribute.name),
        let owner = entity.position(of: name)
      else { return nil }
      return PlaceField(entity: entity.name, position: position, owner: owner)
    }
  }
}

/// The records that a transaction has put somewhere, or taken away, by the record within which their places are.
struct PlacedRecords {
  /// A record within which there are places.
  struct Owner: Hashable {
    let field: PlaceField
    let id: RecordID
  }

  private(set) var moved: [Owner: Set<RecordID>] = [:]

  /// Notes that places are to be settled, and which record has got one.
  mutating func note(_ field: PlaceField, in owner: Value, _ id: RecordID? = nil) {
    guard case .integer(let number) = owner else { return }
    moved[Owner(field: field, id: number), default: []].formUnion(id.map { [$0] } ?? [])
  }

  /// Adds what was noted before.
  mutating func add(_ others: PlacedRecords) {
    if moved.isEmpty {
      self = others
      return
    }
    for (owner, ids) in others.moved { moved[owner, default: []].formUnion(ids) }
  }
}

/// The order of the records of an owner.
enum PlaceOrder {
  /// The places 1, 2, 3 …: those that were put somewhere stand where they were put, in ascending order, and the others around
  /// them in the order that they had. Those without a place stand last if they are new, and else first, as lists sort them.
  /// - Parameters:
  ///   - records: their ids with the stored places.
  ///   - moved: the ids of those that were put somewhere.
  static func order(_ records: [(id: RecordID, place: Int64?)], moved: Set<RecordID>) -> [RecordID] {
    let resting = records.filter { !moved.contains($0.id) }
      .sorted { ($0.place ?? .min, $0.id) < ($1.place ?? .min, $1.id) }
    let put = records.filter { moved.contains($0.id) }
      .sorted { ($0.place ?? .max, $0.id) < ($1.place ?? .max, $1.id) }
    var order: [RecordID] = []
    order.reserveCapacity(records.count)
    var (rest, next) = (resting[...], put[...])
    while let first = next.first {
      if (first.place ?? .max) <= Int64(order.count) + 1 || rest.isEmpty {
        order.append(first.id)
        next.removeFirst()
      } else {
        order.append(rest.removeFirst().id)
      }
    }
    return order + rest.map(\.id)
  }
}

extension EntityDescription {
  /// The columns of the places of records.
  var placeColumns: Set<String> { Set(attributes.filter { $0.placeIn != nil }.map(\.column)) }
}
