import KartotekaGeography
import KartotekaModel

/// The drawing of the world that every page of a map refers to, and that browsers keep for good: `#world` is all land,
/// `#PT` is one country, `#graticule` the parallels.
///
/// Lines are as thin at every zoom, and a country without an outline is a dot of the same size at every zoom. Colours
/// come from the page.
package enum MapGeometry {
  /// The SVG file.
  package static let file: String = {
    let graticule = "<path id=\"graticule\" d=\"\(WorldMap.graticule)\" \(thin)/>"
    let land = WorldMap.codes.map(shape).joined()
    let size = WorldMap.size
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(size.width)) \(number(size.height))">\(graticule)\
      <g id="world">\(land)</g></svg>
      """
  }()

  private static let thin = "vector-effect=\"non-scaling-stroke\""

  private static func shape(of country: CountryCode) -> String {
    if let outline = WorldMap.outline(of: country) { return "<path id=\"\(country)\" d=\"\(outline.path)\" \(thin)/>" }
    // A line without length, with round ends.
    return WorldMap.dot(of: country).map { dot in
      """
      <path id="\(country)" d="M\(number(dot.x)) \(number(dot.y))h0" stroke="currentColor" stroke-width="6" \
      stroke-linecap="round" \(thin)/>
      """
    } ?? ""
  }

  private static func number(_ number: Double) -> Int { Int(clampingNearest: number) }
}

/// The finer outlines that the map shows from near by: a drawing for each country, so that a browser loads those that are
/// seen.
package enum MapDetails {
  /// The widest part of the map, in its units, that shows them: what is wider looks the same without.
  package static let widest = 1_600.0

  /// The drawing of a country, whose element has the country's code as its id; nil for a country without an outline.
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
