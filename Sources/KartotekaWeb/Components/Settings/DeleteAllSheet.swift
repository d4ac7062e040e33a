import KartotekaModel

/// A sheet that asks whether everything is meant: what would go is counted, and a word has to be typed.
struct DeleteAllSheet: Component {
  var title: String
  /// How many of what would go.
  var affected: [String]
  /// The word that has to be typed.
  var word: String
  /// What was typed before, and what is wrong with it.
  var typed = ""
  var error: String?
  var action: URLPath
  var cancel: URLPath

  func write(to html: inout HTMLWriter) {
    let say = html.say
    html.element(.dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st"), .describedBy("sd")) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        html.element(.p, .class("dim"), .id("sd"), text: say("This deletes everything here. It can be undone."))
      }
      html.element(.ul, .class("group")) { html in
        for line in affected {
          html.element(.li) { $0.element(.span, .class("row")) { $0.element(.span, .classes("t wrap"), text: line) } }
        }
      }
      html.element(.form, .post, .action(action), .withoutValidation, .autocomplete("off")) { html in
        html.element(.div, .class("group")) { html in
          html.element(.div, .class("field")) { html in
            html.element(.label, .for("word"), text: say("Type “{word}” to go on", ["word": .text(word)]))
            html.void(
              .input, .id("word"), .name("word"), .type("text"), .value(typed), .required, .autofocus,
              more: [.withoutSpelling, .autocapitalize("off")]
                + (error == nil ? [] : [.invalid, .describedBy("word-e")]))
            if let error {
              html.element(.p, .class("err"), .id("word-e")) { html in
                html.symbol(.alert, .small)
                html.text(error)
              }
            }
          }
        }
        html.element(.div, .class("deeds")) { html in
          html.element(.a, .class("btn"), .href(cancel), .part("cancel"), text: say("Cancel"))
          html.element(.button, .classes("btn bad"), text: say("Delete everything"))
        }
      }
    }
  }
}
