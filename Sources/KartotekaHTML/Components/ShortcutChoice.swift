import KartotekaModel

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
  }
}
