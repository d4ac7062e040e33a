// Values and related records that are there, in place of optional ones.
extension Record {
  /// The value of an attribute that has one, such as a required one of a stored record: `try loan[\.due]`.
  /// - Throws: ``FieldFault`` of the attribute where the record has no value.
  public subscript<V: AttributeValue>(path: KeyPath<E, Attribute<V>>) -> V {
    get throws {
      guard let value = self[dynamicMember: path] else { throw FieldFault(path, "This can't be empty") }
      return value
    }
  }

  /// The record to which a to-one relationship leads. The request that fetched this record has included it:
  ///
  /// ```swift
  /// for loan in try await store.fetch(Loan.all.including(\.score).including(\.singer)) {
  ///   print(try loan[\.score][\.title], try loan[\.singer][\.name])
  /// }
  /// ```
  /// - Throws: ``FieldFault`` of the relationship where it leads to no record; another error where the record was not fetched
  ///   with this one.
  public subscript<T: Entity>(path: KeyPath<E, ToOne<T>>) -> Record<T> {
    get throws {
      guard let id = self[dynamicMember: path] else { throw FieldFault(path, "This can't be empty") }
      let name = E.name(of: path)
      guard let record = included[name]?[id] else {
        throw UnfetchedRecord(
          entity: E.name, relationship: name, target: T.name, id: id, isIncluded: included[name] != nil)
      }
      return Record<T>(record)
    }
  }
}

/// A related record that code reads without having fetched it.
struct UnfetchedRecord: Error, Hashable, CustomStringConvertible {
  let entity: String
  let relationship: String
  let target: String
  let id: RecordID
  /// Whether the request included the relationship.
  let isIncluded: Bool

  var description: String {
    let asking = "`related(\\.\(relationship), of:)` of the store or the transaction"
    guard isIncluded else {
      return "The \(target) \(id) was not fetched with the \(entity) whose \(relationship) it is. Add "
        + ".including(\\.\(relationship)) to the request that fetches the \(entity). Where the \(entity) came by its id "
        + "or with another record, ask \(asking)."
    }
    return "The fetch of the \(entity) found no \(target) \(id) for its \(relationship): the \(target) is gone, or the "
      + "\(relationship) was set afterwards. Ask \(asking)."
  }
}
