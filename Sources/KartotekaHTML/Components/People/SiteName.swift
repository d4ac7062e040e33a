import KartotekaModel

/// The name of the server, or of the application to which somebody is on the way, above the form with which they sign in.
package struct SiteName: Component {
  package var name: String
  /// The address of the product's logo; nil for Kartoteka's.
  package var logo: URLPath?

  package init(name: String, logo: URLPath?) { (self.name, self.logo) = (name, logo) }

  package func write(to html: inout HTMLWriter) {
    html.element(.p, .classes("pad site")) { html in
      if let logo {
        html.void(.img, .class("logo"), .source(logo), .alternative(""))
      } else {
        html.unescaped(trustedHTML: Logo.svg)
      }
      html.element(.span, text: name)
    }
  }
}
