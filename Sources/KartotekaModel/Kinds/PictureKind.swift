/// Bytes that are a picture: a form shows it, and the API takes nothing else. In files it is what ``BlobKind`` is, and
/// bytes of a file that turn out to be no picture are kept as they are.
public struct PictureKind: AttributeKind {
  private let bytes = BlobKind()

  /// `picture`.
  public let name = KindName.picture
  /// Stored as bytes.
  public let storage = StorageClass.blob

  /// The kind.
  public init() {}

  /// Reads Base64, and hexadecimal behind `0x`.
  /// - Throws: ``ValueFault`` for anything else.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    try bytes.value(text: text, for: attribute)
  }

  /// The bytes in Base64.
  public func text(_ value: Value, for attribute: AttributeDescription) -> String {
    bytes.text(value, for: attribute)
  }

  /// The bytes in Base64, as a string.
  public func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    bytes.write(value, to: &json, for: attribute)
  }

  /// How many bytes there are.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    bytes.display(value, for: attribute, in: say)
  }
}
