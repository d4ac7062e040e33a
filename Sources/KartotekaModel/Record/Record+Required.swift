// Values and related records that are there, in place of optional ones, and computed values.
extension Record {
  /// The value of an attribute that has one, such as a required one of a stored record: `try loan[\.due]`.
  /// - Throws: ``FieldFault`` of the attribute where the record has no value; another error for a property that Swift computes.
  public subscript<V: AttributeValue>(path: KeyPath<E, Attribute<V>>) -> V {
    get throws {
      let property = prototype[keyPath: path]
      guard property.slot.isSet else { throw UndeclaredProperty(entity: E.name, place: property.place) }
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
  ///   with this one, and for a property that Swift computes.
  public subscript<T: Entity>(path: KeyPath<E, ToOne<T>>) -> Record<T> {
    get throws {
      let property = prototype[keyPath: path]
      guard property.slot.isSet else { throw UndeclaredProperty(entity: E.name, place: property.place) }
      guard let id = self[dynamicMember: path] else { throw FieldFault(path, "This can't be empty") }
      let name = E.name(of: path)
      let found = fetched.included[fetched.path + name]
      guard let record = found?[id] else {
        throw UnfetchedRecord(
          entity: E.name, path: fetched.path + name, target: T.name, id: id, isIncluded: found != nil)
      }
      return Record<T>(record, fetched: fetched.beyond(name))
    }
  }

  /// A computed value, as of when the record was fetched; nil where the computation has no result. The request that fetched the
  /// record has asked for it:
  ///
  /// ```swift
  /// for order in try await store.fetch(Order.all.computing(\.total)) { print(try order.total ?? 0) }
  /// ```
  ///
  /// A related record has those that the request computed of it: `try bill[\.client].owed`.
  /// - Throws: an error where it was not computed with the record.
  public subscript<V: AttributeValue>(dynamicMember path: KeyPath<E, Computed<E, V>>) -> V? {
    get throws {
      let name = E.name(of: path)
      guard let value = fetched.computed(name, of: id), let computed = any.entity.computed(name) else {
        throw UnfetchedValue(entity: E.name, path: fetched.path, name: name)
      }
      return V.read(value, for: computed.attribute)
    }
  }

  /// A computed value that has a result, as of when the record was fetched: `try order[\.total]`.
  /// - Throws: ``FieldFault`` of the value where the computation has no result; another error where it was not computed with the
  ///   record.
  public subscript<V: AttributeValue>(path: KeyPath<E, Computed<E, V>>) -> V {
    get throws {
      guard let value = try self[dynamicMember: path] else {
        throw FieldFault(E.name(of: path), "This can't be empty")
      }
      return value
    }
  }
}
