import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The fields of a part of a document, and what they change.
struct DocumentForm: Sendable {
  /// The parts that are changed together.
  enum Part: String, CaseIterable {
    case texts, address, lines

    /// The title of the sheet, a key into the catalogue.
    var title: String {
      switch self {
      case .texts: "Title and texts"
      case .address: "Sender, address and facts"
      case .lines: "Lines and paper"
      }
    }

    /// A sentence about the part, a key into the catalogue.
    var detail: String {
      switch self {
      case .texts: "What stands above and below the lines, with fields of the record"
      case .address: "Who sends it to whom, and the days and numbers beside"
      case .lines: "Columns, sums, A4 or Letter"
      }
    }
  }

  let part: Part
  private let document: DocumentDescription
  private let kind: KindShapeScreen
  private let say: Localizer
  private let fields: DocumentFields

  init(_ part: Part, _ document: DocumentDescription, _ kind: KindShapeScreen, _ say: Localizer) {
    (self.part, self.document, self.kind, self.say) = (part, document, kind, say)
    fields = DocumentFields(kind.entity, in: kind.document) { say($0) }
  }

  // The form has so many lines of an address with two fields each, and facts; descriptions may have more.
  private static let mostLines = 5
  private static let mostFacts = 4
  private static func line(_ number: Int) -> String { "line\(number)" }
  private static func then(_ number: Int) -> String { "then\(number)" }
  private static func fact(_ number: Int) -> String { "fact\(number)" }

  /// Whether few people need a field.
  static func isFolded(_ name: String) -> Bool { name.hasPrefix("then") }

  private var lines: LinesDescription? { kind.document.lines(of: kind.entity.name) }

  // The parts of the lines that there are, with their labels.
  private var parts: [(part: DocumentDescription.Part, label: String)] {
    guard let lines, let found = LineFields(lines.relationship, of: kind.entity.name, in: kind.document) else {
      return []
    }
    func label(_ name: String?) -> String? {
      name.flatMap { name in found.line.attributes.first { $0.name == name }?.label }
    }
    var parts: [(part: DocumentDescription.Part, label: String)] = [
      (.lines, "Lines"), (.quantity, label(lines.quantity) ?? "Quantity"),
    ]
    guard let price = label(lines.price) else { return parts }
    parts.append((.price, price))
    if let discount = label(lines.discount) { parts.append((.discount, discount)) }
    parts.append((.amount, "Amount"))
    parts.append((.sums, "Sums below the lines"))
    return parts
  }

  /// The explanation below the fields; nil for none.
  var note: String? {
    switch part {
    case .texts:
      say(
        "Fields stand in braces: {names}",
        ["names": .text(fields.all.map { "{" + $0.label + "}" }.joined(separator: " "))])
    case .address: say("Empty values are left out.")
    case .lines: lines == nil ? say("These records have no lines.") : nil
    }
  }

  // MARK: Fields

  /// The form.
  var form: ShapeForm {
    switch part {
    case .texts:
      ShapeForm(
        [
          ShapeForm.field("title", "Title", required: true),
          ShapeForm.field("opening", "Text above the lines", multiline: true),
          ShapeForm.field("note", "Text below the lines", multiline: true),
        ],
        [
          "title": .text(say(document.title)), "opening": .text(written(document.opening)),
          "note": .text(written(document.note)),
        ])
    case .address: address
    case .lines: columns
    }
  }

  private var columns: ShapeForm {
    var all: [AttributeDescription] = []
    var values: [String: Value] = [:]
    for (part, label) in parts {
      all.append(ShapeForm.field(part.rawValue, label, .boolean))
      values[part.rawValue] = .integer(document.omitted.contains(part) ? 0 : 1)
    }
    let papers = [Choice("a4", "A4"), Choice("letter", "Letter (8.5 × 11 in)")]
    all.append(ShapeForm.field("paper", "Paper", .choice, choices: papers))
    values["paper"] = document.paper.map { .text($0.rawValue) } ?? .null
    return ShapeForm(all, values)
  }

  private func written(_ text: String?) -> String { text.map { fields.written(say($0)) } ?? "" }

  private var address: ShapeForm {
    let choices = fields.all.map { Choice($0.name, $0.label) }
    var all = [
      ShapeForm.field("sender", "Sender, line by line", multiline: true),
      ShapeForm.field("heading", "Above the address"),
    ]
    var values: [String: Value] = [
      "sender": .text(document.sender.joined(separator: "\n")), "heading": .text(say(document.recipientTitle)),
    ]
    for number in 0..<Self.mostLines {
      let named: [String: Phrase.Argument] = ["number": .text(String(number + 1))]
      all.append(ShapeForm.field(Self.line(number), say("Address, line {number}", named), .choice, choices: choices))
      all.append(
        ShapeForm.field(Self.then(number), say("Address, line {number}, then", named), .choice, choices: choices))
      let line = document.recipient.dropFirst(number).first ?? []
      values[Self.line(number)] = line.first.map { .text($0) } ?? .null
      values[Self.then(number)] = line.dropFirst().first.map { .text($0) } ?? .null
    }
    for number in 0..<Self.mostFacts {
      let named: [String: Phrase.Argument] = ["number": .text(String(number + 1))]
      all.append(ShapeForm.field(Self.fact(number), say("Beside it, {number}", named), .choice, choices: choices))
      values[Self.fact(number)] = document.facts.dropFirst(number).first.map { .text($0) } ?? .null
    }
    return ShapeForm(all, values)
  }

  // MARK: Changes

  /// Gives a document what a person has changed. All else stays as it is.
  func apply(_ draft: RecordDraft, to document: inout DocumentDescription) throws(ShapeFault) {
    let changed = draft.changed
    if changed.isEmpty { return }
    switch part {
    case .texts:
      if changed.contains("title") { document.title = say.key(of: draft.text("title"), document.title) }
      if changed.contains("opening") { document.opening = try text(draft, "opening", document.opening) }
      if changed.contains("note") { document.note = try text(draft, "note", document.note) }
    case .address: applyAddress(draft, changed, to: &document)
    case .lines:
      if changed.contains("paper") { document.paper = DocumentDescription.Paper(rawValue: draft.text("paper")) }
      for (part, _) in parts where changed.contains(part.rawValue) {
        document.omitted.removeAll { $0 == part }
        if !draft.isOn(part.rawValue) { document.omitted.append(part) }
      }
    }
  }

  private func text(_ draft: RecordDraft, _ name: String, _ known: String?) throws(ShapeFault) -> String? {
    let text = try fields.read(draft.text(name), name)
    return text.isEmpty ? nil : say.key(of: text, known ?? "")
  }

  private func applyAddress(_ draft: RecordDraft, _ changed: Set<String>, to document: inout DocumentDescription) {
    if changed.contains("sender") {
      document.sender = draft.text("sender").split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces() }
        .filter { !$0.isEmpty }
    }
    if changed.contains("heading") {
      document.recipientTitle = say.key(of: draft.text("heading"), document.recipientTitle)
    }
    let lines = (0..<Self.mostLines).flatMap { [Self.line($0), Self.then($0)] }
    if !changed.isDisjoint(with: lines) {
      let former = document.recipient
      var recipient: [[String]] = []
      for number in 0..<Self.mostLines {
        var line = [draft.text(Self.line(number)), draft.text(Self.then(number))].filter { !$0.isEmpty }
        // A description may have more fields in a line.
        if former.indices.contains(number) { line += former[number].dropFirst(2) }
        if !line.isEmpty { recipient.append(line) }
      }
      document.recipient = recipient + former.dropFirst(Self.mostLines)
    }
    let facts = (0..<Self.mostFacts).map(Self.fact)
    if !changed.isDisjoint(with: facts) {
      var seen: Set<String> = []
      let chosen: [String] = facts.map(draft.text) + document.facts.dropFirst(Self.mostFacts)
      document.facts = chosen.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
  }
}
