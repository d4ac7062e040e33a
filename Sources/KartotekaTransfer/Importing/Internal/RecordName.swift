import KartotekaModel

/// A key by which a record can be found.
enum RecordName: Hashable {
  /// The id.
  case number(RecordID)
  /// A value of a unique attribute.
  case value(attribute: String, Value)
  /// The folded title or text of a unique attribute.
  case folded(String)
}
