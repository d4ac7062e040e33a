import Synchronization

/// A member of an entity's declaration: an attribute or a relationship.
protocol Property: AnyObject, Sendable {
  /// The place of its declaration.
  var place: SourcePlace? { get }
  /// The position of its value in a record.
  var slot: Slot { get }
}

/// A property that a list can show: an attribute, a to-one relationship or a computed value.
public protocol ListedProperty: Sendable {}

/// A property with a value in the record: an attribute or a to-one relationship.
public protocol ColumnProperty: ListedProperty {
  /// The position among the values of a record of the declaration.
  var position: Int { get }
}

extension Attribute: ColumnProperty {
  /// The position among the values of a record of the declaration.
  public var position: Int { slot.index }
}

extension ToOne: ColumnProperty {
  /// The position of the related record's id among the values of a record of the declaration. Fields that were added on screens
  /// stand before it: use the name.
  public var position: Int { slot.index }
}

/// The position of a property's value in a record, set once when its entity is first read.
final class Slot: Sendable {
  private let position = Atomic(-1)

  var index: Int {
    get { position.load(ordering: .relaxed) }
    set { position.store(newValue, ordering: .relaxed) }
  }

  /// Whether the property is part of a declaration.
  var isSet: Bool { index >= 0 }
}

/// A relationship to many records: to-many or many-to-many.
public protocol ToManyProperty: Sendable {
  /// The entity of the related records.
  associatedtype Target: Entity
}

extension ToMany: ToManyProperty {}

extension ManyToMany: ToManyProperty {}
