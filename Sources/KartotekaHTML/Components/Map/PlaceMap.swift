import KartotekaGeography
import KartotekaModel

/// The place of a record: a small part of the map with the place in its middle, which leads to the large map.
package struct PlaceMap: Component {
  /// The title of the record.
  package var title: String
  package var href: URLPath
  /// The map's drawing of the world, of which browsers have one for all pages.
  package var world: URLPath
  /// The country that it belongs to; nil for none.
  package var country: CountryCode?
  package var region: MapRegion

  package init(title: String, href: URLPath, world: URLPath, country: CountryCode? = nil, region: MapRegion) {
    self.title = title
    self.href = href
    self.world = world
    self.country = country
    self.region = region
  }

  /// The part of the map around a place: its country and what lies beside it, as far as a small drawing has room.
  package static func region(around point: MapPoint, in country: CountryCode?) -> MapRegion {
    let all = country.flatMap { MapRegion(of: $0) }?.width ?? sides.upperBound
    return MapRegion(around: point, side: min(max(all, sides.lowerBound), sides.upperBound))
  }

  private static let sides = 300.0...1_200

  package func write(to html: inout HTMLWriter) {
    let name = html.say("{title} on the map", ["title": .text(title)])
    html.element(.a, .class("spot"), .href(href), .label(name)) { html in
      html.element(
        .svg, .viewBox(x: region.x, y: region.y, width: region.width, height: region.height), .decorative
      ) { html in
        html.element(.use, .href(world.place("world"))) { _ in }
        if let country { html.element(.use, .class("been"), .href(world.place(country.code))) { _ in } }
      }
    }
  }
}
