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

  private static func number(_ number: Double) -> Int { Int(number.rounded()) }
}
