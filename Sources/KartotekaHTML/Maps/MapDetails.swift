import KartotekaGeography
import KartotekaModel

/// The finer outlines that the map shows from near by: a drawing for each country, so that a browser loads those that are
/// seen.
package enum MapDetails {
  /// The widest part of the map, in its units, that shows them: what is wider looks the same without.
  package static let widest = 1_600.0

  /// The drawing of a country, in which it is called by its code; nil where there is none.
  package static func file(of country: CountryCode) -> String? {
    WorldMap.detailPath(of: country).map { path in
      """
      <svg xmlns="http://www.w3.org/2000/svg"><path id="\(country)" d="\(path)" transform="scale(.5)" \
      vector-effect="non-scaling-stroke"/></svg>
      """
    }
  }

  /// The countries that a part of the map shows, or shows soon where it is moved, with finer outlines; none where it is
  /// too wide for them.
  package static func countries(in region: MapRegion) -> [CountryCode] {
    guard !region.isWorld, region.width <= widest else { return [] }
    // A screen is wider than the square, and what is drawn around it wider still.
    let margin = region.width * 0.7
    return WorldMap.detailed(
      in: MapBounds(
        minX: region.x - margin, minY: region.y - margin, maxX: region.x + region.width + margin,
        maxY: region.y + region.height + margin))
  }
}
