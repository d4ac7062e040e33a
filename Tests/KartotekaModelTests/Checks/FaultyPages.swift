import Foundation
import KartotekaModel
import KartotekaScreens

struct Realm: Entity {
  let code = Attribute<CountryCode>("Realm", .required, .title)
  let motto = Attribute<String>("Motto")
  let towns = ToMany<Town>("Towns", inverse: \.realm)
  let views = ToMany<Vista>("Views", inverse: \.realm)

  init() {}
}

struct Town: Entity {
  let name = Attribute<String>("Town", .required, .title)
  let place = Attribute<Coordinate>("Place")
  let seen = Attribute<CalendarDate>("Seen")
  let realm = ToOne<Realm>("Realm", required: true, onDelete: .cascade)

  init() {}
}

struct Vista: Entity {
  let image = Attribute<Data>("Picture", as: .picture, .required)
  let author = Attribute<String>("Author", .title)
  let source = Attribute<String>("Source", as: .url)
  let realm = ToOne<Realm>("Realm", required: true, onDelete: .cascade)

  init() {}
}

/// Applications of which pages aren't what their entities have, and one that is sound.
enum FaultyPages {
  static let sound = app()

  static let all: [FaultyApp] =
    [
      gallery { $0.image = "author" }, gallery { $0.credit = "image" }, gallery { $0.link = "link" },
      gallery { $0.poster = "motto" }, gallery { $0.fileName = "image" },
      gallery { $0.order = "author" }, app(realms: { $0.sections[0].name = "code" }),
      app(realms: { $0.sections[1].detail = "mayor" }), app(realms: { $0.sections[1].order = "mayor" }),
      app(realms: { $0.card.mark?.attribute = "flag" }), app(realms: { $0.card.omitted = ["flag"] }),
      app(realms: { $0.card.years?.relationship = "motto" }), app(realms: { $0.card.years?.date = "name" }),
    ].map { FaultyApp("pages-consistent", $0) }
    + [
      app(realms: { $0.sections.append($0.sections[0]) }),
      app(realms: { $0.sections += Array(repeating: .init("towns", adding: "Add towns"), count: 2) }),
    ].map { FaultyApp("record-addresses-differ", $0) }

  private static func gallery(_ change: (inout GalleryDescription) -> Void) -> AppDescription {
    app(realms: { list in
      guard var gallery = list.sections[0].gallery else { return }
      change(&gallery)
      list.sections[0].gallery = gallery
    })
  }

  private static func app(
    realms changeRealms: (inout ListDescription) -> Void = { _ in }
  ) -> AppDescription {
    let realms = List(Realm.self, title: \.code)
      .withGallery(\.views, image: \.image, credit: \.author, link: \.source, poster: \.code)
      .withSection(\.towns, new: "Add a town", symbol: .pin, showing: \.seen)
      .marked("Realm", by: \.code).withYears("Seen in {years}", of: \.towns, \.seen).withoutFields(\.code)
    let towns = List(Town.self, title: \.name)
    return AppDescription(
      name: "realms", title: "Realms", summary: "", symbol: .map, hue: 120,
      model: ModelDescription([Realm.self, Town.self, Vista.self]),
      tabs: [tab("realms", realms.description, changeRealms), tab("towns", towns.description) { _ in }])
  }

  private static func tab(
    _ path: String, _ screen: ScreenDescription, _ change: (inout ListDescription) -> Void
  ) -> TabDescription {
    var screen = screen
    if case .list(var list) = screen {
      change(&list)
      screen = .list(list)
    }
    return TabDescription(path: path, title: "Realms", symbol: .map, screen: screen)
  }
}
