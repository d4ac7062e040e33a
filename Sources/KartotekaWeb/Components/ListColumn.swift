import KartotekaModel

/// A list of records as a column: title, search field, how many there are, rows under their initials, and
/// what leads to the rows before and after.
struct ListColumn: Component {
  /// The screen's title.
  var title: String
  /// Where its bar leads back to.
  var leading = NavigationBar.Leading.allApps
  /// Whether it is what the page is about: no record stands beside it.
  var isMain = true
  /// Whether it takes the whole width: there is nothing to choose from.
  var isFull = false
  /// The address of the entity's records: `/userscrud/users`. A record is a number deeper.
  var entities: URLPath
  /// The address and name of "New person"; nil where nothing can be added.
  var new: (href: URLPath, label: String)?
  /// The search field; nil when nothing is searched.
  var search: SearchField?
  /// What it is narrowed down to, as its address has it.
  var only = ""
  /// What it can be narrowed down to; nil for nothing.
  var subsets: SubsetLinks?
  /// What is carried from here to a record and back, such as the search.
  var query = URLPath.Query()
  /// "1,000 people by last name".
  var status: String
  /// The rows; sections without an initial where the list has none.
  var sections: [ListSection] = []
  /// Whether rows have a round monogram.
  var hasMonograms = false
  /// Whether rows can be deleted.
  var canDelete = true
  /// The address of the page with the rows before; nil at the beginning.
  var previous: URLPath?
  /// The address of the page with the rows after; nil at the end.
  var next: URLPath?
  /// The letters that the list can be opened at; a strip at its edge.
  var initials: [InitialLink] = []
  /// What stands there instead of rows.
  var empty: EmptyState?

  func write(to html: inout HTMLWriter) {
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
      if let new {
        html.element(.a, .class("ib"), .href(new.href), .label(new.label), .part("new")) { $0.symbol(.plus) }
      }
    }
    html.largeTitle(title, isMain: isMain)
    if let search { html.add(search) }
    if let subsets { html.add(subsets) }
    let delete = html.say("Delete {title}")
    html.element(.form, .id("rows"), .post, canDelete ? .deletes(delete) : nil, content: writeContent)
  }

  /// What `part=list` asks for: everything below the search field.
  func writeContent(to html: inout HTMLWriter) {
    html.element(.p, .classes("foot pad-2"), .id("count")) { $0.text(status) }
    let message = FormMessage(listSearch: search?.text ?? "", listNarrowing: only)
    for (name, value) in message.fields { html.hidden(name, value) }
    if let empty {
      html.add(empty)
    } else {
      writeRows(to: &html)
    }
  }

  /// What `part=rows` asks for: the rows of one page, and the ways to those before and after.
  func writeRows(to html: inout HTMLWriter) {
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
struct ListSection {
  /// The first letter of what the list is sorted by; nil in lists without initials.
  var initial: String?
  /// What stands at the end of the heading: "2 teachers".
  var note: String?
  var rows: [ListRow]
}

/// One record in a list.
struct ListRow {
  var id: RecordID
  /// The title, part by part, so that what the list is sorted by can stand out; spaces come between.
  var title: [TitlePart]
  var subtitle: String?
  /// Two letters in a circle; see ``Monogram``.
  var monogram: String?
  /// Where its picture is, which stands in place of the monogram.
  var picture: URLPath?
  /// What stands at the end of the title line: an amount.
  var value: String?
  /// The state that it is in.
  var state: StatePill?
  /// A number that belongs to it, as it is shown and as it is said: "4", "4 courses".
  var pill: (text: String, label: String)?
  /// Whether it is the record beside the list, or the one last edited.
  var isSelected = false
}

/// One attribute's part of a record's title.
struct TitlePart {
  var text: String
  /// Whether it stands out, since the list is sorted by it.
  var isStrong = false
}
