import KartotekaModel

// The fields in which a form sends a message.
extension FormMessage {
  /// Decodes the fields of a sent form. Values that make no sense count as not sent.
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

  /// The form without the one that lies below it.
  package var above: SubmittedForm { SubmittedForm(texts.filter { !$0.key.hasPrefix(FormName.carried) }) }
}

extension FormMessage {
  /// The ids of the records whose boxes a form sent.
  package static func ticked(_ form: SubmittedForm) -> [RecordID] { ids(in: form, after: "tick-") }

  /// The ids of the records that a form leaves out of all.
  package static func unticked(_ form: SubmittedForm) -> [RecordID] { ids(in: form, after: "untick-") }

  private static func ids(in form: SubmittedForm, after prefix: String) -> [RecordID] {
    form.names.compactMap { $0.hasPrefix(prefix) ? RecordID($0.dropFirst(prefix.count)) : nil }.filter { $0 > 0 }
      .sorted()
  }

  /// The fields of a form as a sheet above it sends them along.
  package static func carried(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
    fields.map { (FormName.carried + $0.name, $0.value) }
  }
}
