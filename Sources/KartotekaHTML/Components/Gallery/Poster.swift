import KartotekaGeography
import KartotekaModel

/// A country's outline as a picture; of one that is too small for an outline, a ring around its place.
package struct Poster: Component {
  /// The country's name.
  package var title: String
  /// The part of the map that is shown, and what is drawn of it; nil where the country is too small for both outlines.
  private let drawing: (bounds: MapBounds, shape: HTMLAttribute, isReference: Bool)?

  /// A poster of a country.
  /// - Parameter outlines: the folder of the finer outlines; nil where there is no map, and the page has the outline
  ///   itself.
  package init(_ country: CountryCode, title: String, outlines: URLPath?) {
    self.title = title
    let outline = WorldMap.outline(of: country)
    if let outlines, WorldMap.detailPath(of: country) != nil,
      let bounds = outline?.mainBounds ?? WorldMap.detail(of: country)?.mainBounds.halved
    {
      let file = outlines.appending(country.code + ".svg").place(country.code)
      drawing = (bounds, .href(file), true)
    } else {
      drawing = outline.map { ($0.mainBounds, .shape($0.path), false) }
    }
  }

  package func write(to html: inout HTMLWriter) {
    guard let (bounds, shape, isReference) = drawing else {
      html.unescaped(trustedHTML: Self.ring)
      return html.element(.p, text: title)
    }
    let box = HTMLAttribute.viewBox(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    let name = html.say("Outline of {country}", ["country": .text(title)])
    html.element(.svg, .class("poster"), box, .role("img"), .label(name)) { html in
      html.element(isReference ? .use : .path, shape) { _ in }
    }
    html.element(.p, text: html.say("Outline: Natural Earth"))
  }

  private static let ring: StaticString = """
    <svg class=poster viewBox="0 0 160 120" aria-hidden=true><circle class=ring cx=80 cy=60 r=34 />\
    <circle cx=80 cy=60 r=7 /></svg>
    """
}

extension MapBounds {
  /// The same rectangle in map units, of one in halves of them.
  fileprivate var halved: MapBounds { MapBounds(minX: minX / 2, minY: minY / 2, maxX: maxX / 2, maxY: maxY / 2) }
}
