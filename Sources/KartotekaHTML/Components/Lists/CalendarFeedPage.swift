/// The addresses at which programs for calendars read a list.
package struct CalendarFeedPage: Component {
  package var title: String
  package var back: (title: String, href: URLPath)
  /// The explanation of such an address.
  package var lead: String
  /// The address that was just made, with further ones of the same server; nil for none.
  package var made: (address: String, others: [String])?
  /// Makes an address; nil for who can't.
  package var form: AccountForm?
  /// The addresses that there are.
  package var feeds: EndableRows

  package init(title: String, back: (title: String, href: URLPath), lead: String, feeds: EndableRows) {
    (self.title, self.back, self.lead, self.feeds) = (title, back, lead, feeds)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow")) { html in
        html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        html.element(.p, .classes("pad dim told"), text: lead)
        if let made { write(made.address, made.others, to: &html) }
        if let form { html.add(form) }
        html.add(feeds)
      }
    }
  }

  private func write(_ address: String, _ others: [String], to html: inout HTMLWriter) {
    html.add(AddressCode(address: address))
    if let url = ExternalURL(subscribingTo: address) {
      html.element(.p, .classes("deeds pad")) { html in
        html.element(.a, .classes("btn main"), .href(url), text: html.say("Open in this device's calendar"))
      }
    }
    for other in others { html.element(.p, .classes("pad told address"), text: other) }
    html.element(.p, .class("under"), .role("status"), text: html.say("This is the address. It is shown this once."))
  }
}
