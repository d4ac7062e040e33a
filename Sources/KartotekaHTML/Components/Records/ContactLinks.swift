import KartotekaModel
import KartotekaScreens

/// The ways to reach whom a record is about: a row of round buttons below the card's title.
package struct ContactLinks: Component {
  /// One way, such as calling a number.
  package struct Link {
    /// The text of the button: "Call".
    package var title: String
    /// The same with the number or address, for those who hear it: "Call +48 123 456 789".
    package var label: String
    package var symbol: Symbol
    package var href: ExternalURL
    /// Whether it leads to another website, which opens in a window of its own.
    package var isElsewhere = false
  }

  package var links: [Link]

  package init(links: [Link]) {
    self.links = links
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.ul, .class("contact")) { html in
      for link in links {
        html.element(.li) { html in
          html.element(
            .a, .href(link.href), .label(link.label), more: link.isElsewhere ? [.newWindow, .withoutReferrer] : []
          ) { html in
            html.symbol(link.symbol)
            html.element(.span, .decorative, text: link.title)
          }
        }
      }
    }
  }
}

extension ContactLinks {
  /// The links for a record's values; nil if there are none.
  ///
  /// The first telephone number can be called and sent a message, further ones called; mail addresses are written to;
  /// the postal address is shown on a map.
  package init?(_ record: AnyRecord, _ entity: EntityDescription, _ card: CardDescription, _ say: Localizer) {
    func text(_ name: String) -> String? {
      guard case .text(let text) = record[name], !text.isEmpty else { return nil }
      return text
    }
    links = []
    for attribute in entity.attributes where attribute.kind == .phone || card.numbers.contains(attribute.name) {
      guard let number = text(attribute.name), number.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
        continue
      }
      let isFirst = links.isEmpty
      let shown = attribute.behavior.display(.text(number), for: attribute, in: say)
      links.append(
        Link(
          title: isFirst ? say("Call") : say(attribute.label), label: say("Call {number}", ["number": .text(shown)]),
          symbol: .phone, href: ExternalURL(phone: number)))
      // Messages to an extension are read by nobody.
      if isFirst, attribute.kind == .phone, PhoneText(number).extension.isEmpty {
        links.append(
          Link(
            title: say("Message"), label: say("Send a message to {number}", ["number": .text(number)]),
            symbol: .message, href: ExternalURL(messageTo: number)))
      }
    }
    for attribute in entity.attributes where attribute.kind == .mail {
      guard let address = text(attribute.name) else { continue }
      links.append(
        Link(
          title: say("Mail"), label: say("Write to {address}", ["address": .text(address)]), symbol: .mail,
          href: ExternalURL(mailTo: address)))
    }
    let address = card.address.compactMap(text).joined(separator: ", ")
    if !address.isEmpty {
      links.append(
        Link(
          title: say("Map"), label: say("Show {address} on a map", ["address": .text(address)]), symbol: .map,
          href: ExternalURL(mapOf: address), isElsewhere: true))
    }
    if links.isEmpty { return nil }
  }
}
