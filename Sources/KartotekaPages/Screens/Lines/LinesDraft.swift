import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A record and its lines in a form.
struct LinesDraft: Sendable {
  /// The stored record and its lines; a new record has no id and no lines.
  struct Stored: Sendable {
    var record: AnyRecord
    var lines: [AnyRecord] = []

    /// The lines by id.
    var known: [RecordID: AnyRecord] { lines.reduce(into: [:]) { known, line in known[line.id ?? 0] = line } }

    /// The versions of the lines that a form was made from: `12:5f…,13:09…`.
    var versions: String { lines.map { "\($0.id ?? 0):\($0.fingerprint)" }.joined(separator: ",") }

    /// Checks that the lines have not changed since they were read.
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
  /// The versions of the lines that the form was made from.
  var versions: String
  /// The search text for items.
  var search = ""
  /// The fault of the record.
  var fault: String?
  /// The fault of the lines as a whole.
  var linesFault: String?
  /// The index of the focused line.
  var focus: Int?
  /// Whether it differs from the stored version.
  var isTyped = false

  /// A form without input.
  init(_ stored: Stored, _ model: LinesModel, _ say: Localizer) {
    self.model = model
    owner = RecordDraft(stored.record, say)
    lines = stored.lines.map { LineDraft($0, model) }
    versions = stored.versions
  }

  /// A submitted form.
  init(_ form: SubmittedForm, over stored: Stored, _ model: LinesModel, _ say: Localizer) {
    self.model = model
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

  /// The draft without faults, which are shown only on saving.
  mutating func forgive() {
    owner.errors = [:]
    linesFault = nil
  }

  /// The totals; nil if lines have no amounts or the amounts overflow.
  var totals: LineTotals? {
    guard model.price != nil else { return nil }
    let extras = model.description.extras.compactMap { name -> Int64? in
      if case .integer(let amount) = owner.record[name] { amount } else { nil }
    }
    return LineTotals(
      lines.compactMap { model.amount(of: $0.record) }, extras: extras, taxRate: model.taxRate(of: owner.record))
  }

  /// The ids of all items.
  var items: Set<RecordID> { Set(lines.compactMap { $0.item(model) }) }

  /// Adds one unit of an item, to its existing line if there is one.
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

  /// All fields of the form, for sheets above it.
  var everything: [(name: String, value: String)] {
    let names = model.fields
    let texts =
      names.map { ($0, owner.texts[$0] ?? "") }
      + owner.unseenInput.filter { !names.contains($0.name) }.map { ($0.name, $0.value) }
    var message = owner.message
    message.lineVersions = versions
    message.itemSearch = search
    return message.fields + FollowScreen.mark(of: owner) + texts
      + lines.enumerated().flatMap { $1.everything(at: $0, model) }
  }
}

extension LineDraft {
  /// The id of the line's item.
  func item(_ model: LinesModel) -> RecordID? {
    if case .integer(let id) = record[model.description.item] { id } else { nil }
  }
}

// Concurrent changes.
extension LinesDraft {
  /// Adds notes about concurrent changes to the lines. The input is kept, and the next submission overwrites those changes.
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
  /// Performs the action of a button other than Save.
  mutating func take(_ intent: FormIntent, _ items: LineItems, _ say: Localizer) async throws {
    switch intent {
    case .addLine(let id):
      // A deleted item can't be added.
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
