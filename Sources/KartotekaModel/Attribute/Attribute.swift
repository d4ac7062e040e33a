/// One attribute of an entity, as its author declares it.
///
/// ```swift
/// let lastName = Attribute<String>("Last name", .required, .title)
/// let phone = Attribute<String>("Phone", as: .phone, .required)
/// let price = Attribute<Decimal>("Unit price", .scale(2), .atLeast(0))
/// ```
/// Typed access to a record's values goes through it: `record.lastName`.
public final class Attribute<Value: AttributeValue>: Property {
  let label: String
  private let kind: KindName
  private let options: [AttributeOption<Value>]
  let slot = Slot()

  /// An attribute with that label (a key into the catalogue), of the kind that its type stands for unless
  /// another is named.
  public init(_ label: String, as kind: KindName? = nil, _ options: AttributeOption<Value>...) {
    self.label = label
    self.kind = kind ?? Value.kind
    self.options = options
  }

  init(_ label: String, options: [AttributeOption<Value>]) {
    self.label = label
    self.kind = Value.kind
    self.options = options
  }

  /// The description under a name, for what has attributes without being an entity: the inputs of an action.
  public func describing(_ name: String) -> AttributeDescription { description(named: name) }

  /// The description, under the name its entity has it by.
  func description(named name: String) -> AttributeDescription {
    var description = AttributeDescription(name: name, label: label, kind: kind)
    description.choices = Value.choices
    // A default of a decimal needs the scale, whatever the order the options were written in.
    for time in [AttributeOption<Value>.Time.first, .usual] {
      for option in options where option.time == time { option.apply(&description) }
    }
    return description
  }

  /// Adds to the description what names attributes of other entities.
  func complete(_ description: inout AttributeDescription) {
    for option in options where option.time == .last { option.apply(&description) }
  }
}
