import KartotekaModel
import KartotekaScreens

/// The map: the land, the countries that have a record, the pins, and what floats above them.
///
/// The land is one drawing that browsers keep (``MapGeometry``); the page only says which countries of it stand out.
/// Pins are drawings of their own, whose places are shares of the part that is shown, so that they are as large at every
/// zoom.
package struct MapColumn: Component {
  /// A country that has a record.
  package struct Country {
    package var code: String
    package var name: String
    /// Its name, and how many places there are.
    package var label: String
    package var href: URLPath
    package var isChosen: Bool

    package init(code: String, name: String, label: String, href: URLPath, isChosen: Bool) {
      self.code = code
      self.name = name
      self.label = label
      self.href = href
      self.isChosen = isChosen
    }
  }

  /// The field that finds a country or adds one.
  package struct Search {
    package var label: String
    /// The same in few words, which have room on a phone.
    package var placeholder: String
    /// The text of the button beside it.
    package var add: String
    package var action: URLPath
    /// The path of the map's tab, to which what is added leads back.
    package var tab: String

    package init(label: String, placeholder: String, add: String, action: URLPath, tab: String) {
      (self.label, self.placeholder, self.add, self.action, self.tab) = (label, placeholder, add, action, tab)
    }
  }

  /// Ways to other parts of the map.
  package struct Zoom {
    package var nearer: URLPath
    package var farther: URLPath
    /// The addresses beside the view, by directions, for people without scripts.
    package var beside: [(title: String, href: URLPath)]

    /// The ways from what a page shows.
    /// - Parameter all: the address of the whole map.
    package init(from view: MapView, all: URLPath) {
      let region = view.region
      func link(_ region: MapRegion) -> URLPath { view.address.with("view", unlessEmpty: region.text) }
      nearer = link(region.zoomed(by: 2))
      farther = region.isWorld ? all : link(region.zoomed(by: 0.5))
      beside =
        region.isWorld
        ? []
        : [
          ("West", link(region.moved(right: -0.5, down: 0))), ("East", link(region.moved(right: 0.5, down: 0))),
          ("North", link(region.moved(right: 0, down: -0.5))), ("South", link(region.moved(right: 0, down: 0.5))),
        ]
    }
  }

  package var title: String
  /// The description of the drawing, in words.
  package var label: String
  /// The address of the land's drawing.
  package var geometry: URLPath
  /// The address of finer outlines; nil for none.
  package var outlines: URLPath?
  package var view: MapView
  /// The same as a list.
  package var list: (title: String, href: URLPath)?
  package var countries: [Country] = []
  /// Whether countries that are too many for links in the drawing are listed by their names.
  package var hasNames = true
  /// The codes of the countries that have no record.
  package var others: [String] = []
  /// The country that the card is about.
  package var pressed: String?
  package var isPlacing = false
  /// Whether it is a part of a list, whose title and search stand above it.
  package var isInList = false
  package var card: MapCard?
  package var search: Search?
  package var zoom: Zoom?

  package init(
    title: String, label: String, geometry: URLPath, view: MapView, list: (title: String, href: URLPath)? = nil,
    countries: [Country] = [], hasNames: Bool = true, others: [String] = [], pressed: String? = nil,
    isPlacing: Bool = false, card: MapCard? = nil, search: Search? = nil, zoom: Zoom? = nil
  ) {
    self.title = title
    self.label = label
    self.geometry = geometry
    self.view = view
    self.list = list
    self.countries = countries
    self.hasNames = hasNames
    self.others = others
    self.pressed = pressed
    self.isPlacing = isPlacing
    self.card = card
    self.search = search
    self.zoom = zoom
  }

  package func write(to html: inout HTMLWriter) {
    html.element(
      isInList ? .div : .section, .classes("map", isPlacing ? " placing" : isInList ? " inset" : ""), .id("atlas"),
      isInList ? nil : .labelledBy("lt"), .whole(MapRegion.world),
      outlines.map { .outlines($0) }
    ) { html in
      if !isInList {
        html.element(.h1, .class("vh"), .id("lt"), text: title)
        writeField(to: &html)
      }
      html.element(.div, .id("over")) { html in
        if let card { html.add(card) }
        writeNames(to: &html)
        writeZoom(to: &html)
      }
      writePlane(to: &html)
      html.element(.span, .class("cross"), .decorative) { _ in }
    }
  }

  private func writeField(to html: inout HTMLWriter) {
    html.element(.div, .class("float")) { html in
      html.element(.a, .classes("ib phone"), .href(URLPath()), .label(html.say("All apps"))) { $0.symbol(.card) }
      if let search {
        html.element(.form, .class("search"), .role("search"), .action(search.action)) { html in
          html.hidden("on", search.tab)
          html.element(.label, .class("vh"), .for("q"), text: search.label)
          html.symbol(.find, .small)
          html.void(
            .input, .id("q"), .name("find"), .type("search"), .placeholder(search.placeholder), .autocomplete("off"),
            .enterKey("search"), .withoutSpelling)
          html.element(.button, .class("ib"), .part("new"), .label(search.add)) { $0.symbol(.plus) }
        }
      }
      if let list { html.element(.a, .class("vh"), .href(list.href), text: list.title) }
    }
  }

  private func writeZoom(to html: inout HTMLWriter) {
    guard let zoom else { return }
    html.element(.div, .classes("float zoom")) { html in
      html.element(.a, .class("ib"), .id("nearer"), .href(zoom.nearer), .label(html.say("Zoom in"))) {
        $0.symbol(.plus)
      }
      html.element(.a, .class("ib"), .id("farther"), .href(zoom.farther), .label(html.say("Zoom out"))) {
        $0.symbol(.minus)
      }
    }
    guard !zoom.beside.isEmpty else { return }
    html.element(.withoutScript) { html in
      html.element(.nav, .classes("float beside"), .label(html.say("Move the map"))) { html in
        for (title, href) in zoom.beside {
          html.element(.a, .classes("btn small"), .href(href), text: html.say(title))
        }
      }
    }
  }

  private func writePlane(to html: inout HTMLWriter) {
    let place: StaticString =
      switch focus {
      case nil: " entire"
      case .some(..<0.35): " west"
      case .some(0.68...): " east"
      default: ""
      }
    html.element(.div, .classes(view.region.isWorld ? "plane globe" : "plane", place), .id("plane")) { html in
      html.element(
        .svg, .class("world"), .id("world"),
        .viewBox(x: view.region.x, y: view.region.y, width: view.region.width, height: view.region.height),
        .role("group"), .label(label)
      ) { html in
        html.element(.use, .class("grid"), .href(geometry.place("graticule"))) { _ in }
        writeLands(to: &html)
        let isOwn = countries.contains { $0.isChosen }
        html.element(.g, .classes("outlined", isOwn ? " own" : ""), .id("outline")) { html in
          if let pressed { html.element(.use, .href(geometry.place(pressed))) { _ in } }
        }
      }
      html.add(view.pinsLayer)
    }
  }

  /// The maximum number of linked countries in the drawing. Of more, the drawing only shows which they are, and their names are a
  /// list beside it: a page stays as light as it has to be.
  private static let mostLinks = 60

  private var isListed: Bool { countries.count > Self.mostLinks }

  private func writeLands(to html: inout HTMLWriter) {
    // The smaller group stands out from the other.
    let isMost = isListed && countries.count > others.count
    html.element(.use, .id("base"), .class(isMost ? "been" : "land"), .href(geometry.place("world"))) { _ in }
    html.element(.g, .id("lands"), .class(isMost ? "land" : "been")) { html in
      for country in countries where !isListed {
        html.element(.a, .href(country.href), .label(country.label), country.isChosen ? .current("true") : nil) {
          html in
          html.element(.use, .href(geometry.place(country.code))) { _ in }
        }
      }
      for code in isMost ? others : isListed ? countries.map(\.code) : [] {
        html.element(.use, .href(geometry.place(code))) { _ in }
      }
    }
  }

  // The names appear when they have the focus.
  private func writeNames(to html: inout HTMLWriter) {
    guard isListed, hasNames else { return }
    html.element(.nav, .class("names"), .id("names"), .label(label)) { html in
      for country in countries { html.element(.a, .href(country.href), text: country.name) }
    }
  }

  // The part of the world's width that a phone shows: where most pins are, from 0 to 1; nil for all of it, where there are no
  // pins.
  private var focus: Double? {
    let places = view.pins.map(\.point.x).sorted()
    return places.isEmpty ? nil : places[places.count / 2] / MapRegion.world.width
  }
}
