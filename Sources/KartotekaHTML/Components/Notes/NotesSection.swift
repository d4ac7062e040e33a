import KartotekaModel

/// The notes of a record, as a section of its page: the form for a new one, then the newest first.
package struct NotesSection: Component {
  /// One of the notes.
  package struct Row {
    /// The identity of its place on the page, to which the way back leads.
    package var place: String
    /// The title, for the labels of its buttons.
    package var title: String
    package var text: String
    /// When it was written, in words.
    package var moment: String
    /// The page on which it is changed.
    package var change: URLPath
    /// The address that deletes the note.
    package var delete: URLPath
    package var file: File?
    /// The author; nil if none is known.
    package var author: PersonMark?
    /// Whether it is only looked at.
    package var isFixed = false

    package init(
      place: String, title: String, text: String, moment: String, change: URLPath, delete: URLPath, file: File? = nil
    ) {
      self.place = place
      self.title = title
      self.text = text
      self.moment = moment
      self.change = change
      self.delete = delete
      self.file = file
    }
  }

  /// The file of a note.
  package struct File {
    package var href: URLPath
    package var name: String
    /// The size, in words.
    package var size: String
    /// Whether it is shown.
    package var isPicture: Bool
    /// The address of a PDF file for a frame; nil for others.
    package var preview: URLPath?

    package init(href: URLPath, name: String, size: String, isPicture: Bool) {
      self.href = href
      self.name = name
      self.size = size
      self.isPicture = isPicture
    }
  }

  /// An identity on the page.
  package var id: String
  package var title: String
  /// The number of notes, as the language writes it.
  package var count: String
  package var rows: [Row]
  /// The way back that a deletion sends along.
  package var trail: String
  /// Leads to all of them, where not all are shown.
  package var all: (title: String, href: URLPath)?
  /// The address of the form for a new note.
  package var action: URLPath
  /// Its fields.
  package var fields: [FormField]
  /// The hidden fields of the form.
  package var hidden: [(name: String, value: String)]

  package init(
    id: String, title: String, count: String, rows: [Row], trail: String, all: (title: String, href: URLPath)? = nil,
    action: URLPath, fields: [FormField], hidden: [(name: String, value: String)] = []
  ) {
    self.id = id
    self.title = title
    self.count = count
    self.rows = rows
    self.trail = trail
    self.all = all
    self.action = action
    self.fields = fields
    self.hidden = hidden
  }

  package func write(to html: inout HTMLWriter) {
    // Nothing to read, and nothing may be written.
    if rows.isEmpty, !html.mayUse(action.text, sends: true) { return }
    html.element(.section, .class("notes"), .labelled(by: id)) { html in
      html.element(.h2, .id(id)) { html in
        html.text(title)
        html.element(.span, .class("num"), text: count)
      }
      writeForm(to: &html)
      guard !rows.isEmpty else { return }
      html.element(.form, .post) { html in
        for (name, value) in FormMessage(trail: trail).fields { html.hidden(name, value) }
        html.element(.ul, .class("group")) { html in
          for row in rows { write(row, to: &html) }
        }
      }
      if let all { html.element(.a, .classes("btn whole"), .href(all.href), text: all.title) }
    }
  }

  private func writeForm(to html: inout HTMLWriter) {
    html.element(
      .form, .id("note"), .post, .action(action), .withoutValidation, .autocomplete("off"),
      more: [.multipart, .restorable(html.say("Restored what you had typed."))]
    ) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      html.element(.div, .class("group")) { html in
        for var field in fields {
          field.hasFocus = field.error != nil
          // Labels are for screen readers: placeholders and buttons tell the fields apart.
          html.element(.label, .class("vh"), .for(field.id), text: html.say(field.column.label))
          html.element(.div, .class("field")) { html in
            FormControls.control(of: field.column).writeControl(field, to: &html)
            html.fault(of: field)
          }
        }
        html.element(.p) { html in
          html.element(.button, .classes("btn main small"), text: html.say("Add note"))
        }
      }
    }
  }

  private func write(_ row: Row, to html: inout HTMLWriter) {
    html.element(.li, .id(row.place)) { html in
      if !row.text.isEmpty { html.element(.p, .class("body"), text: row.text) }
      if let file = row.file {
        html.element(.a, .class("attached"), .href(file.href), .download(as: file.name)) { html in
          if file.isPicture {
            html.void(.img, .source(file.href), .alternative(""), .lazy, .decodedLater)
          } else {
            html.symbol(.download)
          }
          html.element(.span, .class("t"), text: file.name)
          html.element(.span, .class("d"), text: file.size)
        }
        if let preview = file.preview { html.add(FilePreview(source: preview, title: file.name)) }
      }
      html.element(.p, .class("foot")) { html in
        if let author = row.author {
          html.add(author)
          html.element(.span, .class("sub"), text: author.name)
        }
        html.element(.span, .classes("dim"), text: row.moment)
        if row.isFixed { return }
        html.element(
          .a, .class("act"), .href(row.change), .label(html.say("Change {title}", ["title": .text(row.title)])),
          text: html.say("Change"))
        html.element(
          .button, .classes("act bad"), .formAction(row.delete),
          .label(html.say("Delete {title}", ["title": .text(row.title)])), text: html.say("Delete"))
      }
    }
  }
}
