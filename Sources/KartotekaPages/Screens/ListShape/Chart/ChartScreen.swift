import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// The sheet with which a chart is put together: figure, fields and form: `/northwind/orders/chart`; and its files.
struct ChartScreen: Sendable {
  let shaping: ListShaping

  /// The sheet in a request.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    guard let chart = known(request) ?? ListChart(of: shaping.entity) else { throw ScreenFault.noSuchPage }
    return try await page(request, chart, nil)
  }

  // The chart of the request; nil for a list that is none.
  private func known(_ request: ScreenRequest) -> ListChart? {
    request.shape.known(to: shaping.entity, in: shaping.model).layout.chart
  }

  private func page(_ request: ScreenRequest, _ chart: ListChart, _ fault: ListFault?) async throws -> ScreenDocument {
    let (say, fields) = (request.say, shaping.fields(request.say))
    let groups = groups(fields, [chart.group, chart.second].compactMap(\.self))
    var sheet = ShapeParts(
      title: say("Chart"), cancel: (say("View"), shaping.view(request)), done: .submit(name: "do", value: "done"))
    sheet.fault = (fault?.phrase).map { say($0) }
    sheet.form = (
      shaping.path("chart"), request.listMessage.fields,
      [
        .fields(
          title: nil,
          [
            .choice(
              name: "figure", label: say("What is shown"), options: figures(fields, chart.figure),
              chosen: chart.figure?.text ?? ""),
            .choice(name: "by", label: say("For each"), options: groups, chosen: chart.group.text),
            .choice(
              name: "and", label: say("Divided by"), options: [(value: "", name: "–")] + groups,
              chosen: chart.second?.text ?? ""),
            .choice(
              name: "form", label: say("Show as"),
              options: ListChart.Form.allCases.map { ($0.rawValue, say($0.words)) },
              chosen: chart.form.rawValue),
            .choice(
              name: "order", label: say("Order"),
              options: [(value: "", name: say("By the field")), (value: "greatest", name: say("Greatest first"))],
              chosen: chart.isByFigure ? "greatest" : ""),
          ])
      ]
    )
    return try await shaping.page(request, sheet, fault != nil)
  }

  private func figures(_ fields: ShapeFields, _ chosen: ListFigure?) -> [(value: String, name: String)] {
    let numbers = fields.sortable().filter { $0.path != "id" && $0.subject.functions.contains(.sum) }
    var figures = numbers.flatMap { field in ListChart.functions.map { ListFigure($0, of: field.path) } }
    if let chosen, !figures.contains(chosen) { figures.append(chosen) }
    return [(value: "", name: fields.say("Number of records"))] + figures.map { ($0.text, fields.words($0)) }
  }

  // Fields of the records, and of related ones those that divide them into a few groups.
  private func groups(_ fields: ShapeFields, _ chosen: [ListGroup]) -> [(value: String, name: String)] {
    let own = fields.sortable().filter { $0.path != "id" && !$0.subject.isLongText }
    let related = own.filter { $0.subject.relationship != nil }.flatMap { field in
      fields.sortable(below: field.path).filter(\.subject.hasFewValues)
    }
    var groups = (own + related).flatMap { field in
      field.subject.isOfDays ? DayUnit.allCases.map { ListGroup(field.path, by: $0) } : [ListGroup(field.path)]
    }
    for group in chosen where !groups.contains(group) { groups.append(group) }
    return groups.map { ($0.text, fields.words($0)) }
  }

  /// Handles the form of the sheet. It changes nothing but the address.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let request = request.coming(from: form)
    guard let by = form["by"], !by.isEmpty else { throw ScreenFault.noSuchPage }
    let chart = ListChart(
      by: ListGroup(text: by), and: form["and"].flatMap { $0.isEmpty ? nil : ListGroup(text: $0) },
      figure: form["figure"].flatMap { ListFigure(text: $0) },
      form: form["form"].flatMap { ListChart.Form(rawValue: $0) } ?? .bars,
      isByFigure: form["order"] == "greatest")
    do throws(ListFault) { try chart.check(of: shaping.entity, in: shaping.model) } catch {
      return try await page(request, chart, error)
    }
    return .seeOther(shaping.list(request.shaped { $0.layout = .chart(chart) }))
  }

  // MARK: Files

  /// The chart as a picture.
  /// - Throws: ``ScreenFault/noSuchPage`` for a list that is none.
  func picture(_ request: ScreenRequest) async throws -> ScreenDocument {
    guard let chart = known(request) else { throw ScreenFault.noSuchPage }
    let view = try await view(chart, request)
    return .file(
      [
        .contentType: "image/svg+xml", .cacheControl: "no-store",
        .contentDisposition: Attachment.disposition(shaping.entity.plural + ".svg"),
      ],
      ResponseBody(byteBuffer: ByteBuffer(string: ChartPicture(view.panel()).file)))
  }

  /// The numbers of the chart; nil for a list that is none, and for formats without tables.
  func file(_ format: ViewFormat, _ request: ScreenRequest) async throws -> ScreenDocument? {
    guard let chart = known(request), NumbersFile.has(format) else { return nil }
    let table = try await view(chart, request).file()
    let sink = BufferSink()
    try table.write(as: format, to: sink)
    return .file(
      [
        .contentType: format.mediaType, .cacheControl: "no-store",
        .contentDisposition: Attachment.disposition(shaping.entity.plural + "." + format.rawValue),
      ],
      ResponseBody(byteBuffer: sink.take()))
  }

  private func view(_ chart: ListChart, _ request: ScreenRequest) async throws -> ListChartView {
    var request = try await shaping.conditioned(request)
    var fetch = try await shaping.requireFetch(request)
    if !request.search.isEmpty {
      // A slip in the search is corrected, as the list does.
      let page = try await shaping.screen.fetch(request, shaping.narrowing(request), limit: 1)
      request.search = page.correctedSearch ?? request.search
      fetch.search = page.correctedSearch ?? fetch.search
    }
    return try await ListChartView(chart, of: shaping, request, fetch)
  }
}

extension FilterSubject {
  // Text of several lines is no name of a group.
  fileprivate var isLongText: Bool {
    switch self {
    case .attribute(let attribute), .computed(let attribute): attribute.multiline
    case .id, .state, .toOne, .many: false
    }
  }

  // Whether values divide records into a few groups.
  fileprivate var hasFewValues: Bool {
    switch self {
    case .state, .toOne: true
    case .attribute(let attribute): [.choice, .boolean, .country].contains(attribute.kind)
    case .id, .computed, .many: false
    }
  }
}
