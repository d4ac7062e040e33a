import KartotekaModel
import KartotekaScreens

/// The page that helps a device to trust the own authority of a server: a whole document without scripts, which comes over plain
/// HTTP.
package struct TrustPage: Component {
  /// A kind of device, which has steps of its own.
  package enum Device: CaseIterable, Sendable {
    case iPhone, android, windows, mac, others

    /// The kind of the device of a browser; nil if it is not known.
    /// - Parameter agent: the header `User-Agent`.
    package init?(agent: String) {
      let marks: [(String, Device)] = [
        ("iPhone", .iPhone), ("iPad", .iPhone), ("Android", .android), ("Windows", .windows), ("Mac OS", .mac),
        ("Linux", .others), ("CrOS", .others),
      ]
      guard let found = marks.first(where: { agent.contains($0.0) }) else { return nil }
      self = found.1
    }
  }

  /// The addresses of the files that the page offers.
  package struct Files: Sendable {
    package var style: URLPath
    package var certificate: URLPath
    package var profile: URLPath

    package init(style: URLPath, certificate: URLPath, profile: URLPath) {
      (self.style, self.certificate, self.profile) = (style, certificate, profile)
    }
  }

  package let product: String
  package let authority: String
  package let fingerprint: String
  package let server: String
  package let files: Files
  package let device: Device?
  package let hue: Int

  /// - Parameters:
  ///   - product: the name of the program.
  ///   - authority: the name of the authority, as devices show it.
  ///   - fingerprint: the SHA-256 fingerprint of its certificate.
  ///   - server: the address of the server.
  ///   - device: the device of the reader, whose steps come first; nil if it is not known.
  ///   - hue: the colour.
  package init(
    product: String, authority: String, fingerprint: String, server: String, files: Files, device: Device?, hue: Int
  ) {
    (self.product, self.authority, self.fingerprint) = (product, authority, fingerprint)
    (self.server, self.files, self.device, self.hue) = (server, files, device, hue)
  }

  package func write(to html: inout HTMLWriter) {
    html.documentType()
    html.element(.html, .language(html.say.locale)) { html in
      html.element(.head) { html in
        html.unescaped(trustedHTML: Self.head)
        html.element(.title, text: title(html.say))
        html.void(.link, .relation("stylesheet"), .href(files.style))
      }
      html.element(.body, .class("bare"), .hue(hue)) { html in
        html.element(.main, .id("main"), .class("drawer")) { html in
          html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
            html.element(.div, .classes("wide narrow trust"), content: writeContent)
          }
        }
        html.sprite()
      }
    }
  }

  private static let head: StaticString = """
    <meta charset=utf-8><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
    <meta name="color-scheme" content="light dark"><link rel=icon href="data:,">
    """

  private func title(_ say: Localizer) -> String { say("Trust {product}", ["product": .text(product)]) }

  private func writeContent(to html: inout HTMLWriter) {
    html.element(.h1, .id("lt"), .classes("pad h1"), text: title(html.say))
    html.element(
      .p, .classes("pad lead"),
      text: html.say(
        "Do this once on each phone and computer. Afterwards the connection to this server is encrypted, and nobody else in the network can read what you see and type."
      ))
    html.over(html.say("1. Compare"))
    html.element(.div, .class("group")) { html in
      html.element(.p, .classes("row address mono"), .id("fingerprint")) { html in
        // Lines of eight pairs are easier to compare.
        let pairs = fingerprint.split(separator: ":", omittingEmptySubsequences: false)
        for start in stride(from: 0, to: pairs.count, by: 8) {
          let isLast = start + 8 >= pairs.count
          html.element(
            .span, text: pairs.dropFirst(start).prefix(8).joined(separator: ":") + (isLast ? "" : ":"))
        }
      }
    }
    html.element(
      .p, .class("under"),
      text: html.say(
        "This is the SHA-256 fingerprint of “{name}”. The server shows the same numbers where it was started. If they differ, stop: somebody else answers here.",
        ["name": .text(authority)]))
    html.over(html.say("2. Trust the server"))
    let first = device.map { [$0] } ?? []
    for device in first + Device.allCases.filter({ $0 != self.device }) { write(device, to: &html) }
    html.over(html.say("3. Open it"))
    html.element(.div, .classes("pad qr")) { html in
      if let code = QRCode(server) { html.qrCode(code, label: html.say("QR code of the address")) }
      if let address = ExternalURL(server) {
        html.element(.p) { html in html.element(.a, .classes("btn main"), .id("address"), .href(address), text: server)
        }
      }
    }
    html.element(
      .p, .classes("pad foot"),
      text: html.say(
        "The authority can vouch for names and addresses of local networks only. To stop trusting it, remove it at the same place."
      ))
  }

  private func write(_ device: Device, to html: inout HTMLWriter) {
    let say = html.say
    html.element(.details, .classes("group fold"), self.device == device ? .open : nil) { html in
      html.element(.summary, .class("row")) { html in
        html.symbol(device == .iPhone || device == .android ? .phone : .lock)
        html.element(.span, .classes("t grow"), text: device.title(say))
        html.symbol(.go, .chevron)
      }
      html.element(.div, .class("steps")) { html in
        let (address, verb) =
          device == .iPhone
          ? (files.profile, say("Load the profile")) : (files.certificate, say("Load the certificate"))
        html.element(.p) { html in html.element(.a, .classes("btn main"), .href(address), text: verb) }
        html.element(.ol) { html in
          for step in device.steps(authority, say) { html.add(step) }
        }
      }
    }
  }
}
