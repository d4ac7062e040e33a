/// One record of a typed entity.
///
/// ```swift
/// var course = Record<Course>()
/// course.name = "Databases"
/// course.teacher = nora.id
/// ```
/// Reading or setting a property takes a few dozen nanoseconds: the key path reads the declaration, which has the
/// value's position.
@dynamicMemberLookup
public struct Record<E: Entity>: Sendable, Hashable {
  /// The untyped record.
  public var any: AnyRecord
  let prototype: E
  // The number of attributes that the type declares.
  private let declared: Int
  /// The values that were fetched with it.
  let fetched: Fetched

  /// A new record with the attributes' defaults, for use without a store.
  public init() { self.init(AnyRecord(E.declaration.description)) }

  /// A typed view of an untyped record.
  public init(_ any: AnyRecord) { self.init(any, fetched: .nothing) }

  /// A typed view of a fetched record, with what was fetched together with it.
  package init(_ any: AnyRecord, fetched: Fetched) {
    self.any = any
    self.fetched = fetched
    let declaration = E.declaration
    prototype = declaration.prototype
    declared = declaration.description.attributes.count
  }

  /// The record's id; nil until it is inserted.
  public var id: RecordID? { any.id }

  /// The value of an attribute; nil for none.
  public subscript<V: AttributeValue>(dynamicMember path: KeyPath<E, Attribute<V>>) -> V? {
    get {
      guard let position = position(prototype[keyPath: path]),
        case .attribute(let attribute) = any.entity.columns[position]
      else { return nil }
      return V.read(any.values[position], for: attribute)
    }
    set {
      guard let position = position(prototype[keyPath: path]),
        case .attribute(let attribute) = any.entity.columns[position]
      else { return }
      any.values[position] = newValue?.stored(for: attribute) ?? .null
    }
  }

  /// The id of a related record; nil for none.
  public subscript<T: Entity>(dynamicMember path: KeyPath<E, ToOne<T>>) -> RecordID? {
    get {
      guard let position = linkPosition(prototype[keyPath: path]), case .integer(let id) = any.values[position]
      else {
        return nil
      }
      return id
    }
    set {
      guard let position = linkPosition(prototype[keyPath: path]) else { return }
      any.values[position] = newValue.map(Value.integer) ?? .null
    }
  }

  // Nil for a property that Swift computes: it is made anew each time, and no part of the declaration.
  private func position(_ property: some Property) -> Int? {
    let index = property.slot.index
    if index < 0 { complain(property) }
    return any.values.indices.contains(index) ? index : nil
  }

  // Relationships stand behind all attributes, also behind those that were added to the declared ones.
  private func linkPosition(_ property: some Property) -> Int? {
    let index = property.slot.index
    if index < 0 { complain(property) }
    let position = index + any.entity.attributes.count - declared
    return index >= 0 && any.values.indices.contains(position) ? position : nil
  }

  // Tests and debug builds end there. A server that is in use goes on without the value.
  private func complain(_ property: some Property) {
    assertionFailure("\(UndeclaredProperty(entity: E.name, place: property.place))")
  }

  /// Whether id and values are equal.
  public static func == (one: Record, other: Record) -> Bool { one.any == other.any }

  /// Hashes the untyped record.
  public func hash(into hasher: inout Hasher) { hasher.combine(any) }
}
