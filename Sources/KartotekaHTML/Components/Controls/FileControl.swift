import KartotekaModel

/// The contents of a field of bytes.
package struct FileField {
  /// The address of the stored bytes; nil if there are none.
  package var href: URLPath?
  /// Whether they are a picture that can be shown.
  package var isPicture = false
  /// The address of the page on which the picture is large; nil for none.
  package var look: URLPath?
  /// The address of a PDF file for a frame; nil for others.
  package var preview: URLPath?
  /// The field of the picture's thumbnail, which a script makes of what is chosen, with the token of one that is not stored yet;
  /// nil for a picture without.
  package var thumbnail: (name: String, token: String?)?
  /// The size, in words.
  package var size = ""
  /// A file that was chosen and is not stored yet.
  package var chosen: (name: String, token: String)?
  /// Whether the stored bytes are to go.
  package var isRemoved = false
  /// Whether they can only be looked at.
  package var isFixed = false

  package init(
    href: URLPath? = nil, isPicture: Bool = false, size: String = "", chosen: (name: String, token: String)? = nil,
    isRemoved: Bool = false
  ) {
    self.href = href
    self.isPicture = isPicture
    self.size = size
    self.chosen = chosen
    self.isRemoved = isRemoved
  }
}

/// The control of bytes: what is stored, a way to choose others and a box that takes them away. A phone offers its camera where
/// pictures are chosen.
struct FileControl {
  /// The words on the way to choose: "Choose picture".
  let choose: String
  /// The accepted media types; nil for any.
  let accepted: StaticString?

  func write(_ field: FormField, to html: inout HTMLWriter) {
    guard let file = field.file else {
      return html.element(
        .output, .id(field.id), .class("dim"), text: html.say("This can be added once the record is saved"))
    }
    let label = html.say(field.column.label)
    html.element(.div, .class("file")) { html in
      if let chosen = file.chosen {
        html.element(.p, .class("dim"), text: html.say("{file} is chosen", ["file": .text(chosen.name)]))
        html.void(
          .input, .type("hidden"), .name(FormName.file(field.column.name)), .value(chosen.token), .stored(""))
        if let thumbnail = file.thumbnail, let token = thumbnail.token {
          html.void(.input, .type("hidden"), .name(FormName.file(thumbnail.name)), .value(token))
        }
      } else if let href = file.href, file.isPicture {
        if let look = file.look {
          html.element(.a, .class("look"), .href(look), .label(html.say("{title}, large", ["title": .text(label)]))) {
            $0.void(.img, .source(href), .alternative(label), .lazy)
          }
        } else {
          html.void(.img, .source(href), .alternative(label), .lazy)
        }
      } else if let href = file.href {
        html.element(.a, .href(href), .download, text: file.size)
        if let preview = file.preview { html.add(FilePreview(source: preview, title: label)) }
      }
      if file.isFixed { return }
      html.element(.label, .classes("btn"), .for(field.id), text: choose)
      let isNeeded = field.column.isRequired && file.href == nil && file.chosen == nil
      html.void(
        .input, .id(field.id), .name(field.column.name), .type("file"), accepted.map { .accept($0) },
        more: [isNeeded ? .required : nil] + limit(of: field, html.say) + field.faultAttributes)
      if let thumbnail = file.thumbnail {
        html.void(.input, .class("small"), .type("file"), .name(thumbnail.name), .isHidden)
      }
      if file.href != nil, !field.column.isRequired {
        html.element(.label, .class("remove")) { html in
          html.void(
            .input, .type("checkbox"), .name(FormName.fileRemoval(field.column.name)), .value("1"),
            file.isRemoved ? .checked : nil, more: [file.isRemoved ? .stored("false") : nil])
          html.text(html.say("Remove"))
        }
      }
    }
  }

  // A script refuses a file that is too large before the form is sent, so that nothing typed is lost.
  private func limit(of field: FormField, _ say: Localizer) -> [HTMLAttribute?] {
    guard let limit = field.attribute?.maximumLength else { return [] }
    let tooLarge = say(
      "{file} is too large: at most {count} MB can be stored here.",
      ["file": .text("{file}"), "count": .count(limit / 1_000_000)])
    return [.limit(limit), .tooLarge(tooLarge)]
  }
}
