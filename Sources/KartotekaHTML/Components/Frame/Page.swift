import KartotekaModel
import KartotekaScreens

/// A whole page: head, navigation, what the columns hold, what floats above them.
///
/// ```swift
/// html.page(Page(title: "People – Address book", hue: 255, assets: assets, tabs: tabs)) { html in
///   html.add(list)
///   html.add(record)
/// }
/// ```
package struct Page {
  /// The column that a phone shows; a desk shows all.
  package enum Deepest {
    /// The list.
    case list
    /// The record.
    case record
    /// The map, which fills the screen.
    case map
  }

  /// The title in the browser's tab, the most particular part first.
  package var title: String
  /// The app's colour, 0 to 359; ``Style/sheet(of:hues:)`` has to know it.
  package var hue: Int
  /// The addresses of style and script.
  package var assets: Assets
  /// The kind of the page, by which it loads them.
  package var kind = PageKind.list
  /// The address of the manifest by which it can be installed.
  package var manifest = URLPath(Manifest.name)
  /// The app's own icon, unless the program has a logo; nil for Kartoteka's.
  package var icon: URLPath?
  /// The same as a PNG file, see ``PixelIcon``; nil where there is none.
  package var pixels: URLPath?
  /// The address at which the app's changes since this page was made can be followed; nil outside of every app.
  package var changes: URLPath?
  /// The entities that the page shows, by their names in addresses; nil where it may show anything.
  package var entities: [String]?
  /// The app's navigation; nil for pages outside of every app, and for those without the frame.
  package var tabs: TabBar?
  /// Whether it is an application's page without the frame: its content alone, in letters that grow with the window.
  package var isFrameless = false
  /// Whether shortcuts of a single key are switched on.
  package var hasShortcuts = true
  /// Whether the page responds to a form. The script then discards its stored draft of that form.
  package var isAnswer = false
  /// After how many seconds it is asked for again where no script does.
  package var refresh: Int?
  /// The column that a phone shows.
  package var deepest = Deepest.list
  /// Whether a list and a record stand side by side at a desk.
  package var hasTwoColumns = true
  /// The bar with the change that can be undone.
  package var undo: UndoBar?
  /// A sheet above the page, behind which everything rests.
  package var sheet: Sheet?

  package init(
    title: String, hue: Int, assets: Assets, kind: PageKind = .list, manifest: URLPath = URLPath(Manifest.name),
    changes: URLPath? = nil, entities: [String]? = nil, tabs: TabBar? = nil, hasShortcuts: Bool = true,
    isAnswer: Bool = false, refresh: Int? = nil, deepest: Deepest = .list, hasTwoColumns: Bool = true,
    undo: UndoBar? = nil, sheet: Sheet? = nil
  ) {
    self.title = title
    self.hue = hue
    self.assets = assets
    self.kind = kind
    self.manifest = manifest
    self.changes = changes
    self.entities = entities
    self.tabs = tabs
    self.hasShortcuts = hasShortcuts
    self.isAnswer = isAnswer
    self.refresh = refresh
    self.deepest = deepest
    self.hasTwoColumns = hasTwoColumns
    self.undo = undo
    self.sheet = sheet
  }
}

/// The addresses of style, script and icon. They change with their content, so that browsers may
/// keep them for ever.
package struct Assets: Sendable {
  /// The style sheet for each kind of page.
  package var styles: [PageKind: URLPath] = [:]
  /// The modules of the script for each kind of page, in the order in which they run; the last one imports the others.
  package var scripts: [PageKind: [URLPath]] = [:]
  package let icon: URLPath
  /// Whether the only application is served without a home screen, so that no link leads there.
  package var isAlone = false
  /// The name of the product, a key into the catalogue.
  package var product = "Kartoteka"
  /// Whether the icon is a program's own, of which there are no pixels.
  package var hasOwnIcon = false
  /// The icon as a PNG file of 512 × 512 pixels, for home screens.
  package let pixels: URLPath
  /// The drawing of the world, where an app has a map.
  package var world: URLPath?
  /// The folder of the finer outlines of countries, where an app has a map.
  package var outlines: URLPath?

  package init(
    styles: [PageKind: URLPath] = [:], scripts: [PageKind: [URLPath]] = [:], icon: URLPath, pixels: URLPath,
    world: URLPath? = nil
  ) {
    self.styles = styles
    self.scripts = scripts
    self.icon = icon
    self.pixels = pixels
    self.world = world
  }
}

extension HTMLWriter {
  /// Writes a page around what `columns` writes.
  package mutating func page(_ page: Page, columns: (inout HTMLWriter) -> Void) {
    documentType()
    element(.html, .language(say.locale)) { html in
      html.head(page)
      html.element(
        .body, .classes(page.bodyClasses, page.assets.isAlone ? " alone" : ""), .hue(page.hue),
        .unreachable(html.say(Self.unreachable)),
        page.changes.map { .changes($0) }, page.entities.map { .shownEntities($0) },
        page.hasShortcuts ? nil : .shortcutsOff, page.isAnswer ? .answer : nil,
        TaskTimeZone.isChosen ? nil : .timeZone(html.say.timeZone.identifier),
        more: [
          .offline(html.say("No connection. As of {time}.", ["time": .text("{time}")])),
          page.changes.map { _ in .stale(html.say("Changes made elsewhere are not shown at the moment.")) },
          page.tabs == nil ? nil : html.reach?.identity.map { .drafts(PeopleAddress.drafts(of: $0)) },
        ]
      ) { html in
        let rests = page.sheet == nil ? nil : HTMLAttribute.inert
        html.element(.a, .classes("skip vh"), .href(.fragment("main")), rests, text: html.say("Skip to content"))
        if let tabs = page.tabs { html.tabBar(tabs, isInert: page.sheet != nil, page.assets) }
        html.element(.main, .id("main"), page.mainClass, rests, content: columns)
        if let undo = page.undo, page.sheet == nil { html.add(undo) }
        if let sheet = page.sheet {
          html.element(.div, .class("scrim")) { _ in }
          html.add(sheet)
        }
        if page.tabs != nil || page.isFrameless { html.add(ScriptParts()) }
        html.sprite()
      }
    }
  }

  private static let unreachable = "The server can't be reached; nothing was lost."

  private mutating func head(_ page: Page) {
    element(.head) { html in
      html.unescaped(trustedHTML: Self.everyHead)
      html.element(.title, text: page.title)
      if let seconds = page.refresh { html.element(.withoutScript) { $0.void(.meta, .refresh(seconds)) } }
      html.void(
        .link, .relation("icon"), .href(page.assets.hasOwnIcon ? page.assets.icon : page.icon ?? page.assets.icon))
      if !page.assets.hasOwnIcon {
        html.void(.link, .relation("apple-touch-icon"), .href(page.pixels ?? page.assets.pixels))
      }
      html.void(.link, .relation("manifest"), .href(page.manifest))
      if let style = page.assets.styles[page.kind] { html.void(.link, .relation("stylesheet"), .href(style)) }
      let modules = page.assets.scripts[page.kind] ?? []
      // Otherwise a browser would learn of each module only from the one that imports it.
      for module in modules.dropLast() { html.void(.link, .relation("modulepreload"), .href(module)) }
      if let entry = modules.last { html.element(.script, .module, .source(entry)) { _ in } }
    }
  }

  // The keyboard of a phone makes the page shorter and not just cover it, so that the field in use stays in
  // view.
  private static let everyHead: StaticString = """
    <meta charset=utf-8><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, \
    interactive-widget=resizes-content"><meta name="color-scheme" content="light dark">\
    <meta name="theme-color" content="#f4f1ea" media="(prefers-color-scheme: light)">\
    <meta name="theme-color" content="#0e1116" media="(prefers-color-scheme: dark)">
    """
}

extension Page {
  fileprivate var mainClass: HTMLAttribute? {
    if isFrameless { return .class("shown") }
    return tabs == nil ? .class("drawer") : hasTwoColumns ? .class("two") : nil
  }

  fileprivate var bodyClasses: StaticString {
    switch (tabs, deepest) {
    case (nil, _): "bare"
    case (_, .list): "frame at-list"
    case (_, .record): "frame at-record"
    case (_, .map): "frame at-map"
    }
  }
}

/// The elements that scripts need on a page of an app: a live region, the symbols of the parts that they put in, and
/// the question that is asked before typed words are thrown away.
private struct ScriptParts: Component {
  func write(to html: inout HTMLWriter) {
    html.element(.div, .id("say"), .class("vh"), .role("status")) { _ in }
    html.symbols.formUnion([.back, .trash, .alert, .undo, .plus, .x])
    var leave = Sheet(
      html.say("Discard changes?"), .question, text: html.say("What you typed here is not saved yet."),
      cancel: Sheet.Action(html.say("Keep editing"), .send(("", "")), hasFocus: true),
      main: Sheet.Action(html.say("Discard"), .send(("", "discard")), isDangerous: true),
      form: Sheet.Form(attributes: []), body: [])
    leave.ids = ("leave", "leave-t")
    html.add(leave)
  }
}
