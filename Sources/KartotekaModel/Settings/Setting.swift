/// Something about an application that people can set, declared once: where it is shown, how it is checked and what it
/// is until somebody sets it follow from that.
///
/// ```swift
/// let picturesPerCountry = Setting("picturesPerCountry", "Pictures per country", 1...80, default: 10)
/// let count = try await store.value(of: picturesPerCountry)
/// ```
public struct Setting<Value: AttributeValue>: Sendable {
  /// The setting as data: what an attribute of a record would be.
  public let description: AttributeDescription
  /// What it is until somebody sets it.
  public let defaultValue: Value

  /// A setting by that name in the API and the database, with a label (a key into the catalogue).
  public init(_ name: String, _ label: String, default value: Value, _ options: AttributeOption<Value>...) {
    self.init(name, label, value, options)
  }

  /// A setting whose values lie in a range.
  public init(_ name: String, _ label: String, _ range: ClosedRange<Value>, default value: Value)
  where Value: Comparable {
    self.init(name, label, value, [.range(range)])
  }

  private init(_ name: String, _ label: String, _ value: Value, _ options: [AttributeOption<Value>]) {
    var description = Attribute<Value>(label, options: options + [.default(value)]).describing(name)
    // Nothing is a value only where the setting begins with nothing.
    description.isRequired = description.defaultValue != .text("")
    if !description.isRequired { description.defaultValue = .null }
    self.description = description
    defaultValue = value
  }
}

extension EntityDescription {
  /// Settings as if they were a record's attributes, so that whatever reads, checks and edits records does the same
  /// with them.
  public convenience init(settings: [AttributeDescription]) {
    self.init(
      name: "settings", plural: "settings", table: "settings", nouns: Nouns("setting", "settings"),
      attributes: settings, relationships: [])
  }
}
