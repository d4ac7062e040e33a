import KartotekaModel

/// One record in a table, to look at.
struct TableRow {
  var id: RecordID
  /// What people know the record by.
  var title: String
  /// What stands under the columns behind the number.
  var cells: [TableCell]
  /// Whether it stands out for a moment, since it was just added or changed.
  var isNear = false
}

/// What stands under one column.
struct TableCell {
  var text: String
  /// The number of a related record, behind its title.
  var number: String?
}

/// The row for a new record.
struct NewTableRow {
  /// A field for each column; nil where nobody can write.
  var fields: [TableField?]
  /// Where it is sent to.
  var action: URLPath
  /// What is wrong with the record as a whole.
  var fault: String?

  /// The control where typing starts.
  var focus: String { fields.lazy.compactMap { $0?.field.id }.first ?? "table" }
}

/// The row that was chosen, with fields for what may be changed.
struct ChosenTableRow {
  var id: RecordID
  /// A field for each column; nil where the value stays as it is.
  var fields: [TableField?]
  /// Where changes are sent to.
  var action: URLPath
  /// Where deleting is sent to.
  var deletion: URLPath
  /// Where the choice is let go.
  var letGo: URLPath
  /// What else the form sends.
  var hidden: [(name: String, value: String)] = []
  /// What is wrong with the record as a whole, or why it can't be deleted.
  var fault: String?
  /// Where more about that is found.
  var links: [(title: String, href: URLPath)] = []

  /// Whether something may be changed.
  var canUpdate: Bool { fields.contains { $0 != nil } }
}
