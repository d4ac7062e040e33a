import KartotekaModel

/// The message of a form beside the record's values: the intent of the pressed button, the version on which it is based, and
/// where it was opened. ``fields`` encodes it, ``init(_:)`` decodes it.
///
/// The names of these fields are in this file alone. They begin with an underscore, names of columns with a letter.
package struct FormMessage: Sendable {
  /// The most letters of a search.
  package static let longestSearch = 200
  /// The most letters of what a list is narrowed down to.
  package static let longestNarrowing = 200
  /// The most letters of a list's shape.
  package static let longestShape = ListShape.longest

  /// The intent of the pressed button. Buttons send it (``FormIntent/name``, ``FormIntent/value``), not ``fields``.
  package private(set) var intent = FormIntent.save
  /// The fingerprint of the record that the form was made from; nil for a new record.
  package var version: String?
  /// The texts of that record by column name, without those that are empty; nil for a new record.
  package var base: [String: String]?
  /// The token of a form for a new record: of two forms with one token and one content, the second makes no record.
  package var once: String?
  /// The most letters of such a token.
  package static let longestToken = 64
  /// The time zone in which the form shows moments; nil for a form without any.
  package var timeZone: String?
  /// The versions of the lines that the form was made from; nil for a form without lines.
  package var lineVersions: String?
  /// The search text among the items of lines.
  package var itemSearch: String?

  /// The search of the list that the form was opened from.
  package var listSearch = ""
  /// The filter of that list, see ``ListNarrowing``.
  package var listNarrowing = ""
  /// The shape of that list, see `ListShape.text`.
  package var listShape = ""
  /// The way by which the record was reached, see ``RecordTrail``; nil where the form says nothing of it.
  package var trail: String?
  /// The path of the tab that the form is on, or ``listScreen`` for the rows of a list; nil where the form says nothing of it.
  package var screen: String?
  /// The value of ``screen`` that the rows of a list send.
  package static let listScreen = "list"

  /// The relationship whose sheet was opened from the form.
  package var choosing: String?
  /// The id that the relationship had when the sheet was opened; empty for none.
  package var chosenBefore: String?
  /// The search text in a sheet.
  package var sheetSearch = ""
  /// The number of requested or shown rows of a sheet.
  package var sheetRows: Int?
  /// The ticked choices of a sheet; nil for other forms.
  package var ticks: Ticks?

  /// Whether the question before the action was answered with yes.
  package var isConfirmed = false
  /// The number of the group of settings that is sent.
  package var group: Int?
  /// The setting that one of a stepper's buttons changes, and by how much.
  package private(set) var step: (setting: String, by: Int64)?

  package init(
    intent: FormIntent = .save, version: String? = nil, base: [String: String]? = nil, once: String? = nil,
    timeZone: String? = nil,
    lineVersions: String? = nil, itemSearch: String? = nil, listSearch: String = "", listNarrowing: String = "",
    listShape: String = "", trail: String? = nil, screen: String? = nil, choosing: String? = nil,
    chosenBefore: String? = nil,
    sheetSearch: String = "", sheetRows: Int? = nil, ticks: Ticks? = nil, isConfirmed: Bool = false, group: Int? = nil,
    step: (setting: String, by: Int64)? = nil
  ) {
    self.intent = intent
    self.version = version
    self.base = base
    self.once = once
    self.timeZone = timeZone
    self.lineVersions = lineVersions
    self.itemSearch = itemSearch
    self.listSearch = listSearch
    self.listNarrowing = listNarrowing
    self.listShape = listShape
    self.trail = trail
    self.screen = screen
    self.choosing = choosing
    self.chosenBefore = chosenBefore
    self.sheetSearch = sheetSearch
    self.sheetRows = sheetRows
    self.ticks = ticks
    self.isConfirmed = isConfirmed
    self.group = group
    self.step = step
  }

  /// The state of a sheet in which several records are ticked.
  package struct Ticks: Sendable {
    /// Records that were ticked, and were not chosen before the sheet was opened.
    package var added: Set<RecordID> = []
    /// Records that were unticked.
    package var removed: Set<RecordID> = []
    /// The records whose rows the sheet showed.
    package var shown: [RecordID] = []
    /// The ids among them that were chosen before the sheet was opened.
    package var chosen: [RecordID] = []
    /// The ids among them whose box was ticked. Boxes send it, not ``FormMessage/fields``.
    package fileprivate(set) var ticked: Set<RecordID> = []

    package init(
      added: Set<RecordID> = [], removed: Set<RecordID> = [], shown: [RecordID] = [], chosen: [RecordID] = [],
      ticked: Set<RecordID> = []
    ) {
      self.added = added
      self.removed = removed
      self.shown = shown
      self.chosen = chosen
      self.ticked = ticked
    }
  }
}

/// The intent of a button of a form.
package enum FormIntent: Hashable, Sendable {
  /// The form is complete: the record is saved, the action is run.
  case save
  /// The row for a new record above a table is complete: the record is saved.
  case addRow
  /// Shows the form again with all that was typed.
  case edit
  /// Closes a sheet above the form, and restores the earlier choice.
  case cancel
  /// Searches in a sheet, or shows more of its rows.
  case find
  /// Ends a choice of several records.
  case done
  /// Takes what is shown off the list: a rejected row, an import.
  case discard
  /// Imports although there is a warning.
  case insist
  /// Opens, or searches, the sheet in which the record of a relationship is chosen.
  case choose(String)
  /// Opens the sheet for a new record of a relationship, makes the record, or leaves the sheet.
  case beginNew(String)
  case createNew(String)
  case leaveNew(String)
  /// Adds a line of an item.
  case addLine(RecordID)
  /// Removes the line at a place, or changes its quantity by one.
  case removeLine(Int)
  case increaseLine(Int)
  case decreaseLine(Int)
  /// Takes a related record out.
  case unlink(RecordID)

  /// The name under which a button sends it.
  package var name: String {
    if case .unlink = self { FormName.unlink } else { FormName.intent }
  }

  /// The value that a button sends under that name.
  package var value: String {
    switch self {
    case .save: "save"
    case .addRow: "row"
    case .edit: "edit"
    case .cancel: "cancel"
    case .find: "find"
    case .done: "done"
    case .discard: "discard"
    case .insist: "insist"
    case .choose(let relationship): "choose:" + relationship
    case .beginNew(let relationship): "new:" + relationship
    case .createNew(let relationship): "create:" + relationship
    case .leaveNew(let relationship): "leave:" + relationship
    case .addLine(let item): "add:\(item)"
    case .removeLine(let place): "remove:\(place)"
    case .increaseLine(let place): "more:\(place)"
    case .decreaseLine(let place): "less:\(place)"
    case .unlink(let id): String(id)
    }
  }

  /// Whether the form is shown again and nothing is saved yet.
  package var isDraft: Bool { self == .edit || self == .cancel }

  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      let plain: [FormIntent] = [.save, .addRow, .edit, .cancel, .find, .done, .discard, .insist]
      guard let known = plain.first(where: { $0.value == text }) else { return nil }
      self = known
      return
    }
    let (object, number) = (parts[1], Int64(parts[1]))
    switch (parts[0], number) {
    case ("choose", _): self = .choose(object)
    case ("new", _): self = .beginNew(object)
    case ("create", _): self = .createNew(object)
    case ("leave", _): self = .leaveNew(object)
    case ("add", let item?): self = .addLine(item)
    case ("remove", let place?): self = .removeLine(Int(place))
    case ("more", let place?): self = .increaseLine(Int(place))
    case ("less", let place?): self = .decreaseLine(Int(place))
    default: return nil
    }
  }
}

/// The names of fields that components write themselves.
package enum FormName {
  fileprivate static let intent = "_deed"
  fileprivate static let unlink = "_remove"
  fileprivate static let version = "_etag"
  fileprivate static let base = "_base"
  fileprivate static let once = "_once"
  fileprivate static let timeZone = "_zone"
  fileprivate static let lineVersions = "_lines"
  fileprivate static let listSearch = "_search"
  fileprivate static let listNarrowing = "_only"
  fileprivate static let listShape = "_shape"
  fileprivate static let trail = "_via"
  fileprivate static let screen = "_on"
  fileprivate static let choosing = "_choosing"
  fileprivate static let chosenBefore = "_was"
  fileprivate static let added = "_added"
  fileprivate static let removed = "_removed"
  fileprivate static let shown = "_shown"
  fileprivate static let chosen = "_chosen"
  fileprivate static let sheetRows = "_limit"
  fileprivate static let confirmed = "_confirmed"
  fileprivate static let group = "_group"
  fileprivate static let carried = "draft."

  /// The search field of a sheet.
  package static let sheetSearch = "_find"
  /// The search field for items of lines.
  package static let itemSearch = "_item"
  /// A sheet's button for more rows; its value is their number.
  package static let moreRows = "_more"
  /// A field that only scripts read: the form differs from what is stored.
  package static let isTyped = "_typed"
  /// A stepper's buttons; their value is the setting's name.
  static let (stepDown, stepUp) = ("_less", "_more")
  /// The field that the button of a question sends.
  package static let confirmation = (name: confirmed, value: "yes")

  /// The box that means all records of a list, where several are changed.
  package static let severalAll = "_all"
  /// The field that several records get a value in.
  package static let severalField = "_field"
  /// The relationship by which several records are linked.
  package static let severalLink = "_link"
  /// The action that is run on several records.
  package static let severalAction = "_action"
  /// The fields with the step on several records, and with the number of records for which it was confirmed.
  package static let (severalStep, severalCount) = ("_step", "_count")

  /// The steps that can be taken with several records.
  package enum SeveralStep: String {
    case set, delete, link, unlink, act, export
  }

  /// The box of a record that can be ticked.
  package static func tick(_ id: RecordID) -> String { "tick-\(id)" }
  /// A field of the line at a place.
  package static func line(_ field: LineField, _ place: Int) -> String { "line-\(place)-\(field)" }
  /// The field with the known data of a file that was chosen and is not stored yet.
  package static func file(_ column: String) -> String { "_file-" + column }
  /// The ids of the records of a section that a new record is linked to when it is saved.
  package static func links(_ section: String) -> String { "_links-" + section }
  /// The box that removes stored bytes.
  package static func fileRemoval(_ column: String) -> String { "_remove-" + column }

  /// The fields of a line.
  package enum LineField: String, CustomStringConvertible {
    case item, id, title, quantity, percent, price

    package var description: String { rawValue }
  }
}

extension FormMessage {
  /// Decodes what a form sent. What makes no sense counts as not sent.
  package init(_ form: SubmittedForm) {
    func text(_ name: String, _ limit: Int = FormMessage.longestSearch) -> String {
      String((form[name] ?? "").prefix(limit))
    }
    version = form[FormName.version]
    base = form[FormName.base].flatMap(Self.texts)
    once = form[FormName.once].flatMap { $0.isEmpty || $0.utf8.count > Self.longestToken ? nil : $0 }
    timeZone = form[FormName.timeZone]
    lineVersions = form[FormName.lineVersions]
    itemSearch = form[FormName.itemSearch].map { String($0.prefix(Self.longestSearch)) }
    listSearch = text(FormName.listSearch)
    listNarrowing = text(FormName.listNarrowing, Self.longestNarrowing)
    listShape = text(FormName.listShape, Self.longestShape)
    trail = form[FormName.trail]
    screen = form[FormName.screen]
    choosing = form[FormName.choosing]
    chosenBefore = form[FormName.chosenBefore]
    sheetSearch = text(FormName.sheetSearch)
    sheetRows = (form[FormName.moreRows] ?? form[FormName.sheetRows]).flatMap { Int($0) }
    if form[FormName.shown] != nil || form[FormName.added] != nil || form[FormName.removed] != nil {
      var ticks = Ticks()
      ticks.added = Set(Self.ids(form[FormName.added]))
      ticks.removed = Set(Self.ids(form[FormName.removed]))
      ticks.shown = Self.ids(form[FormName.shown])
      ticks.chosen = Self.ids(form[FormName.chosen])
      ticks.ticked = Set(ticks.shown.filter { form[FormName.tick($0)] != nil })
      self.ticks = ticks
    }
    isConfirmed = form[FormName.confirmed] != nil
    group = form[FormName.group].flatMap { Int($0) }
    for (name, count) in [(FormName.stepDown, Int64(-1)), (FormName.stepUp, 1)] {
      if let setting = form[name], Int(setting) == nil { step = (setting, count) }
    }
    intent = Self.intent(of: form)
  }

  private static func intent(of form: SubmittedForm) -> FormIntent {
    if let text = form[FormName.intent] { return FormIntent(text) ?? .save }
    if let id = form[FormName.unlink].flatMap({ RecordID($0) }) { return .unlink(id) }
    // The button for more rows sends its own name in place of an intent.
    if form[FormName.moreRows].flatMap({ Int($0) }) != nil {
      return form[FormName.choosing].map(FormIntent.choose) ?? .find
    }
    return .save
  }

  /// The hidden fields with which a form sends this message again.
  package var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    func add(_ name: String, _ text: String?) { if let text { fields.append((name, text)) } }
    func addUnlessEmpty(_ name: String, _ text: String?) { if let text, !text.isEmpty { fields.append((name, text)) } }
    add(FormName.version, version)
    add(FormName.base, base.map(Self.json))
    add(FormName.once, once)
    add(FormName.timeZone, timeZone)
    add(FormName.lineVersions, lineVersions)
    add(FormName.itemSearch, itemSearch)
    addUnlessEmpty(FormName.listSearch, listSearch)
    addUnlessEmpty(FormName.listNarrowing, listNarrowing)
    addUnlessEmpty(FormName.listShape, listShape)
    addUnlessEmpty(FormName.trail, trail)
    addUnlessEmpty(FormName.screen, screen)
    add(FormName.choosing, choosing)
    add(FormName.chosenBefore, chosenBefore)
    if let ticks {
      add(FormName.added, Self.text(ticks.added.sorted()))
      add(FormName.removed, Self.text(ticks.removed.sorted()))
      add(FormName.shown, Self.text(ticks.shown))
      add(FormName.chosen, Self.text(ticks.chosen))
    }
    add(FormName.sheetRows, sheetRows.map(String.init))
    if isConfirmed { fields.append(FormName.confirmation) }
    add(FormName.group, group.map(String.init))
    return fields
  }

  private static func text(_ ids: [RecordID]) -> String { ids.map(String.init).joined(separator: ",") }

  private static func ids(_ text: String?) -> [RecordID] {
    (text ?? "").split(separator: ",").compactMap { RecordID($0) }
  }

  private static func json(_ texts: [String: String]) -> String {
    var json = JSONWriter()
    json.beginObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
      json.key(name)
      json.string(text)
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func texts(_ json: String) -> [String: String]? {
    guard case .object(let object)? = try? JSONParser.parse(json) else { return nil }
    return object.reduce(into: [:]) { texts, member in
      if case .string(let text) = member.1 { texts[member.0] = text }
    }
  }
}

extension SubmittedForm {
  /// The form with the choice that it had before a sheet was opened, for a cancelled sheet.
  package var settled: SubmittedForm {
    let message = FormMessage(self)
    guard message.intent == .cancel, let name = message.choosing else { return self }
    var copy = self
    copy[name] = message.chosenBefore ?? ""
    return copy
  }

  /// The form that lies below a sheet which carries it; see ``FormMessage/carried(_:)``.
  package var carried: SubmittedForm { below(FormName.carried) }
}

extension FormMessage {
  /// The ids of the records whose boxes a form sent.
  package static func ticked(_ form: SubmittedForm) -> [RecordID] {
    form.names.compactMap { $0.hasPrefix("tick-") ? RecordID($0.dropFirst(5)) : nil }.filter { $0 > 0 }.sorted()
  }

  /// The fields of a form as a sheet above it sends them along.
  package static func carried(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
    fields.map { (FormName.carried + $0.name, $0.value) }
  }
}
