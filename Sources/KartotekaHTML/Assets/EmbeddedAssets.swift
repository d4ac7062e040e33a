import Foundation

/// The style sheet of a page: the files in `Resources/style` that belong to its kind.
package enum Style {
  /// The cascade layers, the weakest first. Each is a folder in `Resources/style`: a rule of a later layer wins over rules
  /// of the layers before it, whatever their specificity, so the names of files don't decide.
  ///
  /// - `base`: names of colours and sizes, plain elements
  /// - `components`: parts that several screens have
  /// - `desk`: the frame and the lists of windows of 900 px and wider
  /// - `screens`: rules of one screen alone
  /// - `media`: animation, forced colours, print
  static let layers = ["base", "components", "desk", "screens", "media"]

  /// The sheet of the pages of a kind, for apps of those colours.
  ///
  /// An app's page and its divider in the drawer carry `data-hue`; CSS can't compute with an attribute's
  /// value everywhere yet, so each hue in use gets a rule of its own.
  package static func sheet(of kind: PageKind, hues: some Sequence<Int>) -> String {
    let sheets = files.map { layer, files in "@layer \(layer) {\n\(kind.files(of: files).joined(separator: "\n"))}\n" }
    let rules = Set(hues).sorted().map { "[data-hue=\"\($0)\"]{--hue:\($0)}" }
    return sheets.joined() + rules.joined() + (kind == .calendar ? calendarRules : "")
  }

  // The same for the places of records in a calendar, in steps of five minutes.
  private static let calendarRules: String = {
    func rules(_ name: String, _ values: some Sequence<Int>) -> String {
      values.map { "[data-\(name)=\"\($0)\"]{--\(name):\($0)}" }.joined()
    }
    let fives = stride(from: 0, to: 60, by: 5)
    return rules("hours", 1...24) + rules("h", 0...23) + rules("m", fives) + rules("lh", 0...24) + rules("lm", fives)
      + rules("lane", 0...5) + rules("lanes", 2...6)
  }()

  private static let files = layers.map { layer in
    (layer, PageKind.files(in: "style/" + layer, extension: "css").map { $0.mapping { FlatStyle($0).text } })
  }
}

/// The scripts of pages: the ES modules in `Resources/script`. The module that a page loads is the one in the folder `pages`
/// that has the name of the page's kind; it imports what the pages of that kind need.
package enum Script {
  /// The text of each module, by its name: `rows.js`, `pages/list.js`.
  package static let sources = Dictionary(
    uniqueKeysWithValues: Embedded.names(in: "script").map { ($0, Embedded.text("script/" + $0)) })

  /// The name of the module that the pages of a kind load.
  package static func entry(of kind: PageKind) -> String {
    "pages/\(kind.scripts.rawValue).js"
  }
}

/// The service worker, which keeps pages for reading without a connection.
package enum Worker {
  /// Its address. Unlike other assets it keeps its address when it changes, because browsers know it by that.
  package static let path = URLPath("assets", "worker.js")

  /// Its text.
  package static var text: String { Embedded.text("worker/worker.js") }
}

/// The program's icon.
package enum Icon {
  /// The drawing, as SVG.
  package static var drawing: String { Embedded.text("icon.svg") }

  /// The icon as a PNG file of 512 × 512 pixels.
  package static var pixels: Data { Embedded.data("icon-512.png") }
}

/// The templates of new applications.
package enum TemplateFiles {
  /// Their names, in the order in which people see them.
  package static let names = ["records", "contacts", "inventory", "books", "members", "tasks", "expenses"]

  /// The document of that name, as JSON.
  package static func json(_ name: String) -> String { Embedded.text("templates/\(name).json") }
}
