import KartotekaModel

/// A sheet in which something new is chosen from suggestions: a search field, and a row for each that adds it when it is
/// pressed.
package struct SuggestionSheet: Component {
  /// The name of its search field.
  package static let searchName = "find"
  /// The name under which the button of a suggestion sends its value.
  package static let choiceName = "choice"

  /// What can be added, or is there already.
  package struct Suggestion {
    /// What is sent to add it.
    package var value: String
    package var title: String
    package var detail: String?
    /// Where it is, if it is there already.
    package var href: URLPath?

    package init(value: String, title: String, detail: String? = nil, href: URLPath? = nil) {
      (self.value, self.title, self.detail, self.href) = (value, title, detail, href)
    }
  }

  /// "New country".
  package var title: String
  /// Where it is sent to, and where its search is.
  package var action: URLPath
  /// Where Cancel leads.
  package var cancel: URLPath
  /// What is searched for now, and what stands in the field while it is empty.
  package var search: (text: String, placeholder: String)
  package var suggestions: [Suggestion] = []
  /// What both the search and adding send along.
  package var hidden: [(name: String, value: String)] = []
  /// What there is to say of the suggestions, and whether to those who see them, too.
  package typealias News = (text: String, isShown: Bool)
  package var news: News = ("", false)
  /// Shows more of them.
  package var more: URLPath?
  /// Other ways to add something: by hand, on a map.
  package var others: [LinkRow] = []
  /// Where suggestions come from.
  package var note: String?

  package init(
    title: String, action: URLPath, cancel: URLPath, search: (text: String, placeholder: String),
    suggestions: [Suggestion] = [], hidden: [(name: String, value: String)] = [], news: News = ("", false),
    more: URLPath? = nil, others: [LinkRow] = [], note: String? = nil
  ) {
    self.title = title
    self.action = action
    self.cancel = cancel
    self.search = search
    self.suggestions = suggestions
    self.hidden = hidden
    self.news = news
    self.more = more
    self.others = others
    self.note = note
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet tall"), .open, .modal, .labelledBy("st")) { html in
      html.element(.header) { html in
        html.element(.a, .class("act"), .href(cancel), .part("cancel"), text: html.say("Cancel"))
        html.element(.h2, .id("st"), text: title)
        html.element(.span) { _ in }
      }
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
  }

  /// What a script puts in place when the search has changed.
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
