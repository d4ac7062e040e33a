import Synchronization

/// What an entity's declaration is made of: attributes and relationships.
protocol Property: AnyObject, Sendable {
  /// Where records keep its value.
  var slot: Slot { get }
}

/// The place of a property's value among a record's values, set once when its entity is first read.
final class Slot: Sendable {
  private let position = Atomic(-1)

  var index: Int {
    get { position.load(ordering: .relaxed) }
    set { position.store(newValue, ordering: .relaxed) }
  }
}
