import KartotekaModel

/// An address elsewhere that a record holds or a page points to.
///
/// Only what can be opened and can't run in the reader's page: `http`, `https`, `mailto`, `tel` and `sms`,
/// and `webcal` for this server's calendars.
package struct ExternalURL: Hashable, Sendable {
  /// The address as it is written into a page.
  package let text: String

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "sms"]

  /// The address; nil for another scheme, such as `javascript:`, `data:` or `vbscript:`, or none.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      Self.schemes.contains(text[..<colon].lowercased()),
      // Browsers drop tabs and line ends wherever they stand.
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
    else { return nil }
    self.text = text
  }

  /// A telephone number as `tel:` has it (RFC 3966): digits, with a plus before them where the number has
  /// one. An extension follows a comma: phones dial it after a pause, and few of them know the `;ext=` of the RFC.
  package init(phone number: String) {
    let parts = PhoneText(number)
    text = "tel:" + Self.dialled(parts.number) + (parts.extension.isEmpty ? "" : "," + parts.extension)
  }

  /// A text message to a telephone number (RFC 5724), which has no extension.
  package init(messageTo number: String) { text = "sms:" + Self.dialled(PhoneText(number).number) }

  /// A mail to an address (RFC 6068).
  package init(mailTo address: String) { text = "mailto:" + URLPath.encoded(address, leaving: "@+") }

  /// A new mail with a subject, to nobody yet.
  package init(mailAbout subject: String) { text = "mailto:?subject=" + URLPath.encoded(subject) }

  /// A calendar at an `http` or `https` address, which the device's own program for calendars is to read again and again.
  /// - Returns: nil for another address.
  package init?(subscribingTo address: String) {
    guard address.hasPrefix("http://") || address.hasPrefix("https://"), let web = ExternalURL(address),
      let colon = web.text.firstIndex(of: ":")
    else { return nil }
    text = "webcal" + web.text[colon...]
  }

  /// A map of the world, opened at what its search finds for a postal address.
  package init(mapOf address: String) {
    text = "https://www.openstreetmap.org/search?query=" + URLPath.encoded(address)
  }

  private static func dialled(_ number: Substring) -> String {
    let digits = number.utf8.filter { (0x30...0x39).contains($0) }
    return (number.hasPrefix("+") ? "+" : "") + String(decoding: digits, as: UTF8.self)
  }
}
