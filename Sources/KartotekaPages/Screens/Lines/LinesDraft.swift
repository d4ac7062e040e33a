import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A record and its lines as a form shows them.
struct LinesDraft: Sendable {
  /// What is stored: the record and its lines; for a new one, a record without an id and no lines.
  struct Stored: Sendable {
    var record: AnyRecord
    var lines: [AnyRecord] = []

    /// The lines by id.
    var known: [RecordID: AnyRecord] { lines.reduce(into: [:]) { known, line in known[line.id ?? 0] = line } }

    /// Which versions of which lines a form was made from: `12:5f…,13:09…`.
    var versions: String { lines.map { "\($0.id ?? 0):\($0.fingerprint)" }.joined(separator: ",") }

    /// Refuses where somebody has changed the lines since they were read.
    /// - Throws: ``StoreError/changedMeanwhile(_:)``.
    func check(in transaction: Transaction, _ model: LinesModel) throws {
      guard let id = record.id else { return }
      let now = try transaction.related(model.owner, model.relationship, of: id)
        .compactMap { try transaction.record(model.line, id: $0) }
      guard now.map(\.fingerprint) == lines.map(\.fingerprint) else { throw StoreError.changedMeanwhile(record) }
    }
  }

  let model: LinesModel
  var owner: RecordDraft
  var lines: [LineDraft]
  /// The versions of the lines that it was made from.
  var versions: String
  /// What is searched for among the items.
  var search = ""
  /// What is wrong with all of it.
  var fault: String?
  /// What is wrong with the lines together.
  var linesFault: String?
  /// The line where typing goes on.
  var focus: Int?
  /// Whether it differs from what is stored.
  var isTyped = false

  /// A form that nobody has typed into.
  init(_ stored: Stored, _ model: LinesModel, _ say: Localizer) {
    self.model = model
    owner = RecordDraft(stored.record, say)
    lines = stored.lines.map { LineDraft($0, model) }
    versions = stored.versions
  }

  /// A form that was sent.
  init(_ form: SubmittedForm, over stored: Stored, _ model: LinesModel, _ say: Localizer) {
    self.model = model
    var form = form
    // What the form doesn't ask stays as it is; a box that isn't there isn't an unticked one.
    for (index, column) in model.owner.columns.enumerated() where !model.fields.contains(column.name) {
      form[column.name] = stored.record.text(at: index)
    }
    owner = RecordDraft(form, over: stored.record, say)
    let message = FormMessage(form)
    versions = message.lineVersions ?? ""
    search = message.itemSearch ?? ""
    lines = []
    isTyped = true
    if model.isClosed(stored.record) {
      lines = stored.lines.map { LineDraft($0, model) }
      return
    }
    let known = stored.known
    while let line = LineDraft(form, at: lines.count, over: known, model, say) { lines.append(line) }
  }

  /// The same without what is wrong: nobody is told before they are done.
  mutating func forgive() {
    owner.errors = [:]
    linesFault = nil
  }

  /// The totals; nil where lines cost nothing, or more than can be counted.
  var totals: LineTotals? {
    guard model.price != nil else { return nil }
    let extras = model.description.extras.compactMap { name -> Int64? in
      if case .integer(let amount) = owner.record[name] { amount } else { nil }
    }
    return LineTotals(
      lines.compactMap { model.amount(of: $0.record) }, extras: extras, taxRate: model.taxRate(of: owner.record))
  }

  /// The ids of all items that the lines name.
  var items: Set<RecordID> { Set(lines.compactMap { $0.item(model) }) }

  /// Adds one of an item: to its line, where it has one.
  mutating func add(_ item: AnyRecord, _ say: Localizer) {
    search = ""
    if let place = lines.firstIndex(where: { $0.item(model) == item.id }) {
      lines[place].step(by: 1, model, say)
      focus = place
    } else {
      focus = lines.count
      lines.append(LineDraft(of: item, model, say))
    }
  }

  /// Everything that the form brings along, for sheets above it.
  var everything: [(name: String, value: String)] {
    let texts = model.fields.map { ($0, owner.texts[$0] ?? "") }
    var message = owner.message
    message.lineVersions = versions
    message.itemSearch = search
    return message.fields + texts + lines.enumerated().flatMap { $1.everything(at: $0, model) }
  }
}

extension LineDraft {
  /// The id of the line's item.
  func item(_ model: LinesModel) -> RecordID? {
    if case .integer(let id) = record[model.description.item] { id } else { nil }
  }
}

// Somebody else saved meanwhile.
extension LinesDraft {
  /// Notes beside the lines what others did to them since the form was made. What was typed stays, and is meant when it
  /// is sent again.
  mutating func meet(_ stored: Stored, titles: [RecordID: String], _ say: Localizer) {
    guard versions != stored.versions else { return }
    let mine = Set(versions.split(separator: ","))
    let theirs = stored.known
    let wasThere = Set(mine.compactMap { $0.split(separator: ":").first.flatMap { RecordID($0) } })
    for index in lines.indices {
      guard let id = lines[index].record.id ?? nil else { continue }
      if let now = theirs[id], !mine.contains("\(id):\(now.fingerprint)"[...]) {
        lines[index].notes.append(
          say(
            "Changed in another window meanwhile, to {number} of it. Yours is kept if you save again.",
            ["number": .text(now.text(named: model.quantity.name))]))
      }
    }
    for line in stored.lines where !wasThere.contains(line.id ?? 0) {
      var added = LineDraft(line, model)
      added.title = added.item(model).flatMap { titles[$0] } ?? ""
      added.notes.append(say("Added in another window meanwhile"))
      lines.append(added)
    }
    versions = stored.versions
  }
}

extension LinesDraft {
  /// Does what a button of the form asks for beside saving.
  mutating func take(_ intent: FormIntent, _ items: LineItems, _ say: Localizer) async throws {
    switch intent {
    case .addLine(let id):
      // One that was deleted since it was found can't be added.
      if let item = try await items.records([id])[id] { add(item, say) }
    case .removeLine(let place):
      if lines.indices.contains(place) { lines.remove(at: place) }
    case .increaseLine(let place), .decreaseLine(let place):
      if lines.indices.contains(place) {
        lines[place].step(by: intent == .increaseLine(place) ? 1 : -1, items.model, say)
      }
    default: break
    }
  }
}
