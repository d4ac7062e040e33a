/// A field that is optional and that a record needs all the same, unless a yes-or-no attribute says that there is none: the
/// customer of an order that is no cash sale.
///
/// The table does not hold it. A record that lacked the field before can be changed elsewhere, and an undo may bring it back.
package struct FieldNeed: Hashable, Sendable, Codable {
  /// The attribute or to-one relationship.
  package let field: String
  /// The yes-or-no attribute.
  package let exception: String
  /// The message where both are empty, a key into the catalogue.
  package let reason: String

  /// The need of a field.
  package init(field: String, exception: String, reason: String) {
    (self.field, self.exception, self.reason) = (field, exception, reason)
  }

  /// The fault of a record that lacks the field; nil for none.
  package func fault(in record: AnyRecord) -> FieldFault? {
    guard record[field].isNull, record[exception] != .integer(1) else { return nil }
    return FieldFault(field, Phrase(reason))
  }
}
