/// A fetch request for records of a typed entity:
///
/// ```swift
/// Course.all.where(\.subject == "Maths").sorted(by: \.name).limit(20)
/// ```
public struct FetchRequest<E: Entity>: Sendable {
  /// The untyped request.
  public var any: AnyFetchRequest

  /// All records.
  public init() { any = AnyFetchRequest(E.name) }

  /// Adds a condition.
  public func `where`(_ condition: Condition<E>) -> FetchRequest {
    var copy = self
    copy.any.predicate = any.predicate?.and(condition.predicate) ?? condition.predicate
    return copy
  }

  /// Adds a sort attribute after the present ones.
  public func sorted<V>(by path: KeyPath<E, Attribute<V>>, ascending: Bool = true) -> FetchRequest {
    var copy = self
    copy.any.sort.append(FetchSort(E.name(of: path), ascending: ascending))
    return copy
  }

  /// Adds a computed value to the order after the present attributes.
  public func sorted<V>(by path: KeyPath<E, Computed<E, V>>, ascending: Bool = true) -> FetchRequest {
    var copy = self
    copy.any.sort.append(FetchSort(E.name(of: path), ascending: ascending))
    return copy
  }

  /// Restricts to records whose searched attributes contain the text.
  public func searching(_ text: String) -> FetchRequest {
    var copy = self
    copy.any.search = text
    return copy
  }

  /// Limits the number of records.
  public func limit(_ count: Int) -> FetchRequest {
    var copy = self
    copy.any.limit = count
    return copy
  }

  /// Includes the records to which a to-one relationship refers: `try loan[\.score]` of a fetched record.
  public func including<T>(_ path: KeyPath<E, ToOne<T>>) -> FetchRequest { including([E.name(of: path)]) }

  /// Includes the records to which a to-one relationship refers, and of them the records to which one of theirs refers:
  ///
  /// ```swift
  /// for loan in try await store.fetch(Loan.all.including(\.copy, \.score).limit(100)) {
  ///   print(try loan[\.copy][\.score][\.title])
  /// }
  /// ```
  /// One statement reads all of the first, and one all of the second, however many loans there are.
  public func including<T, U>(_ path: KeyPath<E, ToOne<T>>, _ next: KeyPath<T, ToOne<U>>) -> FetchRequest {
    including([E.name(of: path), T.name(of: next)])
  }

  /// Includes the records to which three to-one relationships lead, one after the other, and those between.
  public func including<T, U, V>(
    _ path: KeyPath<E, ToOne<T>>, _ next: KeyPath<T, ToOne<U>>, _ third: KeyPath<U, ToOne<V>>
  ) -> FetchRequest {
    including([E.name(of: path), T.name(of: next), U.name(of: third)])
  }

  /// Includes the records to which four to-one relationships lead, one after the other, and those between.
  public func including<T, U, V, W>(
    _ path: KeyPath<E, ToOne<T>>, _ next: KeyPath<T, ToOne<U>>, _ third: KeyPath<U, ToOne<V>>,
    _ fourth: KeyPath<V, ToOne<W>>
  ) -> FetchRequest {
    including([E.name(of: path), T.name(of: next), U.name(of: third), V.name(of: fourth)])
  }

  /// Computes a value of all records in one statement, for `try order.total` and `try order[\.total]` of a fetched record:
  ///
  /// ```swift
  /// let orders = try await store.fetch(Order.all.computing(\.total).limit(100))
  /// let largest = try orders.max { try $0[\.total] < $1[\.total] }
  /// ```
  public func computing<V>(_ path: KeyPath<E, Computed<E, V>>) -> FetchRequest { computing([E.name(of: path)]) }

  /// Includes the records to which a to-one relationship refers, and computes a value of all of them in one statement:
  ///
  /// ```swift
  /// for bill in try await store.fetch(Bill.all.computing(\.client, \.owed).limit(100)) { print(try bill[\.client][\.owed]) }
  /// ```
  public func computing<T, V>(_ path: KeyPath<E, ToOne<T>>, _ value: KeyPath<T, Computed<T, V>>) -> FetchRequest {
    including(path).computing([E.name(of: path), T.name(of: value)])
  }

  /// Includes the records to which two to-one relationships lead, one after the other, and computes a value of all of them in one
  /// statement.
  public func computing<T, U, V>(
    _ path: KeyPath<E, ToOne<T>>, _ next: KeyPath<T, ToOne<U>>, _ value: KeyPath<U, Computed<U, V>>
  ) -> FetchRequest {
    including(path, next).computing([E.name(of: path), T.name(of: next), U.name(of: value)])
  }

  // The records of each step, those nearest first: the next ones are read by them. Each once: it would be read twice.
  private func including(_ steps: [String]) -> FetchRequest {
    var copy = self
    for count in 1...steps.count {
      let path = steps.prefix(count).joined(separator: ".")
      if !copy.any.include.contains(path) { copy.any.include.append(path) }
    }
    return copy
  }

  private func computing(_ steps: [String]) -> FetchRequest {
    var copy = self
    let path = steps.joined(separator: ".")
    if !copy.any.computes.contains(path) { copy.any.computes.append(path) }
    return copy
  }
}

extension Entity {
  /// A request for all records.
  public static var all: FetchRequest<Self> { FetchRequest() }

  /// The name of an attribute or a to-one relationship.
  public static func name<P: ColumnProperty>(of path: KeyPath<Self, P>) -> String {
    let (columns, position) = (declaration.description.columns, declaration.prototype[keyPath: path].position)
    // A computed Swift property is not part of the declaration. Its path has no name, which the check of the
    // application and requests report as unknown.
    return columns.indices.contains(position) ? columns[position].name : "\(path)"
  }

  /// The name of an attribute, a to-one relationship or a computed value.
  package static func name<P: ListedProperty>(ofListed path: KeyPath<Self, P>) -> String {
    let property = declaration.prototype[keyPath: path]
    if let computed = property as? any ComputedProperty { return declaration.name(of: computed) ?? "" }
    guard let column = property as? any ColumnProperty else { return "\(path)" }
    let columns = declaration.description.columns
    return columns.indices.contains(column.position) ? columns[column.position].name : "\(path)"
  }

  /// The name of a computed value.
  public static func name<V>(of path: KeyPath<Self, Computed<Self, V>>) -> String {
    declaration.name(of: declaration.prototype[keyPath: path] as any ComputedProperty) ?? "\(path)"
  }

  /// The name of a to-many or many-to-many relationship.
  public static func name<P: ToManyProperty>(of path: KeyPath<Self, P>) -> String {
    (declaration.prototype[keyPath: path] as? any RelationshipProperty).flatMap(declaration.name) ?? ""
  }
}

/// A condition on records of a typed entity, made with `==`, `<`, … between a key path and a value.
public struct Condition<E: Entity>: Sendable {
  /// The untyped condition.
  public let predicate: FetchPredicate

  /// A condition that has no operators of its own.
  public init(_ predicate: FetchPredicate) { self.predicate = predicate }

  init(predicate: FetchPredicate) { self.predicate = predicate }

  /// Both conditions hold.
  public static func && (one: Condition, other: Condition) -> Condition {
    Condition(predicate: .all([one.predicate, other.predicate]))
  }
  /// At least one holds.
  public static func || (one: Condition, other: Condition) -> Condition {
    Condition(predicate: .any([one.predicate, other.predicate]))
  }
  /// It doesn't hold.
  public static prefix func ! (one: Condition) -> Condition { Condition(predicate: .not(one.predicate)) }
}

extension Condition {
  fileprivate init<V: AttributeValue>(_ path: KeyPath<E, Attribute<V>>, _ filter: FilterOperator, _ value: V) {
    let name = E.name(of: path)
    let stored = E.declaration.description.attribute(name).map { value.stored(for: $0) }
    predicate = .compare(name, filter, stored.map { [$0] } ?? [])
  }
}

/// The attribute is equal to the value.
public func == <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .eq, value)
}
/// The attribute is not equal to the value.
public func != <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .ne, value)
}
/// The attribute is less than the value.
public func < <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .lt, value)
}
/// The attribute is less than the value or equal.
public func <= <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .lte, value)
}
/// The attribute is greater than the value.
public func > <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .gt, value)
}
/// The attribute is greater than the value or equal.
public func >= <E: Entity, V: AttributeValue>(path: KeyPath<E, Attribute<V>>, value: V) -> Condition<E> {
  Condition(path, .gte, value)
}
/// The to-one relationship leads to the record of that id; nil: to none.
public func == <E: Entity, T: Entity>(path: KeyPath<E, ToOne<T>>, id: RecordID?) -> Condition<E> {
  Condition(predicate: .compare(E.name(of: path), id == nil ? .null : .eq, id.map { [.integer($0)] } ?? []))
}

/// A sort descriptor: one attribute and a direction.
public struct FetchSort: Hashable, Sendable, Codable {
  /// The attribute's or to-one relationship's name, `id`, or as `user.name` an attribute of the record to which a
  /// to-one relationship leads.
  public let name: String
  /// Whether small values come first.
  package let ascending: Bool

  /// A sort by that attribute.
  public init(_ name: String, ascending: Bool = true) {
    self.name = name
    self.ascending = ascending
  }

  /// The same attribute the other way round.
  public var reversed: FetchSort { FetchSort(name, ascending: !ascending) }
}
