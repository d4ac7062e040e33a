import KartotekaModel

/// A list of records as a column: title, search field, how many there are, rows under their initials, and
/// what leads to the rows before and after.
package struct ListColumn: Component {
  /// The screen's title.
  package var title: String
  /// The target of the back button.
  package var leading = NavigationBar.Leading.allApps
  /// Whether it is what the page is about: no record stands beside it.
  package var isMain = true
  /// Whether it takes the whole width: there is nothing to choose from.
  package var isFull = false
  /// The address of the entity's records: `/userscrud/users`. A record is a number deeper.
  package var entities: URLPath
  /// The address and name of "New person"; nil where nothing can be added.
  package var new: (href: URLPath, label: String)?
  /// The actions on the entity's records as a whole, above the rows.
  package var actions: [ActionButton] = []
  /// The address at which several records are changed at once; nil if none can be.
  package var several: URLPath?
  /// The address at which the fields of its records are changed; nil if they can't be.
  package var fields: URLPath?
  /// The search field; nil when nothing is searched.
  package var search: SearchField?
  /// The filter of the list, as in its address.
  package var only = ""
  /// The subsets to which it can be narrowed; nil for none.
  package var subsets: SubsetLinks?
  /// The bar with the shape of the list; nil for a list that has one shape.
  package var shape: ShapeBar?
  /// The shape as forms send it.
  package var shapeText = ""
  /// The query that addresses of records keep for the way back, such as the search.
  package var query = URLPath.Query()
  /// "1,000 people by last name".
  package var status: String
  /// The rows; sections without an initial where the list has none.
  package var sections: [ListSection] = []
  /// The address to which the fields above a table's columns are sent.
  package var narrowing: URLPath { entities.appending("narrow") }
  /// The rows as a table; nil for rows with a title.
  package var table: ListTable?
  /// The rows as a board; nil for other layouts.
  package var board: ListBoard?
  /// The rows as a chart; nil for other layouts.
  package var chart: ChartPanel?
  /// The figures below the rows; nil for none.
  package var figures: FigureLine?
  /// Whether rows are pictures with titles.
  package var isGallery = false
  /// Whether rows have a round monogram.
  package var hasMonograms = false
  /// Whether rows can be deleted.
  package var canDelete = true
  /// The address of the page with the rows before; nil at the beginning.
  package var previous: URLPath?
  /// The address of the page with the rows after; nil at the end.
  package var next: URLPath?
  /// The letters that the list can be opened at; a strip at its edge.
  package var initials: [InitialLink] = []
  /// The empty state in place of rows.
  package var empty: EmptyState?

  package init(
    title: String, leading: NavigationBar.Leading = .allApps, isMain: Bool = true, isFull: Bool = false,
    entities: URLPath, new: (href: URLPath, label: String)? = nil, several: URLPath? = nil, fields: URLPath? = nil,
    search: SearchField? = nil, only: String = "",
    subsets: SubsetLinks? = nil, query: URLPath.Query = URLPath.Query(), status: String, sections: [ListSection] = [],
    hasMonograms: Bool = false, canDelete: Bool = true, previous: URLPath? = nil, next: URLPath? = nil,
    initials: [InitialLink] = [], empty: EmptyState? = nil
  ) {
    self.title = title
    self.leading = leading
    self.isMain = isMain
    self.isFull = isFull
    self.entities = entities
    self.new = new
    self.several = several
    self.fields = fields
    self.search = search
    self.only = only
    self.subsets = subsets
    self.query = query
    self.status = status
    self.sections = sections
    self.hasMonograms = hasMonograms
    self.canDelete = canDelete
    self.previous = previous
    self.next = next
    self.initials = initials
    self.empty = empty
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list", isFull ? " full" : ""), .labelledBy("lt")) { html in
      if isFull {
        html.element(.div, .class("wide"), content: writeColumn)
      } else {
        writeColumn(to: &html)
      }
    }
    if !initials.isEmpty { html.initialStrip(initials, isHidden: search?.text.isEmpty == false) }
  }

  private func writeColumn(to html: inout HTMLWriter) {
    html.navigationBar(NavigationBar(leading: leading, title: title)) { html in
      if let fields {
        html.element(.a, .class("ib"), .href(fields), .label(html.say("Change fields"))) { $0.symbol(.gear) }
      }
      if let several {
        html.element(.a, .class("ib"), .href(several), .label(html.say("Change several"))) { $0.symbol(.check) }
      }
      if let new {
        html.element(.a, .class("ib"), .href(new.href), .label(new.label), .part("new")) { $0.symbol(.plus) }
      }
    }
    html.largeTitle(title, isMain: isMain)
    if let search { html.add(search) }
    if let shape { html.add(shape) } else if let subsets { html.add(subsets) }
    if !actions.isEmpty {
      html.element(.form, .post, .class("offers"), .label(html.say("Actions"))) { html in
        for action in actions { html.actionButton(action, isMain: false) }
      }
    }
    let delete = html.say("Delete {title}")
    html.element(.form, .id("rows"), .post, canDelete ? .deletes(delete) : nil, content: writeContent)
    // Forms can't stand within the form of the rows. The fields of their rows name them.
    if table?.filters.isEmpty == false {
      html.element(.form, .id("filter"), .action(narrowing), .autocomplete("off")) { _ in }
    }
    if let new = table?.new {
      html.element(
        .form, .id("add"), .post, .action(new.action), .edits("new"), .withoutValidation, .autocomplete("off"),
        more: [.restorable(html.say("Restored what you had typed."))]
      ) { _ in }
    }
  }

  /// The kind of its page.
  package var kind: PageKind { board != nil || chart != nil || isGallery ? .board : .list }

  /// The address of a record, from which one comes back to this state of the list.
  func address(of id: RecordID) -> URLPath { entities.appending(id).with(query) }

  /// Writes the part `list`: everything below the search field.
  package func writeContent(to html: inout HTMLWriter) {
    html.element(.p, .classes("foot pad-2"), .id("count")) { $0.text(status) }
    let message = FormMessage(
      listSearch: search?.text ?? "", listNarrowing: only, listShape: shapeText, screen: FormMessage.listScreen)
    for (name, value) in message.fields { html.hidden(name, value) }
    if table?.new != nil {
      var state = message
      state.screen = nil
      for (name, value) in state.fields { html.void(.input, .type("hidden"), .name(name), .value(value), .form("add")) }
    }
    if let table, !table.filters.isEmpty {
      for (name, value) in table.state {
        html.void(.input, .type("hidden"), .name(name), .value(value), .form("filter"))
      }
    }
    // The fields above the columns stay where nothing matches them.
    if empty == nil || table != nil { writeRows(to: &html) }
    if let empty { html.add(empty) }
    figures?.write(to: &html)
  }

  /// Writes the part `rows`: the rows of one page, and the links to the pages before and after.
  package func writeRows(to html: inout HTMLWriter) {
    if let table { return table.write(self, to: &html) }
    if let board { return board.write(self, to: &html) }
    if let chart { return chart.write(to: &html) }
    if let previous {
      html.element(.a, .classes("btn pager"), .relation("prev"), .href(previous), text: html.say("Show earlier rows"))
    }
    let writer = ListRowWriter(list: self, say: html.say)
    for section in sections { writer.write(section, to: &html) }
    if let next {
      html.element(.a, .classes("btn pager"), .relation("next"), .href(next), text: html.say("Show more rows"))
    }
  }
}

/// Rows that stand under one initial.
package struct ListSection {
  /// The first letter of what the list is sorted by; nil in lists without initials.
  package var initial: String?
  /// The text at the end of the heading: "2 teachers".
  package var note: String?
  package var rows: [ListRow]

  package init(initial: String? = nil, note: String? = nil, rows: [ListRow]) {
    (self.initial, self.note, self.rows) = (initial, note, rows)
  }
}

/// One record in a list.
package struct ListRow {
  package var id: RecordID
  /// The title, part by part, so that what the list is sorted by can stand out; spaces come between.
  package var title: [TitlePart]
  package var subtitle: String?
  /// Two letters in a circle; see ``Monogram``.
  package var monogram: String?
  /// The address of its picture, which is shown in place of the monogram.
  package var picture: URLPath?
  /// The text at the end of the title line: an amount.
  package var value: String?
  /// The state that it is in.
  package var state: StatePill?
  /// The related records that are shown in their colours.
  package var tags = TagList()
  /// A number that belongs to it, as it is shown and as it is said: "4", "4 courses".
  package var pill: (text: String, label: String)?
  /// Whether it is the record beside the list, or the one last edited.
  package var isSelected = false

  package init(
    id: RecordID, title: [TitlePart], subtitle: String? = nil, monogram: String? = nil, picture: URLPath? = nil,
    value: String? = nil, state: StatePill? = nil, pill: (text: String, label: String)? = nil, isSelected: Bool = false
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.monogram = monogram
    self.picture = picture
    self.value = value
    self.state = state
    self.pill = pill
    self.isSelected = isSelected
  }
}

/// One attribute's part of a record's title.
package struct TitlePart {
  package var text: String
  /// Whether it stands out, since the list is sorted by it.
  package var isStrong = false

  package init(text: String, isStrong: Bool = false) {
    (self.text, self.isStrong) = (text, isStrong)
  }
}
