import Foundation

/// The pages of docs/reference: each member of the types that an application is declared with, and the first sentence of its doc
/// comment.
struct ReferencePage {
  /// A table of the members of one type.
  struct Part {
    let module: String
    let type: String
    // Whether a member of that name stands in this table.
    var has: @Sendable (String) -> Bool = { _ in true }
  }

  let name: String
  let title: String
  let intro: String
  /// A picture of the tour and its description.
  let picture: (file: String, words: String)?
  let parts: [Part]

  // The methods of List that are about a record's card.
  private static let card: Set = [
    "calling", "locating", "marked", "withDocument", "withFields", "withGallery", "withLines", "withNewest",
    "withSection", "withYears", "withoutFields",
  ]

  private static func parts(_ module: String, _ types: String...) -> [Part] {
    types.map { Part(module: module, type: $0) }
  }

  static let all: [ReferencePage] = [
    ReferencePage(
      name: "LIST", title: "Lists",
      intro: "A list is the screen of a tab. Its methods return the list with something more.",
      picture: (file: "list-desk-light", words: "People as a list"),
      parts: [
        Part(module: "KartotekaScreens", type: "List") { !card.contains($0) },
        Part(module: "KartotekaScreens", type: "ListView"), Part(module: "KartotekaScreens", type: "Table"),
        Part(module: "KartotekaScreens", type: "Groups"), Part(module: "KartotekaScreens", type: "Subset"),
      ]),
    ReferencePage(
      name: "TAB", title: "Tabs",
      intro: "Tabs stand in the order of their declarations: at the left, or below on phones.",
      picture: (file: "northwind-desk-dark", words: "The tabs of an application"),
      parts: [
        Part(module: "KartotekaScreens", type: "Tab"), Part(module: "KartotekaApplication", type: "Tab"),
        Part(module: "KartotekaApplication", type: "OwnPage"), Part(module: "KartotekaScreens", type: "CalendarScreen"),
        Part(module: "KartotekaScreens", type: "MapScreen"), Part(module: "KartotekaScreens", type: "Welcome"),
      ]),
    ReferencePage(
      name: "CARD", title: "Cards", intro: "The page of a record is declared by methods of the list that leads to it.",
      picture: (file: "orders-desk-light", words: "The card of an order, with its lines"),
      parts: [
        Part(module: "KartotekaScreens", type: "List") { card.contains($0) },
        Part(module: "KartotekaApplication", type: "RecordBlock"),
        Part(module: "KartotekaModel", type: "StateDescription"),
      ]),
    ReferencePage(
      name: "OVERVIEW", title: "Overviews", intro: "An overview is a screen of figures, charts and records.",
      picture: (
        file: "overview-desk-light", words: "Figures, a chart by months, one by categories, and records to watch"
      ),
      parts: parts("KartotekaScreens", "Overview", "Figure", "Chart", "Series", "Watch", "ViewPart")),
    ReferencePage(
      name: "ATTRIBUTE", title: "Attributes",
      intro: "Attributes are the values of a record, and the fields of its form.",
      picture: (file: "new-desk-light", words: "The form of a new record"),
      parts: parts("KartotekaModel", "Attribute", "AttributeOption", "Computed", "Computation", "UniqueKey")),
    ReferencePage(
      name: "RELATIONSHIP", title: "Relationships", intro: "Relationships lead from records to others.",
      picture: (file: "course-desk-light", words: "A course with its teacher and its students"),
      parts: parts("KartotekaModel", "ToOne", "ToMany", "ManyToMany", "RelationshipOption")),
    ReferencePage(
      name: "ACTION", title: "Actions",
      intro: "An action is a button with code behind it, and an operation of the API.",
      picture: (file: "overview-desk-light", words: "“Order more” at the lower right is an action"),
      parts: parts("KartotekaApplication", "Action", "ActionInput", "ActionCall", "ActionResult")),
    ReferencePage(
      name: "RULE", title: "Rules and hooks",
      intro: "Rules refuse changes, of forms, imports, the API and code. Hooks run with each change.", picture: nil,
      parts: [
        Part(module: "KartotekaModel", type: "RuleDescription"), Part(module: "KartotekaApplication", type: "Rule"),
        Part(module: "KartotekaApplication", type: "Hook"), Part(module: "KartotekaApplication", type: "Change"),
      ]),
    ReferencePage(
      name: "JOB", title: "Jobs",
      intro: "A job runs in the background: behind a change, at a press, or at a time.", picture: nil,
      parts: parts("KartotekaApplication", "Job", "JobSchedule", "JobRun", "JobContext")),
    ReferencePage(
      name: "PAPER", title: "Papers",
      intro: "A document is printed from a record: an invoice with lines, or a letter. Labels need no declaration.",
      picture: (file: "labels-desk-light", words: "Labels with the addresses of customers"),
      parts: parts("KartotekaScreens", "Document", "Lines")),
  ]

  /// The text of the page.
  func text(_ surface: Surface) throws -> String {
    var text = "# \(title)\n\n\(intro)\n"
    if let picture { text += "\n![\(picture.words)](../pictures/\(picture.file).png)\n" }
    for part in parts {
      let members = try surface.members(of: part.type, in: part.module).filter { part.has($0.base) }
      guard !members.isEmpty else { continue }
      let isOfPage = part.type == "Tab" && part.module == "KartotekaApplication"
      text += "\n## \(part.type)\(isOfPage ? " of an own page" : "")\n"
      let summary = try surface.summary(of: part.type, in: part.module)
      text += summary.isEmpty ? "\n" : "\n\(summary)\n\n"
      text += "| | |\n| --- | --- |\n"
      var rows: [String] = []
      for member in members {
        let row = "| `\(member.name)` | \(member.summary.replacing("|", with: "\\|")) |"
        if !rows.contains(row) { rows.append(row) }
      }
      text += rows.joined(separator: "\n") + "\n"
    }
    return text
  }

  /// The page that leads to the others.
  static var index: String {
    """
    # Reference

    Each page has the members of some types, with the first sentence of their documentation. `script/docs` writes all of it
    as a website. [LIBRARY.md](../LIBRARY.md) explains how they fit together, [COOKBOOK.md](../COOKBOOK.md) answers wishes.
    The tests compare these pages with the sources; `KARTOTEKA_RECORD=1 script/test swift --filter ReferencePageTests` writes them.

    | page | types |
    | --- | --- |

    """ + all.map { "| [\($0.title)](\($0.name).md) | \($0.types) |\n" }.joined()
      + "| [Symbols](SYMBOLS.md) | `Symbol` |\n"
  }

  private var types: String {
    var names: [String] = []
    for part in parts where !names.contains("`\(part.type)`") { names.append("`\(part.type)`") }
    return names.joined(separator: ", ")
  }

  /// The list of symbols with their pictures, by name.
  static func symbols(_ surface: Surface) throws -> (text: String, names: [String]) {
    let members = try surface.members(of: "Symbol", in: "KartotekaScreens").filter { $0.isSymbol }
      .sorted { $0.base < $1.base }
    let rows = members.map { member in
      let picture = "../../Sources/KartotekaHTML/Resources/symbols/\(member.base).png"
      return "| <img src=\"\(picture)\" alt=\"\" width=\"64\"> | `.\(member.base)` | \(member.summary) |\n"
    }
    let text = """
      # Symbols

      Tabs, actions, own pages and applications have a symbol: one of these, or [a drawing of your own](../LIBRARY.md#a-program).

      | | | |
      | --- | --- | --- |

      """
    return (text + rows.joined(), members.map(\.base))
  }
}

/// The public members of types, read from their sources.
struct Surface {
  struct Member {
    /// Without arguments.
    let base: String
    /// As it is written, with the names of arguments: `sorted(by:)`.
    let name: String
    let summary: String
    /// Whether it is one of the platform's symbols.
    let isSymbol: Bool
  }

  private let files: [String: [[String]]]

  init() throws {
    var files: [String: [[String]]] = [:]
    for module in ["KartotekaModel", "KartotekaScreens", "KartotekaApplication"] {
      files[module] = try SourceFiles.texts(in: module).map {
        $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }
    self.files = files
  }

  /// The first sentence about a type; empty where another module declares it.
  func summary(of type: String, in module: String) throws -> String {
    for lines in files[module] ?? [] {
      for (number, line) in lines.enumerated() where SourceFiles.mayDeclare("public ", line) {
        if SourceFiles.typeName(line) == type, !line.hasPrefix("extension") {
          return Self.comment(before: number, in: lines).summary
        }
      }
    }
    return ""
  }

  /// The public members of a type, initializers first, then by name; those of one name in the order of the sources.
  func members(of type: String, in module: String) throws -> [Member] {
    var found: [Member] = []
    for lines in files[module] ?? [] {
      var isOfType = false
      // Members of a protocol have no word for what is public.
      var isProtocol = false
      for (number, line) in lines.enumerated() {
        if let name = SourceFiles.typeName(line) {
          isOfType = name == type
          isProtocol = line.contains("protocol ")
        }
        guard isOfType, line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  /"),
          let declaration = Self.declaration(lines[number...], isProtocol: isProtocol)
        else { continue }
        let comment = Self.comment(before: number, in: lines)
        guard !comment.isUnavailable, let member = Self.member(declaration, of: type, comment.summary) else { continue }
        found.append(member)
      }
    }
    let order = found.enumerated().sorted { one, other in
      let (first, second) = (one.element.base, other.element.base)
      if (first == type) != (second == type) { return first == type }
      return first == second ? one.offset < other.offset : first < second
    }
    return order.map(\.element)
  }

  // From the word behind attributes and `public` to the end of the parameters; nil for what is not public.
  private static func declaration(_ lines: ArraySlice<String>, isProtocol: Bool) -> String? {
    guard let line = lines.first else { return nil }
    var words = line.split(separator: " ")
    while let word = words.first, word.hasPrefix("@") { words.removeFirst() }
    if words.first == "public" {
      words.removeFirst()
    } else if !isProtocol {
      return nil
    }
    while let word = words.first, word.hasPrefix("package(") || word == "nonisolated" || word == "mutating" {
      words.removeFirst()
    }
    var text = words.joined(separator: " ")
    guard let word = words.first,
      ["func", "init", "static", "var", "let", "subscript"].contains(where: { word.hasPrefix($0) })
    else { return nil }
    for more in lines.dropFirst().prefix(12) where opened(text) > 0 {
      text += " " + more.trimmingCharacters(in: .whitespaces)
    }
    return text
  }

  private static func opened(_ text: String) -> Int {
    text.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
  }

  private static func member(_ declaration: String, of type: String, _ summary: String) -> Member? {
    var text = Substring(declaration)
    let isStatic = text.hasPrefix("static ")
    if isStatic { text = text.dropFirst(7) }
    let dot = isStatic ? "." : ""
    if let start = ["var ", "let "].first(where: { text.hasPrefix($0) }) {
      let name = String(text.dropFirst(start.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      return Member(
        base: name, name: dot + name, summary: summary, isSymbol: isStatic && text.contains(": Symbol { Symbol(."))
    }
    let isFunction = text.hasPrefix("func ")
    if isFunction { text = text.dropFirst(5) }
    let own = String(text.prefix { !"(< ?".contains($0) })
    // Operators are known.
    guard own.first?.isLetter == true || own.first == "`" else { return nil }
    let base = isFunction ? own.replacing("`", with: "") : own == "init" ? type : own
    let labels = labels(text)
    let name = base == "subscript" ? "[\(labels)]" : dot + base + "(\(labels))"
    return Member(base: base, name: name, summary: summary, isSymbol: false)
  }

  // `_:by:` of the first parentheses, without what the compiler passes.
  private static func labels(_ text: Substring) -> String {
    guard let start = text.firstIndex(of: "(") else { return "" }
    var (depth, labels, part) = (0, "", "")
    func end() {
      let words = part.prefix { $0 != ":" }.split(separator: " ")
      if let label = words.first, part.contains(":"), label != "fileID", label != "line" { labels += "\(label):" }
      part = ""
    }
    var before: Character = " "
    for character in text[start...].dropFirst() {
      if "([{<".contains(character) { depth += 1 }
      if character == ")", depth == 0 { break }
      if ")]}".contains(character) || character == ">" && before != "-" { depth -= 1 }
      if character == ",", depth == 0 { end() } else { part.append(character) }
      before = character
    }
    end()
    return labels
  }

  // The first sentence of the doc comment before a line, and whether the declaration is there for a message alone.
  private static func comment(before number: Int, in lines: [String]) -> (summary: String, isUnavailable: Bool) {
    var (comment, isUnavailable, isInAttribute) = ([String](), false, false)
    for line in lines[..<number].reversed() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if isInAttribute || text == ")" || text.hasPrefix("@") {
        isInAttribute = !text.hasPrefix("@")
        if text.contains("unavailable") { isUnavailable = true }
      } else if text.hasPrefix("///") {
        comment.append(text.dropFirst(3).trimmingCharacters(in: .whitespaces))
      } else {
        break
      }
    }
    let paragraph = comment.reversed().prefix { !$0.isEmpty && !$0.hasPrefix("- ") && !$0.hasPrefix("```") }
    var summary = paragraph.joined(separator: " ").replacing("``", with: "`")
    if let end = summary.firstRange(of: ". ") { summary = String(summary[..<end.lowerBound]) + "." }
    if summary.hasSuffix(":") { summary = String(summary.dropLast()) + "." }
    return (summary, isUnavailable)
  }
}
