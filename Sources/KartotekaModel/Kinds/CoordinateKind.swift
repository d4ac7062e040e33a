/// A position on Earth, stored as `latitude,longitude` in degrees.
package struct CoordinateKind: AttributeKind {
  /// `coordinate`.
  package let name = KindName.coordinate
  /// Stored as text.
  package let storage = StorageClass.text

  /// The kind.
  package init() {}

  /// - Throws: ``ValueFault`` unless it is latitude and longitude in degrees, separated by a comma.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let place = Coordinate(text) else { throw Self.none }
    return .text(place.description)
  }

  /// Parses `{"latitude": 52.2, "longitude": 21.0}` or the text form.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if case .string(let text) = json { return try value(untrimmed: text, for: attribute) }
    guard case .object(let place) = json, case .number(let latitude) = place["latitude"],
      case .number(let longitude) = place["longitude"]
    else { throw Self.none }
    return try value(text: latitude + "," + longitude, for: attribute)
  }

  /// An object with `latitude` and `longitude`.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    guard case .text(let text) = value, let place = Coordinate(text) else { return json.null() }
    json.beginObject()
    json.key("latitude")
    json.number(String(place.latitude))
    json.key("longitude")
    json.number(String(place.longitude))
    json.endObject()
  }

  /// An error for text that is no position.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    if case .text(let text) = value, Coordinate(text) != nil { nil } else { Self.none }
  }

  private static let none = ValueFault("This has to be a place like 52.2297,21.0122")
}
