import KartotekaModel

/// The pictures that a record leads to, as a section of its page: the country's outline as a poster, a tile each, and
/// what adds further ones.
package struct GallerySection: Component {
  /// One of the pictures.
  package struct Tile {
    /// The identity of its place on the page, to which the way back leads.
    package var place: String
    /// The page on which it is large.
    package var href: URLPath
    package var source: URLPath
    /// The alternative text.
    package var alternative: String
    /// The caption and the date; empty if both are unknown.
    package var caption: String
    package var credit: PictureCredit?

    package init(
      place: String, href: URLPath, source: URLPath, alternative: String, caption: String = "",
      credit: PictureCredit? = nil
    ) {
      self.place = place
      self.href = href
      self.source = source
      self.alternative = alternative
      self.caption = caption
      self.credit = credit
    }
  }

  /// The form for further pictures.
  package struct Adding {
    package var action: URLPath
    /// The name of the field that they are sent in.
    package var field: String
    /// The name of the field for a thumbnail of each, which a script makes; nil for none.
    package var thumbnail: String?
    /// The most bytes of one.
    package var limit: Int
    /// The hidden fields, such as the path back.
    package var hidden: [(name: String, value: String)] = []

    package init(
      action: URLPath, field: String, thumbnail: String? = nil, limit: Int,
      hidden: [(name: String, value: String)] = []
    ) {
      (self.action, self.field, self.thumbnail) = (action, field, thumbnail)
      (self.limit, self.hidden) = (limit, hidden)
    }
  }

  /// An identity on the page.
  package var id: String
  package var title: String
  /// The number of pictures, as the language writes it.
  package var count: String
  package var poster: Poster?
  package var tiles: [Tile]
  /// Nil where none can be added.
  package var adding: Adding?
  /// Leads to all of them, where not all are shown.
  package var all: (title: String, href: URLPath)?
  /// Why some files were not added.
  package var problems: [String] = []

  package init(
    id: String, title: String, count: String, poster: Poster? = nil, tiles: [Tile], adding: Adding? = nil,
    all: (title: String, href: URLPath)? = nil, problems: [String] = []
  ) {
    self.id = id
    self.title = title
    self.count = count
    self.poster = poster
    self.tiles = tiles
    self.adding = adding
    self.all = all
    self.problems = problems
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("album"), .labelled(by: id)) { html in
      html.element(.h2, .class("over"), .id(id)) { html in
        html.text(title)
        html.element(.span, .class("num"), text: count)
      }
      if poster != nil || !tiles.isEmpty {
        html.element(.ul, .classes("pics", tiles.isEmpty ? " alone" : "")) { html in
          if let poster { html.element(.li) { $0.add(poster) } }
          for tile in tiles { write(tile, to: &html) }
        }
      }
      if let all {
        html.element(.a, .classes("btn whole"), .href(all.href), text: all.title)
      }
      if let adding { write(adding, to: &html) }
    }
  }

  private func write(_ tile: Tile, to html: inout HTMLWriter) {
    html.element(.li, .id(tile.place)) { html in
      html.element(.a, .href(tile.href)) { html in
        html.void(
          .img, .source(tile.source), .alternative(tile.alternative), .lazy, .decodedLater)
      }
      if !tile.caption.isEmpty { html.element(.p, .class("strong"), text: tile.caption) }
      if let credit = tile.credit { html.element(.p) { $0.add(credit) } }
    }
  }

  // With a script, choosing a file submits the form; without one, the button does.
  private func write(_ adding: Adding, to html: inout HTMLWriter) {
    let large = html.say(
      "{file}: {reason}",
      [
        "reason": .phrase(
          Phrase("A picture can have at most {count} MB", ["count": .count(adding.limit / 1_000_000)]))
      ])
    html.element(
      .form, .classes("group syms"), .post, .multipart, .action(adding.action), .limit(adding.limit),
      .tooLarge(large), adding.thumbnail.map { .thumbnail($0) }, .sending(html.say("Adding pictures: {percent} %"))
    ) { html in
      for item in adding.hidden { html.hidden(item.name, item.value) }
      html.element(.label, .class("row"), .for("up")) { html in
        html.symbol(.camera)
        html.element(.span, .classes("t strong accent"), text: html.say("Add pictures"))
        html.element(.span, .classes("v sub dim fine"), text: html.say("or drop them here"))
      }
      html.void(
        .input, .id("up"), .name(adding.field), .type("file"), .several, .accept(PictureFiles.accepted))
      html.element(.withoutScript) { html in
        html.element(.button, .classes("btn"), text: html.say("Add"))
      }
      html.element(.p, .class("sending"), .role("status")) { _ in }
      for problem in problems {
        html.element(.p, .classes("err lone"), .role("alert")) { html in
          html.symbol(.alert, .small)
          html.text(problem)
        }
      }
    }
  }
}

/// The types of files that are pictures, as controls that choose files have them. Where a phone keeps its photos in
/// another format, it converts them to one of these.
enum PictureFiles {
  static let accepted: StaticString = "image/png,image/jpeg,image/gif,image/webp,image/avif,image/bmp"
}
