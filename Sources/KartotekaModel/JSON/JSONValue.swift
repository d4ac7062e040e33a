/// A value of JSON, as `JSONParser` reads it and ``JSONWriter`` writes it.
///
/// ```swift
/// let value = try JSONParser.parse(#"{"name":"Anna","age":34}"#)
/// if case .object(let person) = value, case .string(let name) = person["name"] { print(name) }
/// ```
public enum JSONValue: Sendable, Equatable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, its digits exactly as written: `1.10` stays `1.10` and does not equal `1.1`.
  case number(String)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Named values in the order in which they were written.
  case object(JSONObject)
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number without a fraction.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A list of values.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object of these members, in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
