import KartotekaModel
import KartotekaScreens

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// Pages as an app would have them, with nothing stored.
struct SamplePage {
  static let assets = AssetFiles(hues: hues).assets
  static let hues = [50, 62, 150, 205, 255, 330]

  var say = Localizer(language: .russian, catalogue: .platform)
  let users = URLPath("userscrud", "users")
  private let nouns = Nouns("person", "people")

  var tabs: TabBar {
    TabBar(
      app: "Address book", icon: AppIcon(symbol: .person, fifth: 1), href: URLPath("userscrud"),
      items: [
        TabBar.Item(title: "People", symbol: .people, href: users, count: "1,000", isCurrent: true),
        TabBar.Item(title: "More", symbol: .more, href: URLPath("userscrud", "more")),
      ])
  }

  /// A list with as long names and addresses as people have on average, in a search.
  func list(rows count: Int, search: String = "") -> ListColumn {
    var list = ListColumn(
      title: "People", entities: users, new: (users.appending("new"), say.newRecord(nouns)),
      search: SearchField(label: say.searchLabel("Last name"), placeholder: "Last name", text: search, action: users),
      status: say.status(1_000, nouns, sortedBy: "Last name"))
    list.hasMonograms = true
    list.query = URLPath.Query(("search", search))
    list.previous = users.with("before", "eyJ2IjpbIktvd2Fsc2thIiwiQW5uYSJdLCJpZCI6NDEyfQ")
    list.next = users.with("after", "eyJ2IjpbIktvd2Fsc2thIiwiQW5uYSJdLCJpZCI6NDEyfQ")
    list.initials = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map {
      InitialLink(letter: String($0), href: users.with("from", String($0)))
    }
    for number in 0..<count {
      let row = ListRow(
        id: RecordID(300 + number),
        title: [TitlePart(text: "Katarzyna"), TitlePart(text: "Krzyżanowska", isStrong: true)],
        subtitle: "ul. Piękna \(number), 00-549 Warszawa", monogram: "KK", isSelected: number == 3)
      if number % 5 == 0 { list.sections.append(ListSection(initial: "K", rows: [])) }
      list.sections[list.sections.count - 1].rows.append(row)
    }
    return list
  }

  /// A field of each kind there is, and one of a relationship.
  func fields(error: String? = nil) -> [FormField] {
    var fields = AttributeKinds.all.map { kind in
      var attribute = AttributeDescription(name: kind.name.rawValue, label: "A " + kind.name.rawValue, kind: kind.name)
      attribute.choices = [Choice("new"), Choice("shipped")]
      attribute.isRequired = true
      return FormField(
        column: .attribute(attribute), id: "f-" + attribute.name, text: "<\"'&>", error: error)
    }
    let teacher = RelationshipDescription(name: "teacher", label: "Teacher", cardinality: .toOne, target: "user")
    fields.append(FormField(column: .toOne(teacher), id: "f-teacher", text: "2"))
    return fields
  }

  func record(error: String? = nil) -> RecordColumn {
    var record = RecordColumn(
      path: users.appending(412), pageTitle: "Anna Kowalska – Address book", back: ("People", users),
      card: RecordCard(symbol: .person, number: "No. 412", monogram: "AK", title: "Anna Kowalska"),
      fields: fields(error: error))
    record.hidden = [("_etag", "\"9\""), ("_base", "{\"a\":\"b\"}")]
    record.note = "A note"
    record.groups = [RowGroup(title: "History", rows: [LinkRow(title: "Changed", symbol: .clock, href: users)])]
    return record
  }

  var sheet: Sheet {
    var form = NewRecordForm(title: "New person", action: users, cancel: users, fields: fields())
    (form.fault, form.note) = ("Wrong", "A note")
    return form.sheet(say)
  }

  var conflict: Sheet {
    ConflictForm(
      text: "Anna Kowalska was saved.", theirsNote: "Saved at 09:14",
      differences: [
        ConflictForm.Difference(
          name: "phone", label: "Phone", mine: ("+48 1", "+48 1"), theirs: ("+48 2", "+48 2"))
      ], hidden: [("firstName", "A\"na"), ("_etag", "2")], action: users.appending(412), record: users.appending(412)
    ).sheet(say)
  }

  var home: HomePage {
    var home = HomePage(
      apps: [
        HomePage.Divider(
          title: "Address book", summary: "People", symbol: .person, hue: 255, href: URLPath("userscrud"),
          counts: "1,000")
      ], summary: "All yours", version: "1.0")
    home.beginning = HomePage.Beginning(files: URLPath("apps/new/files"), templates: URLPath("apps/new"))
    home.dataFolder = "~/Kartoteka"
    return home
  }

  /// A page with a list beside a record's column.
  func page(_ list: ListColumn, _ record: some Component, sheet: Sheet? = nil) -> String {
    html(say) { html in
      var page = Page(title: "People – Address book", hue: 255, assets: Self.assets, tabs: tabs)
      page.undo = UndoBar(text: "Deleted", undo: users, redo: users, returnTo: users)
      page.sheet = sheet
      html.page(page) { html in
        html.add(list)
        html.add(record)
      }
    }
  }

  /// One of every page and every component.
  var all: [(name: String, html: String)] {
    let sheets: [(String, Sheet)] = [
      ("new", sheet), ("conflict", conflict),
      (
        "confirm",
        Sheet.question(
          "Delete?", text: "Gone", body: [RowGroup(rows: [LinkRow(title: "12 orders")])], verb: "Delete", action: users,
          cancel: users, say)
      ),
    ]
    let singles: [(String, any Component)] = [
      ("shortcuts", ShortcutChoice(isOn: false, returnTo: users)),
      ("more", MorePage(path: users, exports: [], version: "1", databaseFile: "/tmp/a", apiDescription: users)),
      (
        "error",
        ErrorPage(title: "No", text: "Go", reference: "1", buttons: [ActionButton(title: "Go", target: .link(users))])
      ),
    ]
    var empty = list(rows: 0)
    empty.empty = .nothingFound(for: "<q>", list: users, say)
    empty.isFull = true
    return [
      ("list", page(list(rows: 12), RecordPlaceholder())), ("record", page(list(rows: 12), record(error: "Wrong"))),
      ("empty", page(empty, RecordPlaceholder())),
      (
        "home",
        html(say) { html in
          html.page(Page(title: "Kartoteka", hue: 62, assets: Self.assets)) { $0.add(home) }
        }
      ),
    ]
      + sheets.map { ($0.0, page(list(rows: 12), RecordPlaceholder(), sheet: $0.1)) }
      + singles.map { single in
        (
          single.0,
          html(say) { html in
            let page = Page(title: "T", hue: 255, assets: Self.assets, tabs: tabs, hasTwoColumns: false)
            html.page(page) { single.1.write(to: &$0) }
          }
        )
      }
  }
}
