import KartotekaModel
import KartotekaScreens

/// The records that a record leads to, as a section of its page: first the row that chooses them, then a row each,
/// which leads to that record and can be taken out where they are chosen here.
package struct RelatedSection: Component {
  /// One of the records.
  package struct Row {
    package var id: RecordID
    /// The identity of its place on the page, to which the way back leads.
    package var place: String
    package var href: URLPath
    package var title: String
    package var detail: String?
    /// Whether it is no longer in force.
    package var isVoid = false
    package var monogram: String?
    /// The colour of its title; nil without one.
    package var tone: StateDescription.Tone?

    package init(
      id: RecordID, place: String, href: URLPath, title: String, detail: String? = nil, isVoid: Bool = false,
      monogram: String? = nil, tone: StateDescription.Tone? = nil
    ) {
      self.tone = tone
      self.id = id
      self.place = place
      self.href = href
      self.title = title
      self.detail = detail
      self.isVoid = isVoid
      self.monogram = monogram
    }
  }

  /// An identity on the page.
  package var id: String
  package var title: String
  /// The number of records, as the language writes it.
  package var count: String
  /// The row that chooses: its words and the sheet's address, to which taking out is sent as well.
  package var choosing: (title: String, href: URLPath)?
  /// The address of the form for a new related record; nil if none can be added.
  package var new: (title: String, href: URLPath)?
  package var rows: [Row]
  /// Leads to all of them, where not all are shown.
  package var all: (title: String, href: URLPath)?
  /// The note on removing a record.
  package var note: String?
  /// Whether the row for a new one stands before the others.
  package var isNewFirst = false
  /// The symbol before their titles.
  package var symbol: Symbol?
  /// The address that moves one of them among the others, and the hidden fields of the form; nil where they have no places.
  package var moves: (action: URLPath, hidden: [(name: String, value: String)])?
  /// The address of the records that can be deleted, and the path back that a deletion sends; nil if none can be.
  package var deletion: (entities: URLPath, via: String)?

  package init(
    id: String, title: String, count: String, choosing: (title: String, href: URLPath)? = nil,
    new: (title: String, href: URLPath)? = nil, rows: [Row], all: (title: String, href: URLPath)? = nil,
    note: String? = nil, isNewFirst: Bool = false, symbol: Symbol? = nil,
    deletion: (entities: URLPath, via: String)? = nil
  ) {
    self.id = id
    self.title = title
    self.count = count
    self.choosing = choosing
    self.new = new
    self.rows = rows
    self.all = all
    self.note = note
    self.isNewFirst = isNewFirst
    self.symbol = symbol
    self.deletion = deletion
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), .id(id)) { html in
      html.text(title)
      html.element(.span, .class("num"), text: count)
    }
    // Who only reads sees the records without the form that chooses them.
    let choosing = choosing.flatMap { html.mayUse($0.href.text, sends: true) ? $0 : nil }
    let hasFaces = choosing != nil || rows.contains { $0.monogram != nil }
    let moves = moves.flatMap { html.mayUse($0.action.text, sends: true) ? $0 : nil }
    let writeRows = { (html: inout HTMLWriter) in self.writeRows(choosing, moves != nil, to: &html) }
    if moves != nil {
      // Each row has a form of its own.
      html.element(
        .ul, .classes("group rows ordered", hasFaces ? " faces" : symbol == nil ? "" : " syms"), content: writeRows)
    } else if let choosing {
      html.element(.form, .post, .action(choosing.href)) { html in
        html.element(.ul, .classes("group rows sides", hasFaces ? " faces" : ""), content: writeRows)
      }
    } else if let deletion {
      html.element(.form, .post) { html in
        for (name, value) in FormMessage(trail: deletion.via).fields { html.hidden(name, value) }
        html.element(.ul, .classes("group rows sides bin", symbol == nil ? "" : " syms"), content: writeRows)
      }
    } else {
      html.element(.ul, .classes("group rows", hasFaces ? " faces" : ""), content: writeRows)
    }
    let isAboutRows = choosing != nil || self.choosing == nil
    if let note, !rows.isEmpty, isAboutRows { html.element(.p, .class("under"), text: note) }
  }

  private func writeRows(
    _ choosing: (title: String, href: URLPath)?, _ areMoved: Bool, to html: inout HTMLWriter
  ) {
    if let choosing {
      html.element(.li) { html in
        html.element(.a, .class("row"), .href(choosing.href)) { html in
          html.element(.span, .class("face"), .decorative) { $0.symbol(.plus) }
          html.element(.span, .classes("t strong accent"), text: choosing.title)
        }
      }
    }
    if isNewFirst { writeNew(to: &html) }
    for (place, row) in rows.enumerated() {
      if areMoved {
        write(row, at: place, choosing, to: &html)
      } else {
        write(row, canTakeOut: choosing != nil, to: &html)
      }
    }
    if !isNewFirst { writeNew(to: &html) }
    if let all {
      html.element(.li) { html in
        html.element(.a, .class("row"), .href(all.href)) { $0.element(.span, .classes("t accent"), text: all.title) }
      }
    }
  }

  private func writeNew(to html: inout HTMLWriter) {
    if let new, isNewFirst {
      html.element(.li) { html in
        html.element(.a, .class("row"), .href(new.href), .part("new-related")) { html in
          html.symbol(.plus)
          html.element(.span, .classes("t strong accent"), text: new.title)
        }
      }
    } else if let new {
      html.element(.li) { html in
        html.element(.a, .class("row"), .href(new.href), .part("new-related")) { html in
          html.element(.span, .classes("t accent")) { html in
            html.symbol(.plus, .small)
            html.text(new.title)
          }
        }
      }
    }
  }

  // Buttons, for keys and fingers; a mouse drags, too. They name a neighbour, so that a form which is sent twice moves once.
  private func write(
    _ row: Row, at place: Int, _ choosing: (title: String, href: URLPath)?, to html: inout HTMLWriter
  ) {
    guard let moves else { return }
    html.element(.li, .id(row.place)) { html in
      writeLink(row, to: &html)
      html.element(.form, .class("moves"), .post, .action(moves.action), .place(String(row.id))) { html in
        for (name, value) in moves.hidden { html.hidden(name, value) }
        html.hidden(FormName.moved, String(row.id))
        if let last = rows.last(where: { $0.id != row.id }) { html.hidden(FormName.behind, String(last.id)) }
        if rows.count > 1 {
          writeMove(.up, place, "Move {title} up", to: &html)
          writeMove(.down, place, "Move {title} down", to: &html)
        }
        if let deletion {
          html.element(
            .button, .class("ib"),
            .formAction(deletion.entities.appending(row.id).appending("delete").with("via", deletion.via)),
            .label(html.say("Delete {title}", ["title": .text(row.title)]))
          ) { $0.symbol(.trash, .small) }
        } else if let choosing {
          html.element(
            .button, .class("ib"), .formAction(choosing.href), .name(FormIntent.unlink(row.id).name),
            .value(FormIntent.unlink(row.id).value), .label(html.say("Take {title} out", ["title": .text(row.title)]))
          ) { $0.symbol(.x, .small) }
        }
      }
    }
  }

  // A row is moved before another one; one without a name is the end.
  private func writeMove(_ symbol: Symbol, _ place: Int, _ label: String, to html: inout HTMLWriter) {
    let (isUp, next) = (symbol == .up, symbol == .up ? place - 1 : place + 2)
    let isOff = isUp ? place == 0 : place == rows.count - 1
    html.element(
      .button, .class("ib"), .name(FormName.before),
      .value(rows.indices.contains(next) ? String(rows[next].id) : ""),
      .label(html.say(label, ["title": .text(rows[place].title)])), isOff ? .disabled : nil
    ) { $0.symbol(symbol, .small) }
  }

  private func writeLink(_ row: Row, to html: inout HTMLWriter) {
    html.element(.a, .classes("row", row.isVoid ? " void" : ""), row.monogram.map { .face($0) }, .href(row.href)) {
      html in
      if let symbol { html.symbol(symbol) }
      html.element(.span, .class("t")) { html in
        if let tone = row.tone { html.add(TagList.Tag(row.title, tone)) } else { html.text(row.title) }
      }
      if let detail = row.detail { html.element(.span, .class("d"), text: detail) }
      html.symbol(.go, .chevron)
    }
  }

  private func write(_ row: Row, canTakeOut: Bool, to html: inout HTMLWriter) {
    html.element(.li, .id(row.place)) { html in
      writeLink(row, to: &html)
      if let deletion {
        html.element(
          .button, .formAction(deletion.entities.appending(row.id).appending("delete")),
          .label(html.say("Delete {title}", ["title": .text(row.title)])), text: html.say("Delete"))
      } else if canTakeOut {
        html.element(
          .button, .name(FormIntent.unlink(row.id).name), .value(FormIntent.unlink(row.id).value),
          .label(html.say("Take {title} out", ["title": .text(row.title)])), text: html.say("Take out"))
      }
    }
  }
}
