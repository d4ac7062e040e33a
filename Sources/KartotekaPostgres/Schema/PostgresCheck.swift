import KartotekaModel
import KartotekaStore

/// The CHECK clause of an attribute's column: the same rules as in SQLite, which another program has to meet, too.
enum PostgresCheck {
  /// The conditions of all values; none for a column without rules.
  static func conditions(_ attribute: AttributeDescription, _ form: CopiedTable.Form) -> [String] {
    let column = PostgresName.quoted(PostgresName.column(attribute.column))
    var conditions: [String] = []
    if attribute.isText, form == .text {
      if attribute.isRequired { conditions.append("btrim(\(column)) <> ''") }
      conditions.append(
        attribute.minimumLength > 1
          ? "char_length(\(column)) BETWEEN \(attribute.minimumLength) AND \(attribute.maximumLength)"
          : "char_length(\(column)) <= \(attribute.maximumLength)")
    }
    // SQLite compares texts byte by byte.
    let compared = form == .text ? "\(column) COLLATE \"C\"" : column
    if let minimum = literal(attribute.minimum, form) { conditions.append("\(compared) >= \(minimum)") }
    if let maximum = literal(attribute.maximum, form) { conditions.append("\(compared) <= \(maximum)") }
    if let rule = rule(attribute.behavior, attribute, column) { conditions.append(rule) }
    return conditions
  }

  private static func rule(
    _ kind: any AttributeKind, _ attribute: AttributeDescription, _ column: String
  ) -> String? {
    switch kind {
    case is ChoiceKind: isOne(of: attribute.choices.map(\.value), column)
    case is CountryKind: isOne(of: CountryCode.all.map(\.code), column)
    case is MailKind: "\(column) LIKE '_%@_%._%'"
    case is URLKind: "\(column) ILIKE 'http://_%' OR \(column) ILIKE 'https://_%'"
    case is PhoneKind: "\(column) ~ '^[+0-9][+0-9 ]*(x[0-9]*)?$'"
    case is CoordinateKind:
      // CASE, since AND may evaluate its second part first.
      """
      CASE WHEN \(column) ~ '^[-+]?[0-9.]+(e[-+]?[0-9]+)?, ?[-+]?[0-9.]+(e[-+]?[0-9]+)?$' \
      THEN split_part(\(column), ',', 1)::float8 BETWEEN -90 AND 90 \
      AND split_part(\(column), ',', 2)::float8 BETWEEN -180 AND 180 ELSE \(column) IS NULL END
      """
    default: nil
    }
  }

  private static func isOne(of values: [String], _ column: String) -> String {
    "\(column) IN (\(values.map(PostgresName.literal).joined(separator: ", ")))"
  }

  /// A stored value as a literal of its column; nil for no value, and for bytes.
  static func literal(_ value: Value, _ form: CopiedTable.Form) -> String? {
    switch (value, form) {
    case (.integer(let integer), .decimal(let scale)):
      // A minus before a number is an operator, which binds less than a cast.
      integer < 0 ? "(\(DecimalForm.text(integer, scale: scale)))" : DecimalForm.text(integer, scale: scale)
    case (.integer(let integer), .boolean): integer == 0 ? "false" : "true"
    case (.integer(let integer), _): String(integer)
    case (.real(let real), _): real.isFinite ? "'\(real)'::float8" : nil
    case (.text(let text), .date): "date " + PostgresName.literal(text)
    case (.text(let text), .moment): "timestamptz " + PostgresName.literal(text)
    case (.text(let text), _): PostgresName.literal(text)
    case (.null, _), (.blob, _): nil
    }
  }

}
