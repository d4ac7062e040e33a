import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaTransfer

/// One file before its import: its interpretation and corrections.
struct FilePlanScreen: Sendable {
  /// The maximum number of displayed columns.
  private static let columnsLimit = 40

  let screens: ImportScreens
  private(set) var pending: PendingImport
  let number: Int
  /// The design to which fields are added; nil for an application in code.
  let shape: ShapeScreens?

  /// - Throws: ``ScreenFault`` if there is no such file, or it is being imported.
  init(_ screens: ImportScreens, _ id: String, _ number: String, _ site: SiteReference?) async throws {
    self.screens = screens
    shape = screens.screens.app.app.design == nil ? nil : site.flatMap { ShapeScreens(screens.screens, $0) }
    let (pending, work) = try await screens.current(id)
    guard let number = pending.files.index(numbered: number).map({ $0 + 1 }), work == nil else {
      throw ScreenFault.noSuchPage
    }
    switch pending.state {
    case .done, .reading: throw ScreenFault.noSuchPage
    default: break
    }
    (self.pending, self.number) = (pending, number)
  }

  var path: URLPath { screens.path(of: pending) }
  /// The address of this file.
  var filePath: URLPath { path.appending(Int64(number)) }

  private var understood: UnderstoodFile {
    screens.understanding.file(number, of: pending)
  }

  // The encoding in which the file is read; nil if that is not known.
  private func encoding(_ plan: FilePlan?) -> TextEncoding? { plan?.encoding ?? pending.files[number - 1].encoding }

  /// The page.
  /// - Parameters:
  ///   - form: a person's choices that are not stored.
  ///   - notice: the message about them.
  func page(
    _ request: ScreenRequest, keeping form: SubmittedForm? = nil, notice: Phrase? = nil,
    status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    let understood = understood
    let entities = screens.model.entities.filter { !$0.isDerived }
    let entity = form?["entity"] ?? understood.plan?.entity.plural ?? ""
    let isLeftOut = form.map { $0["load"] == nil } ?? understood.file.isLeftOut
    var content = FileForm(action: filePath, load: ("load", !isLeftOut), meaningName: "column-")
    content.faults = (notice ?? understood.fault).map { ["": say($0)] } ?? [:]
    content.choices = [
      FileForm.Choice(
        "entity", say("What it holds"), chosen: entity,
        (entity.isEmpty ? [("", say("Choose"))] : [])
          + entities.map { ($0.plural, screens.screens.kind(of: $0, say)) })
    ]
    if let plan = understood.plan {
      content.meanings = targets(of: plan.entity, say)
      let rows = plan.firstRows(3)
      content.columns = plan.columns.filter { !$0.isRemark }.prefix(Self.columnsLimit).map { column in
        var shown = FileForm.Column(
          number: column.number, heading: column.header,
          samples: rows.map { String($0[column.number - 1].prefix(60)) }.filter { !$0.isEmpty },
          meaning: form?["column-\(column.number)"] ?? key(of: column.target, plan.entity))
        shown.choices = choices(column, say).map { $0.chosen(in: form) }
        shown.notes = notes(column, plan, say)
        return shown
      }
      content.more = max(0, plan.columns.count - Self.columnsLimit)
    }
    if let encoding = encoding(understood.plan), screens.understanding.hasOriginal(number, of: pending) {
      content.choices.append(FileForm.Choice(encoding, say))
    }
    if let plan = understood.plan { content.choices += keyChoices(plan, understood.file.keys ?? [], say) }
    let remarks = (understood.file.notes ?? []).map { say($0) }
    let details = understood.plan.map { [say.form(of: $0), say.size(understood.file.bytes)] + remarks }
    return try await screens.page(
      ImportColumn(
        title: understood.file.name, lead: (details ?? [say.size(understood.file.bytes)]).joined(separator: " · "),
        back: (say("Files"), path), content: [content]), request, status: status)
  }

  /// Stores the form's choices and returns to all files, or to this one after a change of the entity or the encoding.
  /// - Parameter makesFields: whether the form is at the address that may make new fields; elsewhere such a form is led there.
  func answer(
    _ form: SubmittedForm, _ request: ScreenRequest, makesFields: Bool = false
  ) async throws -> ScreenDocument {
    if shape != nil, !newFields(form).isEmpty, !makesFields { return .sameForm(at: filePath.appending("fields")) }
    var changed = pending
    let plan = understood.plan
    let entity = form["entity"].flatMap { $0.isEmpty ? nil : $0 }
    let isOther = entity != plan?.entity.plural
    changed.files[number - 1].isLeftOut = form["load"] == nil
    if let plan { takeChoices(form, plan, &changed.files[number - 1]) }
    changed.files[number - 1].keys = isOther ? nil : keys(of: form, plan)
    if isOther {
      changed.files[number - 1].entity = entity
      let other = entity.flatMap { name in screens.model.entities.first { $0.plural == name } }
      changed.files[number - 1].keepColumns(of: plan?.entity, in: other)
    }
    // The encoding is first: fields are called and guessed by what is read.
    if let encoding = form["encoding"].flatMap(TextEncoding.init(rawValue:)), encoding != self.encoding(plan) {
      return try await read(changed, as: encoding, isOther ? nil : plan, form, request)
    }
    if makesFields, let plan, !isOther, let made = try await addFields(to: changed, plan, form) { return made }
    if isOther { return try await read(changed, asOthers: form, request) }
    let (file, before) = (changed.files[number - 1], pending.files[number - 1])
    if file.entity != before.entity || file.columns != before.columns {
      changed.files[number - 1].understood = nil
      changed = await screens.understanding.understanding(changed)
    }
    try await screens.folder.save(changed)
    return .seeOther(path)
  }

  private func takeChoices(_ form: SubmittedForm, _ plan: FilePlan, _ file: inout PendingImport.File) {
    for column in plan.columns {
      if let key = form["column-\(column.number)"], let meaning = meaning(key, plan.entity),
        ColumnMatch.Target(meaning) != column.target
      {
        file.entity = plan.entity.plural
        file.columns[column.number] = meaning
      }
      if let notation = notation(of: column, form) {
        file.notations = (file.notations ?? [:]).merging([column.number: notation]) { _, new in new }
      }
    }
  }

  // Reads the file as another kind of records. New fields are made when their columns have been seen with those of that kind.
  private func read(
    _ choices: PendingImport, asOthers form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var renewed = choices
    renewed.files[number - 1].understood = nil
    renewed = await screens.understanding.understanding(renewed)
    try await screens.folder.save(renewed)
    let newFields = self.newFields(form)
    guard shape != nil, !newFields.isEmpty else { return .seeOther(filePath) }
    return try await page(
      renewed, newFields, form, request, notice: "If the fields are right, press Done again to make the new ones.")
  }

  // The choices of columns that become new fields.
  private func newFields(_ form: SubmittedForm) -> [String: String] {
    form.texts.filter { $0.key.hasPrefix("column-") && $0.value == Self.newField }
  }

  // The page of the file as it is read now, with what was chosen for columns that become new fields.
  private func page(
    _ renewed: PendingImport, _ newFields: [String: String], _ form: SubmittedForm, _ request: ScreenRequest,
    notice: Phrase
  ) async throws -> ScreenDocument {
    var screen = self
    screen.pending = renewed
    let kept = newFields.merging(form.texts.filter { $0.key == "load" }) { one, _ in one }
    return try await screen.page(request, keeping: SubmittedForm(kept), notice: notice)
  }

  // Reads the file in another encoding and stores the choices, or says why it can't be read. New fields are made when their
  // columns have been seen as they are read now.
  private func read(
    _ choices: PendingImport, as encoding: TextEncoding, _ plan: FilePlan?, _ form: SubmittedForm,
    _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var renewed = choices
    renewed.files[number - 1].encoding = encoding
    renewed.files[number - 1].understood = nil
    renewed = await screens.understanding.understanding(renewed)
    let file = renewed.files[number - 1]
    guard file.understood != nil else {
      let reason = file.refusal ?? "This is a mistake of the program; nothing was changed. The log says more."
      let notice = Phrase.unreadable(file.name, as: encoding, still: self.encoding(plan), reason)
      return try await page(request, keeping: form, notice: notice, status: .unprocessableContent)
    }
    try await screens.folder.save(renewed)
    let newFields = self.newFields(form)
    guard shape != nil, plan != nil, !newFields.isEmpty else { return .seeOther(filePath) }
    return try await page(
      renewed, newFields, form, request,
      notice: Phrase(
        "{file} is read as {encoding} now. If the letters are right, press Done again to make the new fields.",
        ["file": .text(file.name), "encoding": .text(encoding.rawValue)]))
  }

  // MARK: Notation

  /// The notations that a person can choose or has chosen.
  private func choices(_ column: ColumnMatch, _ say: Localizer) -> [FileForm.Choice] {
    var choices: [FileForm.Choice] = []
    let chosen = column.notation.chosen
    if let open = column.notation.subject {
      let label = say("What {text} means", ["text": .text(open.example)])
      switch open.subject {
      case .decimalMark:
        choices.append(
          FileForm.Choice(
            "decimal-\(column.number)", label, chosen: chosen?.decimalMark?.rawValue ?? "",
            [
              ("", say("Choose")), (ValueNotation.DecimalMark.point.rawValue, open.readings.first),
              (ValueNotation.DecimalMark.comma.rawValue, open.readings.second),
            ]))
      case .dateOrder:
        choices.append(
          FileForm.Choice(
            "dates-\(column.number)", label, chosen: chosen?.dateOrder?.rawValue ?? "",
            [
              ("", say("Choose")), (ValueNotation.DateOrder.dayMonthYear.rawValue, open.readings.first),
              (ValueNotation.DateOrder.monthDayYear.rawValue, open.readings.second),
            ]))
      }
    }
    let words = column.notation.unknownWords
    if (1...2).contains(words.count) {
      choices.append(
        FileForm.Choice(
          "yes-\(column.number)", say("Which word means yes"), chosen: chosen?.truth.first { $0.value }?.key ?? "",
          [("", say("Choose"))] + words.map { ($0, $0) }))
    }
    return choices
  }

  private func notation(of column: ColumnMatch, _ form: SubmittedForm) -> ValueNotation? {
    var notation = column.notation.chosen ?? .undecided
    if let mark = form["decimal-\(column.number)"] { notation.decimalMark = ValueNotation.DecimalMark(rawValue: mark) }
    if let order = form["dates-\(column.number)"] { notation.dateOrder = ValueNotation.DateOrder(rawValue: order) }
    if let yes = form["yes-\(column.number)"] {
      let words = column.notation.unknownWords
      notation.truth = words.contains(yes) ? Dictionary(uniqueKeysWithValues: words.map { ($0, $0 == yes) }) : [:]
    }
    return notation == column.notation.chosen ?? .undecided ? nil : notation
  }

  /// The readings of the first values if they differ from the file, and ignored parts.
  private func notes(_ column: ColumnMatch, _ plan: FilePlan, _ say: Localizer) -> [String] {
    var notes: [String] = []
    let read = plan.firstReadings(of: column, in: say)
    if !read.isEmpty { notes.append(say("Read as {values}", ["values": .text(read.joined(separator: " · "))])) }
    if let zone = column.notation.valid.timeZone, case .column(let name) = column.target,
      plan.entity.attribute(name)?.kind == .timestamp
    {
      notes.append(say("Times without an offset are of the time zone {zone}", ["zone": .text(zone.identifier)]))
    }
    if column.notation.hasTimes { notes.append(say("Times of day are left out")) }
    return notes
  }
}

extension FileForm.Choice {
  /// The encoding in which a file is read.
  init(_ encoding: TextEncoding, _ say: Localizer) {
    self.init(
      "encoding", say("Encoding of the letters"), chosen: encoding.rawValue,
      TextEncoding.allCases.map { ($0.rawValue, $0.rawValue) })
  }

  /// The choice as it was sent in a form.
  fileprivate func chosen(in form: SubmittedForm?) -> Self {
    var choice = self
    if let sent = form?[name] { choice.chosen = sent }
    return choice
  }
}

extension Localizer {
  /// A capitalized noun: "Orders".
  func capitalized(_ noun: String) -> String {
    let noun = self(noun)
    return noun.prefix(1).uppercased() + noun.dropFirst()
  }

  /// The format of a file: "semicolon, UTF-16LE", "JSON".
  func form(of plan: FilePlan) -> String {
    let form = plan.dialect.map { self($0.delimiter.words) } ?? "JSON"
    return form + ", " + plan.encoding.rawValue
  }

  /// The size of a file: "48 KB".
  func size(_ bytes: Int) -> String {
    bytes < 1_000
      ? self("{count} bytes", ["count": .count(bytes)])
      : bytes < 1_000_000
        ? language.grouped((bytes + 500) / 1_000) + "\u{a0}KB"
        : language.grouped((bytes + 500_000) / 1_000_000) + "\u{a0}MB"
  }
}
