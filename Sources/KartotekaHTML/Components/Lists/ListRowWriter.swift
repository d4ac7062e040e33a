import KartotekaModel

/// Writes a list's rows. The common parts of all rows are computed once; fifty rows are the bulk of a page, so their markup is as
/// short as it can be.
struct ListRowWriter {
  private let entities: URLPath
  private let query: URLPath.Query
  private let isMain: Bool
  private let hasFaces: Bool
  private let isGallery: Bool
  private let canDelete: Bool
  private let delete: String

  init(list: ListColumn, say: Localizer) {
    entities = list.entities
    query = list.query
    isMain = list.isMain
    // Rows without a picture are in line with the others.
    hasFaces = list.hasMonograms || list.sections.contains { $0.rows.contains { $0.picture != nil } }
    isGallery = list.isGallery
    canDelete = list.canDelete
    delete = say("Delete")
  }

  func write(_ section: ListSection, to html: inout HTMLWriter) {
    if let initial = section.initial {
      html.element(isMain ? .h2 : .h3, .class("letter")) { html in
        html.text(initial)
        if let note = section.note { html.element(.span, text: note) }
      }
    }
    html.element(.ul, isGallery ? .classes("group tiles") : .classes("group", hasFaces ? " faces" : "")) { html in
      for row in section.rows { write(row, to: &html) }
    }
  }

  private func write(_ row: ListRow, to html: inout HTMLWriter) {
    html.unescaped(trustedHTML: "<li>")
    writeLink(row, to: &html)
    if canDelete { writeDelete(row, to: &html) }
    html.unescaped(trustedHTML: "</li>")
  }

  // The parts that are the same in every row are literal HTML: element by element, fifty rows take three times as
  // long. All that comes from a record goes through `text`, which escapes it.
  /// The link to the record, with what the row says.
  func writeLink(_ row: ListRow, to html: inout HTMLWriter) {
    html.unescaped(trustedHTML: "<a class=row")
    if row.picture == nil, let monogram = row.monogram {
      html.unescaped(trustedHTML: " data-face=\"")
      html.text(monogram)
      html.unescaped(trustedHTML: "\"")
    }
    html.unescaped(trustedHTML: " href=\"")
    html.address(entities, row.id)
    html.text(query.text)
    if row.isSelected {
      // The chosen row has an identity: browsers scroll to it if the address ends in #selected.
      html.unescaped(trustedHTML: "\" id=selected aria-current=true>")
    } else {
      html.unescaped(trustedHTML: "\">")
    }
    if let picture = row.picture {
      html.unescaped(trustedHTML: "<img class=face alt=\"\" loading=lazy width=40 height=40 src=\"")
      html.text(picture.text)
      html.unescaped(trustedHTML: "\">")
    }
    html.unescaped(trustedHTML: "<span class=t>")
    for (index, part) in row.title.enumerated() {
      if index > 0 { html.unescaped(trustedHTML: " ") }
      if part.isStrong { html.unescaped(trustedHTML: "<b>") }
      html.text(part.text)
      if part.isStrong { html.unescaped(trustedHTML: "</b>") }
    }
    html.unescaped(trustedHTML: "</span>")
    if let subtitle = row.subtitle {
      html.unescaped(trustedHTML: "<span class=d>")
      html.text(subtitle)
      html.unescaped(trustedHTML: "</span>")
    }
    if let value = row.value {
      html.unescaped(trustedHTML: "<span class=v>")
      html.text(value)
      html.unescaped(trustedHTML: "</span>")
    }
    if let state = row.state { html.add(state) }
    if !row.tags.isEmpty { html.add(row.tags) }
    if let pill = row.pill { html.element(.span, .class("pill"), .role("img"), .label(pill.label), text: pill.text) }
    html.unescaped(trustedHTML: "</a>")
  }

  // A script says which record it deletes, in the words of the list's `data-delete`.
  private func writeDelete(_ row: ListRow, to html: inout HTMLWriter) {
    html.unescaped(trustedHTML: "<button formaction=")
    html.address(entities, row.id)
    html.unescaped(trustedHTML: "/delete>")
    html.text(delete)
    html.unescaped(trustedHTML: "</button>")
  }
}
