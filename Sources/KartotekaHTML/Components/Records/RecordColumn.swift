import KartotekaModel

/// A record as a column: its card, its fields to edit, and what happened to it.
package struct RecordColumn: Component {
  /// The record's address: `/userscrud/users/412`.
  package var path: URLPath
  /// The title of a page that shows this record.
  package var pageTitle: String
  /// The list it belongs to, for the way back.
  package var back: (title: String, href: URLPath)
  /// Whether the way back leads to something that no column shows.
  package var isFromElsewhere = false
  package var card: RecordCard
  package var fields: [FormField]
  /// Whether a person may change something.
  package var canSave = true
  /// Whether it is only looked at: its fields are in no form.
  package var isFixed = false
  /// Whether the record may be deleted.
  package var canDelete = true
  /// The hidden fields of the form: the version, the stored values, the search to return to.
  package var hidden: [(name: String, value: String)] = []
  /// The message of the form that deletes the record: the search to return to.
  package var deletion = FormMessage()
  /// The fault of the record as a whole.
  package var fault: String?
  /// The address that checks the form by rules before it is saved; nil without rules.
  package var check: URLPath?
  /// The address that computes conditions of fields while they are filled in; nil without formulas.
  package var follow: URLPath?
  /// A note below the fields.
  package var note: String?
  /// The state of background work on the record; nil for records without such work.
  package var jobs: JobLines?
  /// The record with its lines, to look at in place of fields to edit, and where it is changed.
  package var document: RecordDocument?
  package var change: URLPath?
  /// The records that it leads to.
  package var sections: [any Component] = []
  /// The rows below the form, such as the record's history.
  package var groups: [RowGroup] = []

  package init(
    path: URLPath, pageTitle: String, back: (title: String, href: URLPath), isFromElsewhere: Bool = false,
    card: RecordCard, fields: [FormField], canSave: Bool = true, canDelete: Bool = true,
    hidden: [(name: String, value: String)] = [], deletion: FormMessage = FormMessage(), fault: String? = nil,
    note: String? = nil, jobs: JobLines? = nil, document: RecordDocument? = nil,
    change: URLPath? = nil, sections: [any Component] = [], groups: [RowGroup] = []
  ) {
    self.path = path
    self.pageTitle = pageTitle
    self.back = back
    self.isFromElsewhere = isFromElsewhere
    self.card = card
    self.fields = fields
    self.canSave = canSave
    self.canDelete = canDelete
    self.hidden = hidden
    self.deletion = deletion
    self.fault = fault
    self.note = note
    self.jobs = jobs
    self.document = document
    self.change = change
    self.sections = sections
    self.groups = groups
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.article, .classes("col record"), .labelledBy("rt"), .pageTitle(pageTitle)) { html in
      let leading: NavigationBar.Leading =
        isFromElsewhere
        ? .origin(title: back.title, href: back.href) : .back(title: back.title, href: back.href)
      html.navigationBar(NavigationBar(leading: leading, title: card.title)) { html in
        if canDelete {
          html.element(
            .button, .classes("ib bad"), .form("d"),
            .label(html.say("Delete {title}", ["title": .text(card.title)]))
          ) { $0.symbol(.trash) }
        }
        if let change { html.element(.a, .classes("act main"), .href(change), text: html.say("Change")) }
        if canSave { html.element(.button, .classes("act main"), .form("f"), text: html.say("Save")) }
      }
      html.element(.div, .class("wide")) { html in
        if let document {
          html.add(card)
          html.add(document)
        } else {
          writeForm(to: &html)
        }
        if let jobs { html.add(jobs) }
        for section in sections { html.add(section) }
        for group in groups { html.add(group) }
      }
      if card.actions != nil { html.element(.form, .id(RecordCard.actionFormID), .post) { _ in } }
      // A form of its own: Return in a field presses the first button of the field's form.
      if canDelete {
        html.element(.form, .id("d"), .post, .action(path.appending("delete"))) { html in
          for (name, value) in deletion.fields { html.hidden(name, value) }
        }
      }
    }
  }

  private func writeForm(to html: inout HTMLWriter) {
    if isFixed {
      html.add(card)
      return html.formFields(fields, fault: fault)
    }
    html.element(
      .form, .id("f"), .post, .action(path), .edits("stored"), .withoutValidation, .autocomplete("off"),
      more: [
        .restorable(html.say("Restored what you had typed.")), fields.contains { $0.file != nil } ? .multipart : nil,
        check.map { .checks($0) }, follow.map { .follows($0) },
        .overtaken(
          html.say("Changed by somebody else: {fields}. Save asks which one stays.", ["fields": .text("{fields}")])),
        .gone(html.say("Somebody else has deleted this card. Save offers a new card with what you typed.")),
      ]
    ) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      html.add(card)
      html.formFields(fields, fault: fault)
      if let note { html.element(.p, .class("under"), text: note) }
    }
  }
}

/// The record's column while none is chosen; phones don't show it.
package struct RecordPlaceholder: Component {
  package func write(to html: inout HTMLWriter) {
    html.element(.article, .classes("col record none")) { html in
      html.add(
        EmptyState(
          title: html.say("No card chosen"),
          text: html.say("Choose one from the list; the arrow keys walk through it.")))
    }
  }

  package init() {}
}
