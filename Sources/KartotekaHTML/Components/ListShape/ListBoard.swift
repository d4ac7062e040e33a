import KartotekaModel

/// A list's rows as a board: columns with cards, which are moved from one to another.
package struct ListBoard {
  /// A column.
  package struct Lane {
    /// The value that its records have; empty for none.
    package var value: String
    package var title: String
    /// The number of its records, also of those that are not shown.
    package var count: String
    package var tone: StateDescription.Tone
    package var rows: [ListRow]
    /// The records that can't be moved.
    package var fixed: Set<RecordID> = []
    /// The words for further records, and the address of a list of all; nil if all are shown.
    package var more: (words: String, href: URLPath?)?
    /// The form for a new record in the column; nil if none can be added.
    package var new: (href: URLPath, label: String)?

    package init(value: String, title: String, count: String, tone: StateDescription.Tone, rows: [ListRow]) {
      (self.value, self.title, self.count, self.tone, self.rows) = (value, title, count, tone, rows)
    }
  }

  /// The address of the sheets from which records are moved, one deeper; nil if they can't be moved.
  package var moves: URLPath?
  package var lanes: [Lane] = []
  /// Why a record was not moved.
  package var fault: String?
  /// The note on records that the board leaves out.
  package var note: String?

  package init(moves: URLPath?) { self.moves = moves }

  func write(_ list: ListColumn, to html: inout HTMLWriter) {
    if let fault { html.element(.p, .classes("err lone"), .role("alert"), text: fault) }
    let writer = ListRowWriter(list: list, say: html.say)
    html.element(.div, .class("board")) { html in
      for (index, lane) in lanes.enumerated() { write(lane, "lane-\(index)", writer, list, to: &html) }
    }
    if let note { html.element(.p, .classes("foot pad"), text: note) }
  }

  private func write(_ lane: Lane, _ id: String, _ writer: ListRowWriter, _ list: ListColumn, to html: inout HTMLWriter)
  {
    html.element(.section, .classes("lane", lane.tone.style), .labelled(by: id), .movedTo(lane.value)) { html in
      html.element(.div, .class("top")) { html in
        html.element(.h2, .id(id)) { html in
          html.text(lane.title + " ")
          html.element(.span, .class("n"), text: lane.count)
        }
        if let new = lane.new {
          html.element(.a, .classes("ib"), .href(new.href), .label(new.label)) { $0.symbol(.plus, .small) }
        }
      }
      html.element(.ul) { html in
        for row in lane.rows {
          html.element(.li, .record(row.id)) { html in
            writer.writeLink(row, to: &html)
            if let moves, !lane.fixed.contains(row.id) {
              let label = html.say("Move {title}", ["title": .text(row.title.map(\.text).joined(separator: " "))])
              let href = moves.appending(row.id).with(list.query)
              html.element(.a, .classes("ib move"), .href(href), .label(label)) {
                $0.symbol(.sort, .small)
              }
            }
          }
        }
      }
      if let more = lane.more {
        if let href = more.href {
          html.element(.a, .classes("btn small"), .href(href), text: more.words)
        } else {
          html.element(.p, .class("foot"), text: more.words)
        }
      }
    }
  }
}

extension StateDescription.Tone {
  /// The class of a tone, after others.
  var style: StaticString {
    switch self {
    case .plain: ""
    case .good: " good"
    case .care: " care"
    case .bad: " bad"
    case .void: " void"
    }
  }
}
