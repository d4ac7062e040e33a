import KartotekaModel

/// A field in a row of a table: its control, the label that the heading can't be, and what is wrong below.
package struct TableField {
  package var field: FormField
  /// Says which row's and which column's it is: "User – Lagos".
  package var label: String
  /// For a relationship: where records to suggest are found while one types.
  package var suggestions: Suggestions?

  package init(field: FormField, label: String, suggestions: Suggestions? = nil) {
    (self.field, self.label, self.suggestions) = (field, label, suggestions)
  }

  /// The suggested records for the typed text.
  package struct Suggestions {
    /// The address that finds them; the typed text is appended.
    package var path: URLPath
    /// The attributes that make up their titles; `code:country` where what is shown is the name of a country.
    package var titles: [String]

    package init(path: URLPath, titles: [String]) {
      (self.path, self.titles) = (path, titles)
    }
  }
}

/// The row for a new record.
package struct NewTableRow {
  /// A field for each column; nil for a read-only row.
  package var fields: [TableField?]
  /// The address of the form.
  package var action: URLPath
  /// The fault of the record as a whole.
  package var fault: String?
  /// Whether it has all fields of a new record.
  package var isWhole = false

  package init(fields: [TableField?], action: URLPath, fault: String? = nil) {
    (self.fields, self.action, self.fault) = (fields, action, fault)
  }
}

extension HTMLWriter {
  /// Writes a field of a row.
  mutating func tableField(_ cell: TableField) {
    var field = cell.field
    field.isInTable = true
    element(.label, .class("vh"), .for(field.id), text: cell.label)
    if case .toOne = field.column {
      relatedField(
        field.id, field.text, placeholder: field.placeholder, cell.suggestions, type: "text", field.attributes)
    } else {
      FormControls.control(of: field.column).writeControl(field, to: &self)
    }
    fault(of: field)
  }

  /// A field for a related record, by number or by title.
  mutating func relatedField(
    _ id: String, _ text: String, placeholder: String?, _ suggestions: TableField.Suggestions?, type: StaticString,
    _ attributes: [HTMLAttribute?]
  ) {
    let list = id + "-l"
    void(
      .input, .type(type), .value(text), placeholder.map { .placeholder($0) }, .withoutSpelling,
      suggestions.map { _ in .suggestions(list) }, suggestions.map { .suggests($0.path) },
      suggestions.map { .titles($0.titles.joined(separator: " ")) }, more: attributes)
    if suggestions != nil { element(.datalist, .id(list)) { _ in } }
  }
}
