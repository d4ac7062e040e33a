import Synchronization

/// What an entity's declaration is made of: attributes and relationships.
protocol Property: AnyObject, Sendable {
  /// Where records keep its value.
  var slot: Slot { get }
}

/// What a record has a value of: an attribute or a to-one relationship.
public protocol ColumnProperty: Sendable {
  /// The place of its value among a record's values.
  var position: Int { get }
}

extension Attribute: ColumnProperty {
  /// The place of its value among a record's values.
  public var position: Int { slot.index }
}

extension ToOne: ColumnProperty {
  /// The place of the related record's id among a record's values.
  public var position: Int { slot.index }
}

/// The place of a property's value among a record's values, set once when its entity is first read.
final class Slot: Sendable {
  private let position = Atomic(-1)

  var index: Int {
    get { position.load(ordering: .relaxed) }
    set { position.store(newValue, ordering: .relaxed) }
  }
}

/// What leads from a record to many others: a to-many or many-to-many relationship.
public protocol ToManyProperty: Sendable {}

extension ToMany: ToManyProperty {}

extension ManyToMany: ToManyProperty {}
