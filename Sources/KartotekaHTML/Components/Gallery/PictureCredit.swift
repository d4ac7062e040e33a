import Foundation
import KartotekaModel

/// Who made a picture and where it comes from, with a link to there.
package struct PictureCredit: Component {
  /// "Anna Kowalska · pexels.com".
  package var text: String
  /// Nil where it comes from nowhere else.
  package var link: ExternalURL?

  /// A credit; nil where there is nothing to say.
  package init?(author: String, link address: String) {
    link = ExternalURL(address)
    let host = link.flatMap { URL(string: $0.text)?.host() }.map {
      $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0
    }
    text = [author, host ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    if text.isEmpty { return nil }
  }

  package func write(to html: inout HTMLWriter) {
    if let link {
      html.element(.a, .href(link), .external, text: text)
    } else {
      html.text(text)
    }
  }
}
