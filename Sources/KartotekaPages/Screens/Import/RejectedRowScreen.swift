import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

/// The page of one rejected row.
struct RejectedRowScreen: Sendable {
  let screens: ImportScreens
  let row: ReviewedRow

  /// - Throws: ``ScreenFault`` if there is no such row.
  init(_ screens: ImportScreens, _ id: String) async throws {
    guard let id = Int64(id),
      let row = try await screens.resolver.rows(ReviewRequest(ids: [id], limit: 1)).rows.first
    else { throw ScreenFault.noSuchPage }
    self.screens = screens
    self.row = row
  }

  /// The page.
  func page(_ request: ScreenRequest, status: HTTPResponse.Status = .ok) async throws -> ScreenDocument {
    let say = request.say
    let headings = Set(row.fields.map(\.heading))
    let others = row.faults.filter { $0.column.map { !headings.contains($0) } ?? true }
    let form = RejectedRowForm(
      action: screens.path.appending("rows").appending(row.id),
      notice: others.isEmpty ? nil : others.map { say($0.phrase) }.joined(separator: "; "),
      fields: row.fields.enumerated().map { place, field in
        RejectedRowForm.Field(
          name: ImportResultScreen.name(of: row, place), heading: heading(field, say), label: row.label(of: field, say),
          text: field.text, faults: row.faults(of: field.heading).map { say($0.reason) })
      })
    let place = say(
      "{file}, line {line}", ["file": .text(row.file), "line": .text(say.language.grouped(row.line))])
    return try await screens.page(
      ImportColumn(
        title: [row.whose, place].filter { !$0.isEmpty }.joined(separator: " · "),
        lead: say("This row is not loaded yet: {noun}", ["noun": .phrase(Phrase(row.entity.nouns.one))]),
        back: (say("Rejected rows"), screens.path(ofImport: row.importID)), content: [form]), request, status: status)
  }

  private func heading(_ field: ReviewedRow.Field, _ say: Localizer) -> String {
    field.heading == "_record" ? say("The row as it stands in the file") : field.heading
  }

  /// Loads the corrected row, or discards it.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let back = screens.path(ofImport: row.importID)
    if FormMessage(form).intent == .discard {
      return .seeOther(back, changeSet: try await screens.resolver.discard([row.id]))
    }
    let report = try await screens.resolver.correct(
      [row.id: ImportResultScreen.changes(of: row, form)], .screen)
    if report.left.contains(row.id) {
      return try await RejectedRowScreen(screens, String(row.id)).page(request, status: .unprocessableContent)
    }
    return .seeOther(back, changeSet: report.changeSet)
  }
}

extension ReviewedRow {
  /// The texts by which a person knows the record: those of its title, else the first ones that are right.
  var whose: String {
    let titles = entity.titleNames
    let named = titles.compactMap { name in
      fields.first { $0.target == .column(name) && !$0.text.isEmpty }?.text
    }
    let others = fields.filter { field in
      field.heading != "_record" && !field.text.isEmpty && faults(of: field.heading).isEmpty
    }.map(\.text)
    let texts = named.isEmpty ? Array(others.prefix(2)) : named
    return texts.map { String($0.prefix(60)) }.joined(separator: " ")
  }

  /// The label of a field's attribute or relationship; nil if there is none, or the file has it as heading.
  func label(of field: Field, _ say: Localizer) -> String? {
    guard case .column(let name) = field.target else { return nil }
    let label = entity.position(of: name).map { entity.columns[$0].label } ?? entity.relationship(name)?.label
    return label.map { say($0) }.flatMap { $0 == field.heading ? nil : $0 }
  }
}
