import KartotekaModel
import KartotekaScreens

/// The pictures or files that a record leads to, as a section of its page: the country's outline as a poster, a tile for each
/// picture or a row for each file, and what adds further ones.
package struct GallerySection: Component {
  /// One of the pictures or files.
  package struct Tile {
    /// The identity of its place on the page, to which the way back leads.
    package var place: String
    /// The page on which the picture is large, or the file itself.
    package var href: URLPath
    /// The address of the picture; nil for a file that is none.
    package var source: URLPath?
    /// The alternative text of a picture, the name of a file.
    package var alternative: String
    /// The caption and the date; empty if both are unknown.
    package var caption: String
    package var credit: PictureCredit?
    /// The size in words and, of a PDF file, the address for a frame; nil for a picture of a gallery.
    package var file: (size: String, preview: URLPath?)?
    /// The buttons that move it among the others and delete it; nil where neither is possible here.
    package var placing: Placing?

    package init(
      place: String, href: URLPath, source: URLPath?, alternative: String, caption: String = "",
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

  /// The buttons that move one among the others and delete it.
  package struct Placing {
    /// Its name where others are moved beside it.
    package var name: String
    /// The address that moves it.
    package var move: URLPath
    /// The address that deletes it.
    package var delete: URLPath

    package init(name: String, move: URLPath, delete: URLPath) {
      (self.name, self.move, self.delete) = (name, move, delete)
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
    /// Whether they are files of any kind.
    package var areFiles = false

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
  /// The hidden fields of the forms that move and delete.
  package var hidden: [(name: String, value: String)] = []

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
      if tiles.contains(where: { $0.file != nil }) {
        html.element(.ul, .classes("group syms papers")) { html in
          for (index, tile) in tiles.enumerated() { writeFile(tile, index, to: &html) }
        }
      } else if poster != nil || !tiles.isEmpty {
        html.element(.ul, .classes("pics", tiles.isEmpty ? " alone" : "")) { html in
          if let poster { html.element(.li) { $0.add(poster) } }
          for (index, tile) in tiles.enumerated() { write(tile, index, to: &html) }
        }
      }
      if let all {
        html.element(.a, .classes("btn whole"), .href(all.href), text: all.title)
      }
      if let adding { write(adding, to: &html) }
    }
  }

  private func write(_ tile: Tile, _ index: Int, to html: inout HTMLWriter) {
    html.element(.li, .id(tile.place)) { html in
      html.element(.a, .href(tile.href)) { html in
        if let source = tile.source {
          html.void(.img, .source(source), .alternative(tile.alternative), .lazy, .decodedLater)
        }
      }
      if !tile.caption.isEmpty { html.element(.p, .class("strong"), text: tile.caption) }
      if let credit = tile.credit { html.element(.p) { $0.add(credit) } }
      writePlacing(of: tile, index, to: &html)
    }
  }

  private func writeFile(_ tile: Tile, _ index: Int, to html: inout HTMLWriter) {
    html.element(.li, .id(tile.place)) { html in
      html.element(.a, .class("row"), .href(tile.href), tile.source == nil ? .download(as: tile.alternative) : nil) {
        html in
        if let source = tile.source {
          html.void(.img, .class("face"), .source(source), .alternative(""), .lazy, .decodedLater)
        } else {
          html.symbol(.download)
        }
        html.element(.span, .class("t"), text: tile.alternative)
        if let file = tile.file { html.element(.span, .class("d"), text: file.size) }
      }
      writePlacing(of: tile, index, to: &html)
      if let preview = tile.file?.preview { html.add(FilePreview(source: preview, title: tile.alternative)) }
    }
  }

  // Buttons, for keys and fingers; a mouse drags, too. They name a neighbour, so that a form which is sent twice moves once.
  private func writePlacing(of tile: Tile, _ index: Int, to html: inout HTMLWriter) {
    guard let placing = tile.placing else { return }
    let earlier = index > 0 ? tiles[index - 1].placing?.name : nil
    let later = index + 1 < tiles.count ? tiles[index + 1].placing?.name : nil
    html.element(.form, .class("moves"), .post, .action(placing.move), .place(placing.name)) { html in
      for item in hidden { html.hidden(item.name, item.value) }
      if tiles.count > 1 {
        write(.up, "before", earlier, "Move {title} up", tile, to: &html)
        write(.down, "after", later, "Move {title} down", tile, to: &html)
      }
      html.element(
        .button, .class("ib"), .formAction(placing.delete),
        .label(html.say("Delete {title}", ["title": .text(tile.alternative)]))
      ) { $0.symbol(.trash, .small) }
    }
  }

  private func write(
    _ symbol: Symbol, _ name: String, _ neighbour: String?, _ label: String, _ tile: Tile, to html: inout HTMLWriter
  ) {
    html.element(
      .button, .class("ib"), .name(name), .value(neighbour ?? ""),
      .label(html.say(label, ["title": .text(tile.alternative)])), neighbour == nil ? .disabled : nil
    ) { $0.symbol(symbol, .small) }
  }

  // With a script, choosing a file submits the form; without one, the button does.
  private func write(_ adding: Adding, to html: inout HTMLWriter) {
    let most = adding.areFiles ? "A file can have at most {count} MB" : "A picture can have at most {count} MB"
    let large = html.say(
      "{file}: {reason}", ["reason": .phrase(Phrase(most, ["count": .count(adding.limit / 1_000_000)]))])
    html.element(
      .form, .classes("group syms more"), .post, .multipart, .action(adding.action), .limit(adding.limit),
      .tooLarge(large), adding.thumbnail.map { .thumbnail($0) },
      .sending(html.say(adding.areFiles ? "Adding files: {percent} %" : "Adding pictures: {percent} %"))
    ) { html in
      for item in adding.hidden { html.hidden(item.name, item.value) }
      html.element(.label, .class("row"), .for("up-" + id)) { html in
        html.symbol(adding.areFiles ? .upload : .camera)
        html.element(.span, .classes("t strong accent"), text: html.say(adding.areFiles ? "Add files" : "Add pictures"))
        html.element(.span, .classes("v sub dim fine"), text: html.say("or drop them here"))
      }
      html.void(
        .input, .id("up-" + id), .name(adding.field), .type("file"), .several,
        adding.areFiles ? nil : .accept(PictureFiles.accepted))
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
