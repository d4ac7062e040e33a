/// Yes or no, stored as 1 or 0.
public struct BooleanKind: AttributeKind {
  /// `boolean`.
  public let name = KindName.boolean
  /// Stored as the numbers 1 and 0.
  public let storage = StorageClass.integer

  /// The kind.
  public init() {}

  private static let words: [String: Bool] = [
    "true": true, "yes": true, "y": true, "1": true, "on": true, "t": true, "tak": true, "да": true,
    "false": false, "no": false, "n": false, "0": false, "off": false, "f": false, "nie": false, "нет": false,
  ]

  /// - Throws: ``ValueFault`` for anything but yes and no, true and false, 1 and 0, on and off.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let truth = Self.words[text.lowercased()] else { throw ValueFault("This has to be yes or no") }
    return .integer(truth ? 1 : 0)
  }

  /// - Throws: ``ValueFault`` unless it is true or false.
  public func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard case .bool(let truth) = json else { throw ValueFault("This has to be true or false") }
    return .integer(truth ? 1 : 0)
  }

  /// `true` or `false`.
  public func text(_ value: Value, for attribute: AttributeDescription) -> String {
    value.isNull ? "" : value == .integer(0) ? "false" : "true"
  }

  /// `true` or `false`.
  public func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    json.bool(value != .integer(0))
  }

  /// “Yes” or “No” in the language.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    value.isNull ? "" : say(value == .integer(0) ? "No" : "Yes")
  }

  /// Other numbers than 0 and 1.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    value == .integer(0) || value == .integer(1) ? nil : ValueFault("This has to be yes or no")
  }
}
