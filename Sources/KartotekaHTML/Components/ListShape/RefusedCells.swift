import KartotekaModel

/// The cells of a pasted block that were refused, with the reasons. Nothing of the block is stored then.
package struct RefusedCells: Component {
  /// A refused cell.
  package struct Cell {
    package var id: RecordID
    /// The name of its field; empty if the whole record was refused.
    package var field: String
    /// The record's title.
    package var title: String
    /// The field's label.
    package var label: String
    package var text: String
    package var reason: String

    package init(id: RecordID, field: String, title: String, label: String, text: String, reason: String) {
      (self.id, self.field, self.title) = (id, field, title)
      (self.label, self.text, self.reason) = (label, text, reason)
    }
  }

  /// The maximum number of cells that are listed.
  private static let most = 10

  /// Reasons that concern the whole block.
  package var notes: [String] = []
  private var cells: [Cell] = []
  private var count = 0

  package init() {}

  /// Whether nothing was refused.
  package var isEmpty: Bool { notes.isEmpty && count == 0 }
  /// Whether further cells are only counted.
  package var isFull: Bool { count >= Self.most }

  /// Adds a cell.
  package mutating func add(_ cell: Cell) {
    if !isFull { cells.append(cell) }
    count += 1
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .id("refused"), .classes("err lone"), .role("alert")) { html in
      html.element(.p, text: html.say("Nothing was pasted."))
      html.element(.ul) { html in
        for note in notes { html.element(.li, text: note) }
        for cell in cells {
          html.element(.li, .record(cell.id), .cell(cell.field)) { html in
            let place = cell.label.isEmpty ? cell.title : cell.title + " – " + cell.label
            html.text(place + (cell.text.isEmpty ? ": " : ": “\(cell.text)”. ") + cell.reason)
          }
        }
        if count > cells.count {
          html.element(.li, text: html.say("And {count} more.", ["count": .count(count - cells.count)]))
        }
      }
    }
  }
}
