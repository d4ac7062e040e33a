/// A picture. Forms show it, and the API accepts nothing else. In files it has the form of ``BlobKind``; bytes from a
/// file that are no picture are stored unchanged.
package struct PictureKind: AttributeKind {
  private let bytes = BlobKind()

  /// `picture`.
  package let name = KindName.picture
  /// Stored as bytes.
  package let storage = StorageClass.blob

  /// The kind.
  package init() {}

  /// Parses Base64, and hexadecimal after `0x`.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try bytes.value(text: text, for: attribute)
  }

  /// The bytes in Base64.
  package func text(_ value: Value, for attribute: AttributeDescription) -> String {
    bytes.text(value, for: attribute)
  }

  /// The bytes in Base64, as a string.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    bytes.write(value, to: &json, for: attribute)
  }

  /// The number of bytes.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    bytes.display(value, for: attribute, in: say)
  }
}
