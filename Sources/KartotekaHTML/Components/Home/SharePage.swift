/// The address of a page for another device: as text, as a QR code, and with buttons where the browser can share and copy.
package struct SharePage: Component {
  package var title: String
  package var back: (title: String, href: URLPath)
  /// The whole address; nil if no other device can open it.
  package var address: String?
  package var note: String
  /// The options of the command that let others in, and what follows from them; nil where others are in.
  package var opening: (options: String, warning: String)?
  /// Leads to the page where others are let in.
  package var opener: LinkRow?
  /// Further addresses of the same page.
  package var others: [String]
  /// The page by which a device learns to trust the server; nil where devices trust it.
  package var trust: TrustNote?

  package init(
    title: String, back: (title: String, href: URLPath), address: String?, note: String, others: [String] = []
  ) {
    self.title = title
    self.back = back
    self.address = address
    self.note = note
    self.others = others
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow")) { html in
        html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        if let address { html.add(AddressCode(address: address)) }
        html.element(.p, .classes("pad dim told"), text: note)
        if let opening {
          html.element(.div, .class("group")) { html in
            html.element(.p, .classes("row address"), text: opening.options)
          }
          html.element(.p, .class("under"), text: opening.warning)
        }
        if let opener { html.add(RowGroup(rows: [opener])) }
        for other in others { html.element(.p, .classes("pad told address"), text: other) }
        if let trust { html.add(trust) }
      }
    }
  }

}

/// The address of the page by which a device learns to trust a server, and the fingerprint of the server's authority.
package struct TrustNote: Component {
  package var address: String
  package var fingerprint: String

  package init(address: String, fingerprint: String) { (self.address, self.fingerprint) = (address, fingerprint) }

  package func write(to html: inout HTMLWriter) {
    html.element(
      .p, .classes("pad dim told"),
      text: html.say(
        "A device that warns of the connection does not know this server yet. Open this address on it first, and compare the numbers:"
      ))
    html.element(.div, .class("group")) { html in
      html.element(.p, .classes("row address"), .id("trust"), text: address)
      html.element(.p, .classes("row address mono"), text: fingerprint)
    }
  }
}

/// An address as text and as a QR code, with buttons where the browser can share and copy.
package struct AddressCode: Component {
  package var address: String

  package init(address: String) { self.address = address }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("pad qr")) { html in
      if let code = QRCode(address) { html.qrCode(code, label: html.say("QR code of the address")) }
      html.element(.p, .class("address"), .id("address"), text: address)
      html.element(.p, .class("deeds")) { html in
        html.element(.button, .class("btn"), .id("share"), .type("button"), .isHidden, text: html.say("Share"))
        html.element(
          .button, .class("btn"), .id("copy"), .type("button"), .isHidden, .restorable(html.say("Copied")),
          text: html.say("Copy the address"))
      }
    }
  }
}

extension HTMLWriter {
  /// Draws a QR code.
  mutating func qrCode(_ code: QRCode, label: String) {
    // Readers need a margin of four modules.
    let side = Double(code.size + 8)
    element(.svg, .viewBox(x: -4, y: -4, width: side, height: side), .role("img"), .label(label)) { html in
      html.element(.path, .shape(code.path)) { _ in }
    }
  }
}
