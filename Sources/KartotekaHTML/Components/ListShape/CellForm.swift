import KartotekaModel

/// A form with one value of a record, in place of a cell of a ``ListTable``.
package struct CellForm: Component {
  /// The address of the card, which saves the form like its own.
  package var action: URLPath
  /// The version of the card that the form was made from, and its other values.
  package var hidden: [(name: String, value: String)]
  package var field: TableField

  package init(action: URLPath, hidden: [(name: String, value: String)], field: TableField) {
    (self.action, self.hidden, self.field) = (action, hidden, field)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("cell"), .post, .action(action), .withoutValidation, .autocomplete("off")) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      html.tableField(field)
    }
  }
}
