import KartotekaModel

/// One record in a table, to look at.
package struct TableRow {
  package var id: RecordID
  /// The title of the record.
  package var title: String
  /// The cells under the columns behind the number.
  package var cells: [TableCell]
  /// Whether it stands out for a moment, since it was just added or changed.
  package var isNear = false

  package init(id: RecordID, title: String, cells: [TableCell], isNear: Bool = false) {
    (self.id, self.title, self.cells, self.isNear) = (id, title, cells, isNear)
  }
}

/// The contents of a cell.
package struct TableCell {
  package var text: String
  /// The number of a related record, behind its title.
  package var number: String?

  package init(text: String, number: String? = nil) {
    (self.text, self.number) = (text, number)
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

  package init(fields: [TableField?], action: URLPath, fault: String? = nil) {
    (self.fields, self.action, self.fault) = (fields, action, fault)
  }

  /// The control where typing starts.
  package var focus: String { fields.lazy.compactMap { $0?.field.id }.first ?? "table" }
}

/// The row that was chosen, with fields for what may be changed.
package struct ChosenTableRow {
  package var id: RecordID
  /// A field for each column; nil where the value stays as it is.
  package var fields: [TableField?]
  /// The address to which changes are sent.
  package var action: URLPath
  /// The address that deletes the record.
  package var deletion: URLPath
  /// The target that ends the choice.
  package var letGo: URLPath
  /// The hidden fields of the form.
  package var hidden: [(name: String, value: String)] = []
  /// The fault of the record as a whole, or the reason why it can't be deleted.
  package var fault: String?
  /// The links to more about that.
  package var links: [(title: String, href: URLPath)] = []

  package init(
    id: RecordID, fields: [TableField?], action: URLPath, deletion: URLPath, letGo: URLPath,
    hidden: [(name: String, value: String)] = [], fault: String? = nil, links: [(title: String, href: URLPath)] = []
  ) {
    self.id = id
    self.fields = fields
    self.action = action
    self.deletion = deletion
    self.letGo = letGo
    self.hidden = hidden
    self.fault = fault
    self.links = links
  }

  /// Whether something may be changed.
  var canUpdate: Bool { fields.contains { $0 != nil } }
}
