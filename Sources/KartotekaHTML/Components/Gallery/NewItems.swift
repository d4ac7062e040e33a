import KartotekaModel
import KartotekaScreens

/// The several pictures or files of a record that is not saved yet: those that were chosen, and the field for further ones.
package struct NewItems: Component {
  /// The relationship.
  package var name: String
  package var title: String
  /// Whether they are files of any kind.
  package var areFiles: Bool
  /// The most bytes of one.
  package var limit: Int
  /// Whether a script makes a thumbnail of each.
  package var hasThumbnails: Bool
  /// The names of those that were chosen and wait for the form to be saved, with the fields that stand for them.
  package var chosen: [(name: String, hidden: (name: String, value: String))] = []
  /// The fields that stand for their thumbnails.
  package var thumbnails: [(name: String, value: String)] = []
  /// Why some were not taken.
  package var problems: [String] = []

  package init(name: String, title: String, areFiles: Bool, limit: Int, hasThumbnails: Bool) {
    (self.name, self.title, self.areFiles) = (name, title, areFiles)
    (self.limit, self.hasThumbnails) = (limit, hasThumbnails)
  }

  package func write(to html: inout HTMLWriter) {
    let id = "n-items-" + name
    let large = html.say(
      "{file} is too large: at most {count} MB can be stored here.",
      ["file": .text("{file}"), "count": .count(limit / 1_000_000)])
    html.element(.div, .class("group")) { html in
      html.element(.div, .class("field")) { html in
        html.element(.label, .for(id), text: title)
        html.element(.div, .class("file")) { html in
          for item in chosen {
            html.element(.p, .class("dim"), text: html.say("{file} is chosen", ["file": .text(item.name)]))
            html.void(.input, .type("hidden"), .name(item.hidden.name), .value(item.hidden.value), .stored(""))
          }
          for thumbnail in thumbnails { html.hidden(thumbnail.name, thumbnail.value) }
          html.element(
            .label, .classes("btn"), .for(id), text: html.say(areFiles ? "Choose files" : "Choose pictures"))
          html.void(
            .input, .id(id), .name(FormName.items(name)), .type("file"), .several,
            areFiles ? nil : .accept(PictureFiles.accepted), .limit(limit), .tooLarge(large))
          if hasThumbnails {
            html.void(
              .input, .class("small"), .type("file"), .several, .name(FormName.smallItems(name)), .isHidden)
          }
        }
        for problem in problems {
          html.element(.p, .classes("err"), .role("alert")) { html in
            html.symbol(.alert, .small)
            html.text(problem)
          }
        }
      }
    }
  }
}
