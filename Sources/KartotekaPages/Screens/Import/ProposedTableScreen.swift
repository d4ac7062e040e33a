import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

/// The kind of record that is proposed for a file or sheet, with its columns: `/apps/new/files/…/1`.
struct ProposedTableScreen: Sendable {

  private let proposals: ProposalScreen
  let proposal: AppProposal
  let index: Int

  /// - Throws: ``ScreenFault/noSuchPage``.
  init(_ proposals: ProposalScreen, _ id: String, _ number: String) async throws {
    let (proposal, work) = try await proposals.proposal(id)
    guard let index = proposal.tables.index(numbered: number), work == nil else {
      throw ScreenFault.noSuchPage
    }
    if case .made = proposal.state { throw ScreenFault.noSuchPage }
    (self.proposals, self.proposal, self.index) = (proposals, proposal, index)
  }

  private var path: URLPath { proposals.path(of: proposal) }

  /// The page.
  func page(
    _ request: ScreenRequest, fault: ShapeFault? = nil, status: HTTPResponse.Status = .ok
  ) -> ScreenDocument {
    page(proposal.tables[index], request, fault: fault, status: status)
  }

  // - Parameter encoding: the encoding that is chosen in the form, if it is another one.
  private func page(
    _ table: ProposedTable, _ request: ScreenRequest, fault: ShapeFault?, encoding: TextEncoding? = nil,
    status: HTTPResponse.Status
  ) -> ScreenDocument {
    let say = request.say
    let nouns = [
      FileForm.Text("one", say("One is called"), table.nouns.one),
      FileForm.Text("many", say("Several are called"), table.nouns.many),
    ]
    let fields = table.columns.indices.filter { table.columns[$0].meaning == .field }
    func columns(_ isOffered: (ProposedColumn) -> Bool) -> [(value: String, title: String)] {
      [("", say("Nothing"))]
        + fields.filter { isOffered(table.columns[$0]) }.map { (String($0 + 1), name(of: table.columns[$0])) }
    }
    let titles = fields.filter { table.columns[$0].field.isTitle }
    let key = fields.first { table.columns[$0].field.isUnique }
    var choices = [
      FileForm.Choice(
        "first", say("First line in lists"), chosen: Self.value(ofTitle: titles),
        columns { !$0.field.isBytes } + pair(titles, table)),
      FileForm.Choice(
        "key", say("No two have the same"), chosen: key.map { String($0 + 1) } ?? "",
        columns { $0.kind?.canBeUnique ?? false }),
    ]
    choices += questions(table, say)
    var form = FileForm(
      action: path.appending(Int64(index + 1)), load: ("include", !table.isLeftOut), meaningName: "kind-")
    form.hidden = [("version", String(proposal.version))]
    (form.texts, form.choices, form.meanings, form.look) = (nouns, choices, meanings(say), "look")
    form.columns = table.columns.enumerated().map { self.column($1, $0 + 1, say) }
    form.faults = fault.map { [$0.field: say($0.phrase)] } ?? [:]
    form.firstRows = FirstRows(of: table, say)
    form.reading = reading(table, say, encoding)
    return proposals.page(
      ImportColumn(
        title: table.name,
        lead: (table.facts(say, encoding: self.encoding) + [say("Nothing is made yet.")]).joined(separator: " · "),
        back: (say("Proposed application"), path), content: [form]), status: status)
  }

  private func column(_ column: ProposedColumn, _ number: Int, _ say: Localizer) -> FileForm.Column {
    var shown = FileForm.Column(
      number: number, heading: column.heading, samples: column.samples, meaning: value(of: column))
    shown.label = say(column.label)
    shown.notes = [column.change, column.misfits?.phrase(of: column.label)].compactMap { $0.map { say($0) } }
    shown.facts = column.remarks.map { say($0) }
    if column.meaning == .field, column.field.kind == .decimal, column.field.form == nil {
      let scales = Set(0...6).union([column.field.scale]).sorted()
      shown.choices = [
        FileForm.Choice(
          "scale-\(number)", say("Decimal places"), chosen: String(column.field.scale),
          scales.map { (String($0), String($0)) })
      ]
    }
    return shown
  }

  // The encoding in which the file is read; nil for a file that is no text.
  private var encoding: TextEncoding? {
    let file = proposal.files[proposal.sources[index].file - 1]
    return file.encoding ?? file.found
  }

  // The choices of the file's reading: the place of its table, and the encoding.
  private func reading(
    _ table: ProposedTable, _ say: Localizer, _ chosen: TextEncoding?
  ) -> [FileForm.Choice] {
    guard let header = table.header else { return [] }
    var choices = [
      FileForm.Choice("header", say("Row with the headings"), chosen: String(header), headers(table, say)),
      FileForm.Choice(
        "rows", say("Rows that look like notes or totals"), chosen: table.keepsAllRows == true ? "all" : "records",
        [("records", say("Left out")), ("all", say("Become records"))]),
    ]
    if let encoding = chosen ?? encoding {
      choices.append(FileForm.Choice(encoding, say))
    }
    return choices
  }

  // The ambiguities of the values, with both readings of one of them.
  private func questions(_ table: ProposedTable, _ say: Localizer) -> [FileForm.Choice] {
    func choice(
      _ name: String, _ subject: NotationQuestion.Subject, chosen: String?, _ values: (first: String, second: String)
    ) -> FileForm.Choice? {
      guard let question = table.question(about: subject) else { return nil }
      return FileForm.Choice(
        name, say("What {text} means", ["text": .text(question.example)]), chosen: chosen ?? "",
        [
          ("", say("Choose")), (values.first, question.readings.first), (values.second, question.readings.second),
        ])
    }
    let numbers = choice(
      "decimal", .decimalMark, chosen: table.notation?.decimalMark?.rawValue,
      (ValueNotation.DecimalMark.point.rawValue, ValueNotation.DecimalMark.comma.rawValue))
    let days = choice(
      "dates", .dateOrder, chosen: table.notation?.dateOrder?.rawValue,
      (ValueNotation.DateOrder.dayMonthYear.rawValue, ValueNotation.DateOrder.monthDayYear.rawValue))
    return [numbers, days].compactMap(\.self)
  }

  // First and last name are the title together.
  private func pair(_ titles: [Int], _ table: ProposedTable) -> [(value: String, title: String)] {
    guard titles.count > 1 else { return [] }
    return [(Self.value(ofTitle: titles), titles.map { name(of: table.columns[$0]) }.joined(separator: " + "))]
  }

  private static func value(ofTitle titles: [Int]) -> String { titles.map { String($0 + 1) }.joined(separator: "-") }

  func name(of column: ProposedColumn) -> String { column.label.isEmpty ? column.heading : column.label }

  private func headers(_ table: ProposedTable, _ say: Localizer) -> [(value: String, title: String)] {
    var options = [("0", say("None: the columns are numbered"))]
    for row in table.firstRows {
      options.append((String(row.number), "\(row.number): " + row.text))
    }
    return options
  }

  // MARK: Correcting

  /// Stores the corrections. If the file is to be read in another way, its columns are guessed anew, and corrected alike.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var changed = proposal
    if let refusal = try await proposals.refusal(of: &changed, form, request) { return refusal }
    changed.version += 1
    let encoding = form["encoding"].flatMap(TextEncoding.init(rawValue:)).flatMap { $0 == self.encoding ? nil : $0 }
    let samples = try await proposals.files.samples(of: changed)
    changed.tables[index].isLeftOut = form["include"] == nil
    changed.tables[index].nouns = Nouns((form["one"] ?? "").trimmingSpaces(), (form["many"] ?? "").trimmingSpaces())
    let here = path.appending(Int64(index + 1))
    let before = proposal.tables[index]
    let keepsAll = form["rows"].map { $0 == "all" } ?? before.keepsAllRows ?? false
    let header = before.header.map { form["header"].flatMap { Int($0) } ?? $0 }
    let notation = notation(form, before.notation)
    let values = samples[index].values(of: before)
    for place in changed.tables[index].columns.indices where values.indices.contains(place) {
      correct(&changed.tables[index].columns[place], place + 1, values[place], form, request.say)
    }
    var sent = changed.tables[index]
    (sent.header, sent.keepsAllRows, sent.notation) = (header, keepsAll ? true : nil, notation)
    if let fault = misplacedLongitude(in: sent.columns) {
      return page(sent, request, fault: fault, encoding: encoding, status: .unprocessableContent)
    }
    let isOther = header != before.header || keepsAll != before.keepsAllRows ?? false || notation != before.notation
    if encoding != nil || isOther {
      do {
        try await read(&changed, samples, as: encoding, sent)
      } catch let error where error is ReadingError || error is ImportError {
        return page(sent, request, fault: unreadable(encoding, error), status: .unprocessableContent)
      }
      try await proposals.files.folder.save(changed)
      return .seeOther(here)
    }
    changed.tables[index].separatePositions(values)
    changed.tables[index].look(at: values)
    let table = changed.tables[index]
    if !table.isLeftOut, let found = changed.tables.fault, found.table == index {
      return page(table, request, fault: found.fault, status: .unprocessableContent)
    }
    try await proposals.files.folder.save(changed)
    return .seeOther(form["look"] == nil ? path : here)
  }

  // Guesses the columns of the table anew, and of all tables of its file if that has another encoding. A person's choices stay.
  // - Parameter sent: the table with the chosen row of headings, notes and notation.
  private func read(
    _ changed: inout AppProposal, _ samples: [TableSample], as encoding: TextEncoding?, _ sent: ProposedTable
  ) async throws {
    let file = changed.sources[index].file
    var renewed = samples
    if let encoding {
      changed.files[file - 1].encoding = encoding
      renewed = try await proposals.files.samples(of: changed)
    }
    for place in changed.tables.indices
    where place == index || encoding != nil && changed.sources[place].file == file {
      let before = proposal.tables[place]
      let wanted = place == index ? sent : before
      let guess = EntityGuess(
        samples, changing: proposal.tables, at: place, header: before.header,
        keepsAll: before.keepsAllRows ?? false, in: before.notation)
      var table = EntityGuess(
        renewed, changing: changed.tables, at: place, header: wanted.header,
        keepsAll: wanted.keepsAllRows ?? false, in: wanted.notation
      ).tables[place]
      table.takeChoices(of: wanted, over: guess.tables[place], renewed[place].values(of: table))
      changed.tables[place] = table
    }
  }

  private func unreadable(_ encoding: TextEncoding?, _ error: any Error) -> ShapeFault {
    ShapeFault(
      "",
      Phrase.unreadable(
        proposal.files[proposal.sources[index].file - 1].name, as: encoding, still: self.encoding,
        Phrase(of: error, in: ModelDescription(entities: []))))
  }

  private func notation(_ form: SubmittedForm, _ before: ValueNotation?) -> ValueNotation? {
    var notation = before ?? .undecided
    if let mark = form["decimal"] { notation.decimalMark = ValueNotation.DecimalMark(rawValue: mark) }
    if let order = form["dates"] { notation.dateOrder = ValueNotation.DateOrder(rawValue: order) }
    return notation == .undecided ? nil : notation
  }

  private func correct(
    _ column: inout ProposedColumn, _ number: Int, _ values: [String], _ form: SubmittedForm, _ say: Localizer
  ) {
    if let label = form["label-\(number)"] { column.label = say.key(of: label.trimmingSpaces(), column.label) }
    column.field.isTitle = (form["first"] ?? "").split(separator: "-").contains(Substring(String(number)))
    let isKey = form["key"] == String(number)
    if isKey != column.field.isUnique { column.isChosen = true }
    column.field.isUnique = isKey
    guard let text = form["kind-\(number)"], let meaning = meaning(text) else { return }
    column.meaning = meaning
    let known = column.field.scale
    if let kind = FieldShape.Kind(rawValue: text), kind != column.kind { column.choose(kind, values) }
    // In the same press a number of decimal places may be chosen for the kind.
    if let scale = form["scale-\(number)"].flatMap({ Int($0) }), column.field.kind == .decimal, scale != known,
      (0...FetchExpression.mostDigits).contains(scale)
    {
      column.field.scale = scale
      column.isChosen = true
    }
  }
}
