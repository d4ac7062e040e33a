import KartotekaGeography
import KartotekaModel

/// The name of a country, written on its land.
package struct MapName {
  /// The most that are written on one part of the map.
  package static let most = 40

  package let text: String
  package let point: MapPoint

  /// The names of countries that fit beside the pins in a part of the map.
  /// - Parameter first: the countries that take precedence; then come the widest.
  package static func names(
    in region: MapRegion, first: Set<CountryCode> = [], besides pins: [MapPinCluster], _ say: Localizer
  ) -> [MapName] {
    let units = region.unitsOfAPixel
    let lands = WorldMap.codes.compactMap { code -> (code: CountryCode, bounds: MapBounds, point: MapPoint)? in
      guard let outline = WorldMap.outline(of: code) else { return nil }
      let point = WorldMap.point(of: code.position)
      let centre = outline.contains(point) ? point : outline.mainBounds.centre
      return region.isNear(centre) && outline.mainBounds.width > units * 20 ? (code, outline.mainBounds, centre) : nil
    }
    let ordered = lands.sorted {
      let (one, other) = (first.contains($0.code), first.contains($1.code))
      return one == other ? $0.bounds.width > $1.bounds.width : one
    }
    let areas = ordered.map { land in
      (
        x: land.point.x / units, y: land.point.y / units, width: land.bounds.width / units,
        height: land.bounds.height / units, name: land.code.name(in: say.language)
      )
    }
    let written = MapLabels.written(areas, besides: pins.map { $0.label(units) })
    return written.prefix(most).map { MapName(text: areas[$0].name, point: ordered[$0].point) }
  }
}

/// The section of the map that a page shows, and the pins on it.
package struct MapView {
  package let pins: [MapPinCluster]
  package let region: MapRegion
  /// The page's own address, without the part that is shown.
  package let address: URLPath
  /// The parameter of a chosen pin in the address.
  package let parameter: String
  /// The pin that is chosen.
  package var chosenPin: RecordID?
  /// The records that can be chosen here.
  package var linked: Set<RecordID> = []
  /// The names of countries that have room.
  package var names: [MapName] = []
  /// The countries that are drawn with finer outlines.
  package var fine: [CountryCode] = []
  /// A number of places in words.
  package var counted: (Int) -> String = { String($0) }

  package init(
    pins: [MapPinCluster], region: MapRegion, address: URLPath, parameter: String, chosenPin: RecordID? = nil,
    linked: Set<RecordID> = [], names: [MapName] = [], counted: @escaping (Int) -> String = { String($0) }
  ) {
    self.pins = pins
    self.region = region
    self.address = address
    self.parameter = parameter
    self.chosenPin = chosenPin
    self.linked = linked
    self.names = names
    self.counted = counted
  }

  /// The pins, as a component of their own.
  package var pinsLayer: PinsLayer { PinsLayer(view: self) }

  /// The pins above the land: drawings of the same size at every zoom.
  package struct PinsLayer: Component {
    package let view: MapView

    package func write(to html: inout HTMLWriter) {
      let units = view.region.unitsOfAPixel
      let sides = MapLabels.sides(of: view.pins.map { $0.label(units) })
      html.element(
        .svg, .class("pins"), .id("pins"), .region(view.region), .units(units),
        view.fine.isEmpty ? nil : .fineOutlines(view.fine)
      ) { html in
        html.element(.g, .class("lands"), .decorative) { html in
          for name in view.names {
            let share = view.region.share(of: name.point)
            html.element(.svg, .x(.percent(share.x)), .y(.percent(share.y))) { html in
              html.element(.svgText, text: name.text)
            }
          }
        }
        // Countries that can be chosen stand apart: to a screen reader the others say nothing.
        html.element(.g, .decorative) { html in
          for (cluster, side) in zip(view.pins, sides) where link(cluster) == nil {
            write(cluster, side, to: &html)
          }
        }
        for (cluster, side) in zip(view.pins, sides) {
          guard let href = link(cluster) else { continue }
          let isChosen = cluster.pins.contains { $0.id == view.chosenPin }
          let label =
            cluster.pins.count > 1
            ? html.say(
              "{counted} around {title}",
              ["counted": .text(view.counted(cluster.pins.count)), "title": .text(cluster.pins[0].title)])
            : cluster.pins[0].title
          html.element(.a, .href(href), .label(label), isChosen ? .current("true") : nil) { html in
            write(cluster, side, isLink: true, isChosen: isChosen, to: &html)
          }
        }
      }
    }

    // A single pin is chosen, where it can be; several are looked at from nearer by.
    private func link(_ cluster: MapPinCluster) -> URLPath? {
      guard cluster.pins.count > 1 else {
        guard view.linked.contains(cluster.pins[0].id) else { return nil }
        return view.address.with(view.parameter, String(cluster.pins[0].id))
      }
      let region = view.region.opening(cluster.pins.map(\.point), at: cluster.point)
      return view.address.with("view", region.text)
    }

    private func write(
      _ cluster: MapPinCluster, _ side: MapLabels.Side, isLink: Bool = false, isChosen: Bool = false,
      to html: inout HTMLWriter
    ) {
      let share = view.region.share(of: cluster.point)
      html.element(.svg, .x(.percent(share.x)), .y(.percent(share.y))) { html in
        // As large as a finger.
        if isLink { html.element(.circle, .class("hit"), .radius(14)) { _ in } }
        if cluster.pins.count > 1 {
          // Each digit more needs as much more room.
          let radius = 11 + 3 * max(0, String(cluster.pins.count).count - 2)
          html.element(.circle, .class("many"), .radius(radius)) { _ in }
          html.element(.svgText, .class("count"), text: html.say.language.grouped(cluster.pins.count))
        } else {
          html.element(.circle, .class("pin"), .radius(isChosen ? 7 : 5)) { _ in }
          let place: HTMLAttribute? =
            switch side {
            case .right: nil
            case .left: .class("left")
            case .none: .class("off")
            }
          html.element(.svgText, place, text: cluster.pins[0].title)
        }
      }
    }
  }
}
