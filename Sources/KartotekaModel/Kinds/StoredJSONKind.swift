/// JSON in a column of text of another program's file. A person's input has to be JSON; it is stored as it is written.
package struct StoredJSONKind: AttributeKind {
  /// `stored-json`.
  package let name = KindName.storedJSON
  /// Text.
  package let storage = StorageClass.text

  /// The kind.
  package init() {}

  /// The text, unchanged.
  /// - Throws: ``ValueFault`` for text that is no JSON.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard Self.isJSON(text) else { throw ValueFault("This has to be JSON") }
    return .text(text)
  }

  /// The stored value that JSON stands for.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try StoredKind().value(json: json, for: attribute)
  }

  /// The value as it is stored.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    StoredKind.write(value, to: &json)
  }

  /// The value as it is stored; of bytes their number.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    StoredKind().display(value, for: attribute, in: say)
  }

  /// Whether text is JSON.
  package static func isJSON(_ text: String) -> Bool { (try? JSONParser.parse(Array(text.utf8))) != nil }

  /// Whether text is a list or an object of JSON, which is no text by chance.
  package static func isStructure(_ text: String) -> Bool {
    text.first.map { $0 == "{" || $0 == "[" } == true && isJSON(text)
  }
}
