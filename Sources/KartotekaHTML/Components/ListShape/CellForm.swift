import KartotekaModel

/// A form with one value of a record, in place of a cell of a ``ListTable``.
package struct CellForm: Component {
  /// The address of the card, which saves the form like its own.
  package var action: URLPath
  /// The version of the card that the form was made from, and its other values.
  package var hidden: [(name: String, value: String)]
  package var field: TableField
  /// The records to choose from, if the value is a related record.
  package var picker: CellPicker?

  package init(action: URLPath, hidden: [(name: String, value: String)], field: TableField) {
    (self.action, self.hidden, self.field) = (action, hidden, field)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("cell"), .post, .action(action), .withoutValidation, .autocomplete("off")) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      guard let picker else { return html.tableField(field) }
      html.hidden(field.field.column.name, field.field.text)
      html.element(.label, .class("vh"), .for(field.field.id), text: field.label)
      html.void(
        .input, .id(field.field.id), .type("text"), .value(picker.title), .role("combobox"), .withoutSpelling,
        .controls("cell-options"), .isExpanded, more: [.completesByList])
      picker.writeOptions(to: &html)
    }
  }
}

/// The records to choose from in a cell: those that a search finds.
package struct CellPicker: Sendable {
  package var options: [(value: String, title: String)] = []
  /// The title of the record that the cell has.
  package var title = ""
  /// The option that Return chooses; nil for none.
  package var chosen: String?
  /// The text in place of options.
  package var none: String

  package init(none: String) { self.none = none }

  package func writeOptions(to html: inout HTMLWriter) {
    html.element(.ul, .id("cell-options"), .role("listbox"), .label(html.say("Choose"))) { html in
      for (index, option) in options.enumerated() {
        html.element(
          .li, .id("cell-option-\(index)"), .role("option"), .movedTo(option.value),
          .isSelected(option.value == chosen), text: option.title)
      }
      if options.isEmpty { html.element(.li, .role("option"), .isDisabled, text: none) }
    }
  }
}
