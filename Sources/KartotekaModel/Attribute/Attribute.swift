import Foundation

/// The declaration of an attribute.
///
/// ```swift
/// let lastName = Attribute<String>("Last name", .required, .title)
/// let phone = Attribute<String>("Phone", as: .phone, .required)
/// let price = Attribute<Decimal>("Unit price", .scale(2), .atLeast(0))
/// ```
/// It gives typed access to a record's value: `record.lastName`.
public final class Attribute<Value: AttributeValue>: Property {
  let label: String
  private let kind: KindName
  private let options: [AttributeOption<Value>]
  let place: SourcePlace?
  let slot = Slot()

  /// Declares an attribute with a label (a catalogue key) and options.
  /// - Parameters:
  ///   - label: the label, a key into the catalogue.
  ///   - kind: nil for the usual kind of the Swift type.
  ///   - options: its options, in any order.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init(
    _ label: String, as kind: KindName? = nil, _ options: AttributeOption<Value>..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    self.label = label
    self.kind = kind ?? Value.kind
    self.options = options
  }

  init(_ label: String, options: [AttributeOption<Value>], at place: SourcePlace? = nil) {
    self.place = place
    self.label = label
    self.kind = Value.kind
    self.options = options
  }

  /// The description under a name, for an attribute outside an entity, such as an input of an action.
  public func describing(_ name: String) -> AttributeDescription { description(named: name) }

  /// The description, with the attribute's name in its entity.
  func description(named name: String) -> AttributeDescription {
    var description = AttributeDescription(name: name, label: label, kind: kind)
    description.choices = Value.choices
    if kind == Value.kind, let own = Value.self as? any OwnValue.Type {
      description.code = own.code
      description.placeholder = own.input.placeholder
    }
    // A decimal default needs the scale, so the scale is applied first, in whatever order the options are written.
    for time in [AttributeOption<Value>.Time.before, .first, .usual] {
      for option in options where option.time == time { option.apply(&description) }
    }
    return description
  }

  /// Whether it is a decimal that says neither its digits nor a currency. A share says its digits to another check.
  var lacksDigits: Bool {
    isDecimalWithoutDigits && description(named: "").form == nil
  }

  /// Whether it is a decimal, a share or another one, that says neither its digits nor a currency.
  var isDecimalWithoutDigits: Bool {
    Value.self == Decimal.self && kind == .decimal && !options.contains { $0.time == .before || $0.time == .first }
  }

  /// Adds the options that name attributes of other entities.
  func complete(_ description: inout AttributeDescription) {
    for option in options where option.time == .last { option.apply(&description) }
  }
}
