import Foundation
import KartotekaModel

/// Who made a picture and where it comes from, with a link to there.
struct PictureCredit: Component {
  /// "Anna Kowalska · pexels.com".
  var text: String
  /// Nil where it comes from nowhere else.
  var link: ExternalURL?

  /// A credit; nil where there is nothing to say.
  init?(author: String, link address: String) {
    link = ExternalURL(address)
    let host = link.flatMap { URL(string: $0.text)?.host() }.map {
      $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0
    }
    text = [author, host ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    if text.isEmpty { return nil }
  }

  func write(to html: inout HTMLWriter) {
    if let link {
      html.element(.a, .href(link), .external, text: text)
    } else {
      html.text(text)
    }
  }
}
