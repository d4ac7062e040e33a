import KartotekaModel

/// Suggestions from which something new is chosen: a search field, and a row for each that adds it when it is pressed. It is
/// the body of a sheet.
package struct SuggestionList: Component {
  /// The name of its search field.
  package static let searchName = "find"
  /// The name under which the button of a suggestion sends its value.
  package static let choiceName = "choice"

  /// A record that can be added, or is there already.
  package struct Suggestion {
    /// The value that is sent to add it.
    package var value: String
    package var title: String
    package var detail: String?
    /// The address of the record, if it is there already.
    package var href: URLPath?

    package init(value: String, title: String, detail: String? = nil, href: URLPath? = nil) {
      (self.value, self.title, self.detail, self.href) = (value, title, detail, href)
    }
  }

  /// "New country".
  package var title: String
  /// The address of the form and of the search.
  package var action: URLPath
  /// The target of Cancel.
  package var cancel: URLPath
  /// The search text, and the text of the empty field.
  package var search: (text: String, placeholder: String)
  package var suggestions: [Suggestion] = []
  /// The hidden fields of the search and of adding.
  package var hidden: [(name: String, value: String)] = []
  /// The text about the suggestions for screen readers, and whether it is also shown.
  package typealias News = (text: String, isShown: Bool)
  package var news: News = ("", false)
  /// Shows more of them.
  package var more: URLPath?
  /// Other ways to add something: by hand, on a map.
  package var others: [LinkRow] = []
  /// The source of the suggestions.
  package var note: String?

  package init(title: String, action: URLPath, cancel: URLPath, search: (text: String, placeholder: String)) {
    (self.title, self.action, self.cancel, self.search) = (title, action, cancel, search)
  }

  /// The sheet with the suggestions.
  package func sheet(_ say: Localizer) -> Sheet {
    Sheet(title, .tall, cancel: Sheet.Action(say("Cancel"), .link(cancel)), body: [self])
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .class("search"), .role("search"), .id("finder"), .action(action)) { html in
      for item in hidden { html.hidden(item.name, item.value) }
      html.element(.label, .class("vh"), .for("fq"), text: search.placeholder)
      html.symbol(.find, .small)
      html.void(
        .input, .id("fq"), .name(Self.searchName), .type("search"), .value(search.text),
        .placeholder(search.placeholder), .autocomplete("off"), .enterKey("search"), .autofocus,
        more: [.withoutSpelling, .autocapitalize("words")])
    }
    html.element(.form, .id("found"), .post, .action(action), content: writeFound)
  }

  /// Writes the part that a script puts in place when the search has changed.
  package func writeFound(to html: inout HTMLWriter) {
    for item in hidden { html.hidden(item.name, item.value) }
    if !suggestions.isEmpty {
      html.element(.ul, .class("group")) { html in
        for suggestion in suggestions { html.element(.li) { write(suggestion, to: &$0) } }
      }
    }
    html.element(.p, .classes(news.isShown ? "under" : "vh"), .id("news"), .role("status"), text: news.text)
    if let more { html.element(.a, .classes("btn whole"), .href(more), text: html.say("Show all")) }
    if !others.isEmpty { html.add(RowGroup(rows: others)) }
    if let note { html.element(.p, .class("under"), text: note) }
  }

  private func write(_ suggestion: Suggestion, to html: inout HTMLWriter) {
    if let href = suggestion.href {
      html.element(.a, .class("row"), .href(href)) { html in
        write(words: suggestion, to: &html)
        html.element(.span, .classes("v sub dim"), text: html.say("Added"))
      }
    } else {
      html.element(.button, .class("row"), .name(Self.choiceName), .value(suggestion.value)) { html in
        write(words: suggestion, to: &html)
      }
    }
  }

  private func write(words suggestion: Suggestion, to html: inout HTMLWriter) {
    guard let detail = suggestion.detail, !detail.isEmpty else {
      return html.element(.span, .classes("grow t"), text: suggestion.title)
    }
    html.element(.span, .class("grow")) { html in
      html.element(.span, .class("t"), text: suggestion.title)
      html.element(.span, .class("d"), text: detail)
    }
  }
}
