import KartotekaModel

/// The languages, each in its own words; pressing one changes to it.
struct LanguageChoice: Component {
  /// The address to come back to.
  var returnTo: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), .id("language"), text: html.say("Language"))
    html.element(
      .form, .class("group"), .post, .action(URLPath("language")), .labelledBy("language")
    ) { html in
      html.hidden("returnTo", returnTo.text)
      for language in Language.all {
        let isCurrent = language == html.say.language
        html.element(
          .button, .class("row"), .name("language"), .value(language.code), .language(language.code),
          isCurrent ? .current("true") : nil
        ) { html in
          html.element(.span, .class("grow"), text: language.ownName)
          if isCurrent { html.symbol(.check) }
        }
      }
    }
  }
}

/// The languages in one line, for pages outside of every app.
package struct LanguageLinks: Component {
  /// The address to come back to.
  var returnTo: URLPath

  package init(returnTo: URLPath = URLPath()) { self.returnTo = returnTo }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .form, .classes("deeds langs"), .post, .action(URLPath("language")), .label(html.say("Language"))
    ) { html in
      html.hidden("returnTo", returnTo.text)
      for language in Language.all {
        let isCurrent = language == html.say.language
        html.element(
          .button, .classes("act", isCurrent ? " main" : ""), .name("language"), .value(language.code),
          .language(language.code),
          isCurrent ? .current("true") : nil, text: language.ownName)
      }
    }
  }
}

/// A switch for the shortcuts of a single key, such as “n” for a new record.
struct ShortcutChoice: Component {
  var isOn: Bool
  /// The address to come back to.
  var returnTo: URLPath

  func write(to html: inout HTMLWriter) {
    html.element(.form, .class("group"), .post, .action(URLPath("shortcuts"))) { html in
      html.hidden("returnTo", returnTo.text)
      html.element(
        .button, .class("row"), .name("shortcuts"), .value(isOn ? "off" : "on"), .role("switch"), .isOn(isOn)
      ) { html in
        html.element(.span, .class("grow"), text: html.say("Single-key shortcuts"))
        html.element(.span, .classes("v sub"), .decorative, text: isOn ? html.say("On") : html.say("Off"))
      }
    }
    html.element(
      .p, .class("under"),
      text: html.say("“n” for a new record, “/” for the search, “+”, “-” and “0” on the map"))
    html.element(
      .p, .class("under"),
      text: html.say(
        "Always on: arrows and Return for rows, Delete, Ctrl-S to save, Ctrl-Z to undo, Ctrl-Shift-Z to redo, Ctrl-K to search everything, Ctrl-P to print the whole list"
      ))
  }
}
