import KartotekaGeography
import KartotekaModel

/// A country's outline as a picture; of one that is too small for an outline, a ring around its place.
package struct Poster: Component {
  /// The country's name.
  package var title: String
  /// Nil where it is too small.
  package var outline: CountryOutline?
  /// The map's drawing of the world, of which browsers have one for all pages; nil where there is no map.
  package var world: URLPath?

  package init(_ country: CountryCode, title: String, world: URLPath?) {
    self.title = title
    self.world = world
    outline = WorldMap.outline(of: country)
  }

  package func write(to html: inout HTMLWriter) {
    guard let outline else {
      html.unescaped(trustedHTML: Self.ring)
      return html.element(.p, text: title)
    }
    let bounds = outline.mainBounds
    let box = HTMLAttribute.viewBox(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
    let name = html.say("Outline of {country}", ["country": .text(title)])
    html.element(.svg, .class("poster"), box, .role("img"), .label(name)) { html in
      if let world {
        html.element(.use, .href(world.place(outline.code.code))) { _ in }
      } else {
        html.element(.path, .shape(outline.path)) { _ in }
      }
    }
    html.element(.p, text: html.say("Outline: Natural Earth"))
  }

  private static let ring: StaticString = """
    <svg class=poster viewBox="0 0 160 120" aria-hidden=true><circle class=ring cx=80 cy=60 r=34 />\
    <circle cx=80 cy=60 r=7 /></svg>
    """
}
