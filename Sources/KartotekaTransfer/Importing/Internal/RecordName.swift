import KartotekaModel

/// What a record can be found by.
enum RecordName: Hashable {
  /// Its number.
  case number(RecordID)
  /// A value of a unique attribute.
  case value(attribute: String, Value)
  /// Its title or a unique attribute's text, folded.
  case folded(String)
}
