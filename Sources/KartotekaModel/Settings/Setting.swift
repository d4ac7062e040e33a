/// A setting of an application, declared once: screens, validation and the default follow from the declaration.
///
/// ```swift
/// let picturesPerCountry = Setting("picturesPerCountry", "Pictures per country", 1...80, default: 10)
/// let count = try await store.value(of: picturesPerCountry)
/// ```
public struct Setting<Value: AttributeValue>: Sendable {
  /// The description, as an attribute.
  public let description: AttributeDescription
  /// The value until somebody sets it.
  package let defaultValue: Value

  /// Declares a setting with its name in the API and the database, and a label (a catalogue key).
  public init(_ name: String, _ label: String, default value: Value, _ options: AttributeOption<Value>...) {
    self.init(name, label, value, options)
  }

  /// A setting with a range.
  public init(_ name: String, _ label: String, _ range: ClosedRange<Value>, default value: Value)
  where Value: Comparable {
    self.init(name, label, value, [.range(range)])
  }

  private init(_ name: String, _ label: String, _ value: Value, _ options: [AttributeOption<Value>]) {
    var description = Attribute<Value>(label, options: options + [.default(value)]).describing(name)
    // A setting is optional only if its default is no value.
    description.isRequired = description.defaultValue != .text("")
    if !description.isRequired { description.defaultValue = .null }
    self.description = description
    defaultValue = value
  }
}

extension EntityDescription {
  /// An entity whose attributes are the settings, so that the code for records reads, checks and edits them.
  package convenience init(settings: [AttributeDescription]) {
    self.init(
      name: "settings", plural: "settings", table: "settings", nouns: Nouns("setting", "settings"),
      attributes: settings, relationships: [])
  }
}
