import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens

/// An application that breaks one rule, and no other.
struct FaultyApp: Sendable {
  let rule: String
  let app: AppDescription

  init(
    _ rule: String, name: String = "library", title: String = "Library", hue: Int = 120,
    broken: [Language: Data] = [:], actions: [Action] = [],
    tabs: @autoclosure () -> [Tab] = [Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }]
  ) {
    self.rule = rule
    app =
      App(
        name, title: title, symbol: .book, hue: hue, entities: [Person.self, Shelf.self], catalogues: broken,
        actions: actions, tabs: tabs
      ).description
  }

  init(_ rule: String, _ app: AppDescription) {
    self.rule = rule
    self.app = app
  }
}

struct Shelf: Entity {
  static let plural = "shelves"

  let number = Attribute<Int>("Number", .title)
  let room = Attribute<String>("Room")
  let picture = Attribute<Data>("Picture")
}

/// For every rule, applications that break it.
enum FaultyApps {
  static let all: [FaultyApp] =
    ["", "Library", "my library", "../library", "9", String(repeating: "a", count: 61)].map {
      FaultyApp("app-name-valid", name: $0)
    }
    + ["api", "assets", "health", "language", "search"].map { FaultyApp("app-name-reserved", name: $0) }
    + [-1, 360].map { FaultyApp("hue-allowed", hue: $0) }
    + [10, 25, 40].map { FaultyApp("hue-allowed", hue: $0) }
    + [Symbol("paw", svg: "<script>1</script>"), Symbol("A paw", svg: "<path d=\"M1 1\"/>")].map { symbol in
      FaultyApp("symbols-sound", tabs: [Tab("People", symbol: symbol) { List(Person.self, title: \.lastName) }])
    }
    + [
      FaultyApp("app-title-given", title: " "),
      FaultyApp("app-title-given", tabs: [Tab("", symbol: .people) { List(Person.self, title: \.lastName) }]),
      FaultyApp("history-kept", kept(days: 0, megabytes: 1)),
      FaultyApp("history-kept", kept(days: 1, megabytes: 0)),
      FaultyApp("catalogue-readable", broken: [.polish: Data("[".utf8)]),
      FaultyApp("tabs-exist", tabs: []),
      FaultyApp("tab-paths-valid", tabs: [tab(path: "My people")]),
      FaultyApp("tab-paths-valid", tabs: [tab(path: "changes")]),
      FaultyApp("tab-paths-valid", tabs: [tab(path: "shelves")]),
      FaultyApp("tab-paths-unique", tabs: [tab(path: "all"), tab(path: "all")]),
      FaultyApp(
        "list-entity-exists",
        tabs: [Tab("Courses", symbol: .book, path: "courses") { List(Course.self, title: \.name) }]),
      FaultyApp("list-title-given", tabs: [Tab("People", symbol: .people) { List(Person.self) }]),
      FaultyApp(
        "list-attributes-readable",
        tabs: [Tab("Shelves", symbol: .box) { List(Shelf.self, title: \.picture) }]),
      FaultyApp(
        "list-picture-known",
        tabs: [Tab("Shelves", symbol: .box) { List(Shelf.self, title: \.room).withPictures(\.picture) }]),
      FaultyApp("list-picture-known", list { $0.picture = "colour" }),
      FaultyApp("list-layout-known", list { $0.layout = "chart:colour" }),
      FaultyApp("list-layout-known", list { $0.layout = "heap" }),
      FaultyApp("list-attributes-readable", list { $0.title = ["colour"] }),
      FaultyApp("list-attributes-readable", list { $0.subtitle = ["colour"] }),
      FaultyApp("list-attributes-readable", list { $0.searched = ["colour"] }),
      FaultyApp(
        "searched-is-text",
        tabs: [Tab("Shelves", symbol: .box) { List(Shelf.self, title: \.room).searching(\.number) }]),
      FaultyApp("sort-known", list { $0.sort = [FetchSort("colour")] }),
      FaultyApp(
        "initials-need-sort",
        tabs: [Tab("Shelves", symbol: .box) { List(Shelf.self, title: \.room).withInitials() }]),
      FaultyApp(
        "initials-need-sort",
        tabs: [
          Tab("Shelves", symbol: .box) { List(Shelf.self, title: \.room).sorted(by: \.number).withInitials() }
        ]),
    ]
    + tables + actions + FaultyLines.all + FaultyOverviews.all + FaultyMaps.all + FaultyCalendars.all
    + FaultyPages.all + FaultySettings.all + FaultyClosings.all + FaultyViews.all
    + [Newer.version(of: AddressBook.app.description)].compactMap(\.self).map {
      FaultyApp("app-version-known", $0)
    }

  private static let tables: [FaultyApp] = [
    FaultyApp(
      "table-entity-exists",
      tabs: [Tab("Courses", symbol: .book, path: "courses") { Table(Course.self, columns: \.name) }]),
    FaultyApp("table-columns-exist", tabs: [shelves { Table(Shelf.self, columns: \.room, \.picture) }]),
    FaultyApp("table-columns-exist", tabs: [shelves { Table(Shelf.self, columns: \.room, \.room) }]),
    FaultyApp("table-columns-exist", table { $0.columns = ["colour"] }),
    FaultyApp("table-filters-exist", tabs: [shelves { Table(Shelf.self, columns: \.number).filtering(\.room) }]),
    FaultyApp(
      "table-filters-exist",
      tabs: [shelves { Table(Shelf.self, columns: \.room).filtering(\.room).filtering(containing: \.room) }]),
    FaultyApp(
      "table-filters-exist",
      tabs: [shelves { Table(Shelf.self, columns: \.number).filtering(containing: \.number) }]),
    FaultyApp("sort-known", table { $0.sort = [FetchSort("colour")] }),
  ]

  private static let actions: [FaultyApp] = [
    FaultyApp("app-title-given", actions: [action(ActionDescription(name: "mail", title: " "))]),
    FaultyApp("action-name-valid", actions: [action(ActionDescription(name: "Mail all", title: "Mail"))]),
    FaultyApp("action-name-valid", actions: [action(ActionDescription(name: "", title: "Mail"))]),
    FaultyApp(
      "action-names-unique",
      actions: [
        action(ActionDescription(name: "mail", title: "Mail", scope: .record("person"))),
        action(ActionDescription(name: "mail", title: "Mail", scope: .record("shelf"))),
      ]),
    FaultyApp(
      "action-entity-exists",
      actions: [action(ActionDescription(name: "mail", title: "Mail", scope: .record("course")))]),
    FaultyApp(
      "action-entity-exists",
      actions: [action(ActionDescription(name: "mail", title: "Mail", scope: .entity("course")))]),
    FaultyApp("action-inputs-valid", actions: [telling(Attribute<String>(" "), "text")]),
    FaultyApp("action-inputs-valid", actions: [telling(Attribute<String>("Text"), "The text")]),
    FaultyApp("action-inputs-valid", actions: [telling(Attribute<Int>("Count", .range(1...5), .default(9)), "count")]),
    FaultyApp("action-inputs-valid", actions: [telling(Attribute<Data>("Picture"), "picture")]),
    FaultyApp(
      "action-inputs-valid",
      actions: [telling(Attribute<String>("Text"), "text").asking("text", Attribute<String>("Text"))]),
    FaultyApp(
      "action-inputs-valid",
      actions: [telling(Attribute<String>("Text"), "text").asking("course", ToOne<Course>("Course"))]),
    FaultyApp(
      "action-placement-possible", actions: [telling(Attribute<String>("Text"), "text").placed(.list)]),
    FaultyApp(
      "action-placement-possible",
      actions: [action(ActionDescription(name: "mail", title: "Mail", scope: .record("person"))).placed(.new)]),
    FaultyApp(
      "action-placement-possible",
      actions: ["mail", "post"].map {
        action(ActionDescription(name: $0, title: "Mail", scope: .entity("person"))).placed(.new)
      }),
    FaultyApp(
      "action-placement-possible",
      actions: [action(ActionDescription(name: "mail", title: "Mail", scope: .entity("person"))).placed(.new)],
      tabs: [Tab("People", symbol: .people) { List(Person.self, title: \.lastName).withoutNew() }]),
    FaultyApp(
      "action-states-exist",
      actions: [telling(Attribute<String>("Text"), "text").offered(in: StateDescription("late", "Late"))]),
  ]

  private static func shelves(_ screen: () -> some Screen) -> Tab {
    Tab("Shelves", symbol: .box, screen)
  }

  private static func action(_ description: ActionDescription) -> Action {
    Action(description) { _ in ActionResult("Done") }
  }

  private static func telling<V>(_ attribute: Attribute<V>, _ name: String) -> Action {
    action(ActionDescription(name: "mail", title: "Mail")).asking(name, attribute)
  }

  private static func table(_ change: (inout TableDescription) -> Void) -> AppDescription {
    var table = TableDescription(entity: "person", columns: ["lastName"])
    change(&table)
    let tab = TabDescription(path: "people", title: "People", symbol: .people, screen: .table(table))
    return AppDescription(
      name: "library", title: "Library", summary: "", symbol: .book, hue: 120,
      model: ModelDescription([Person.self]), tabs: [tab])
  }

  private static func tab(path: String) -> Tab {
    Tab("People", symbol: .people, path: path) { List(Person.self, title: \.lastName) }
  }

  /// A description that no Swift declaration leads to, as it may come from a file.
  private static func list(_ change: (inout ListDescription) -> Void) -> AppDescription {
    var list = ListDescription(entity: "person", title: ["lastName"], subtitle: [])
    change(&list)
    let tab = TabDescription(path: "people", title: "People", symbol: .people, screen: .list(list))
    return AppDescription(
      name: "library", title: "Library", summary: "", symbol: .book, hue: 120,
      model: ModelDescription([Person.self]), tabs: [tab])
  }

  private static func kept(days: Int, megabytes: Int) -> AppDescription {
    App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self],
      history: .init(days: days, megabytes: megabytes)
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }.description
  }
}
