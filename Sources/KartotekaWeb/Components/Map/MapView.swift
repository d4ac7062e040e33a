import KartotekaGeography
import KartotekaModel

/// What a page of the map shows, and the pins on it.
struct MapView {
  let pins: [MapPinCluster]
  let region: MapRegion
  /// The page's own address, without the part that is shown.
  let address: URLPath
  /// What its address calls a chosen pin.
  let parameter: String
  /// The pin that is chosen.
  var chosenPin: RecordID?
  /// Those that can be chosen here.
  var linked: Set<RecordID> = []
  /// A number of places in words.
  var counted: (Int) -> String = { String($0) }

  /// The pins, as a part of the page that stands by itself.
  var pinsLayer: PinsLayer { PinsLayer(view: self) }

  /// The pins above the land: drawings of the same size at every zoom.
  struct PinsLayer: Component {
    let view: MapView

    func write(to html: inout HTMLWriter) {
      let units = view.region.unitsOfAPixel
      let sides = MapLabels.sides(
        of: view.pins.map { ($0.point.x / units, $0.point.y / units, $0.pins.count > 1 ? "" : $0.pins[0].title) })
      html.element(
        .svg, .class("pins"), .id("pins"), .region(view.region), .units(units)
      ) { html in
        // Those that can be chosen stand apart: the others say nothing to who doesn't see them.
        html.element(.g, .decorative) { html in
          for (cluster, side) in zip(view.pins, sides) where link(cluster) == nil {
            write(cluster, side, to: &html)
          }
        }
        for (cluster, side) in zip(view.pins, sides) {
          guard let href = link(cluster) else { continue }
          let isChosen = cluster.pins.contains { $0.id == view.chosenPin }
          let label = cluster.pins.count > 1 ? view.counted(cluster.pins.count) : cluster.pins[0].title
          html.element(.a, .href(href), .label(label), isChosen ? .current("true") : nil) { html in
            write(cluster, side, isLink: true, isChosen: isChosen, to: &html)
          }
        }
      }
    }

    // A single pin is chosen; several are looked at from nearer by.
    private func link(_ cluster: MapPinCluster) -> URLPath? {
      guard cluster.pins.allSatisfy({ view.linked.contains($0.id) }) else { return nil }
      guard cluster.pins.count > 1 else { return view.address.with(view.parameter, String(cluster.pins[0].id)) }
      let places = MapBounds(around: cluster.pins.map(\.point))
      let near = places.map { MapRegion(around: $0.centre, side: max($0.width, $0.height) * 2) }
      let region = near ?? view.region.zoomed(by: 4, around: cluster.point)
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
          html.element(.circle, .class("many"), .radius(11)) { _ in }
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
