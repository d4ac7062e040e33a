import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

// References that led nowhere, and choosing what they mean.
extension ImportResultScreen {
  func addReferences(
    _ groups: [ReferenceGroup], to content: inout ImportResult, _ request: ScreenRequest
  ) async throws {
    let say = request.say
    guard !groups.isEmpty else { return }
    let proposals = try await screens.resolver.proposals(for: groups)
    let first = min(max(0, Int(request.query["references"] ?? "") ?? 0), groups.count)
    for group in groups.dropFirst(first).prefix(RowLimits.review) {
      content.references.append(try await reference(group, proposals[group.id], say))
    }
    let all = groups.reduce(0) { $0 + $1.records + $1.rows }
    content.referencesCount = say("{count} rows", ["count": .count(all)])
    let sure = groups.filter { proposals[$0.id].map { !$0.isGuess } ?? false }
    if !sure.isEmpty {
      let count = sure.reduce(0) { $0 + $1.records + $1.rows }
      content.connect = say("Connect {count} rows", ["count": .count(count)])
      let shown = Set(content.references.map(\.id))
      let hidden = sure.count { !shown.contains($0.id) }
      if hidden > 0 {
        content.connectNote = say(
          "Connects {count} values that are not shown here, too", ["count": .count(hidden)])
      }
    } else if content.references.contains(where: { $0.proposal != nil }) {
      content.connect = say("Connect")
    }
    if first + RowLimits.review < groups.count {
      content.moreReferences = path.with("references", String(first + RowLimits.review))
    }
    if first > 0 { content.earlierReferences = path.with("references", String(max(0, first - RowLimits.review))) }
  }

  private func reference(
    _ group: ReferenceGroup, _ proposal: Proposal?, _ say: Localizer
  ) async throws -> ImportResult.Reference {
    var reference = ImportResult.Reference(
      id: group.id, counted: say.counted(group.records + group.rows, group.entity.nouns),
      label: say(group.relationship.label), text: group.text,
      note: say("Nothing is called like that. Choose the record it means."),
      choose: path.appending("references").appending(group.id))
    if let awaited = group.awaited {
      reference.note = say("That record is among the rejected rows. Correct it, and these come along.")
      reference.awaited = screens.path.appending("rows").appending(awaited)
    } else if let proposal, let title = try await screens.title(of: proposal.record, group.target, say) {
      reference.note = say(proposal.evidence)
      reference.proposal = (proposal.record, title, proposal.isGuess)
    }
    return reference
  }

  /// Links the chosen records, and the proposed ones of references that the page did not show.
  func link(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let groups = try await screens.resolver.groups()
    var choices: [ReferenceGroup.ID: RecordID] = [:]
    for (id, proposal) in try await screens.resolver.proposals(for: groups) {
      if let chosen = form["reference-\(id)"] {
        choices[id] = RecordID(chosen)
      } else if !proposal.isGuess {
        choices[id] = proposal.record
      }
    }
    guard !choices.isEmpty else { return .seeOther(path) }
    return try await link(choices)
  }

  private func link(_ choices: [ReferenceGroup.ID: RecordID]) async throws -> ScreenDocument {
    let report = try await screens.resolver.link(choices, .screen)
    return .seeOther(path, changeSet: report.changeSet)
  }

  /// The sheet in which the record is chosen that a text means, or what it sent.
  func choose(_ group: String, _ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let group = try await screens.resolver.groups().first(where: { String($0.id) == group }) else {
      return .seeOther(path)
    }
    if let form, FormMessage(form).intent == .done {
      guard let record = form["record"].flatMap({ RecordID($0) }) else { return .seeOther(path) }
      return try await link([group.id: record])
    }
    return try await page(request, sheet: try await sheet(group, form, request).sheet(request.say))
  }

  private func sheet(
    _ group: ReferenceGroup, _ form: SubmittedForm?, _ request: ScreenRequest
  ) async throws -> ChoiceForm {
    let say = request.say
    let others = RelatedRecords(screens.screens, of: group.target)
    let message = form.map { FormMessage($0) } ?? FormMessage()
    let (search, limit) = (message.sheetSearch, TickedChoice.limit(message))
    let found = try await others.fetch(nil, search: search, limit: limit, say)
    let all = try await screens.store.count(AnyFetchRequest(group.target.name))
    let chosen = form?["record"].flatMap { RecordID($0) }
    var sheet = ChoiceForm(
      title: say("Use for {text}", ["text": .text(group.text)]), kind: .one(name: "record", none: nil),
      action: path.appending("references").appending(group.id), cancel: path, intents: (.done, .find),
      search: (search, say("Search {counted}", ["counted": .text(say.counted(all, group.target.nouns))])))
    sheet.groups = [
      .init(
        choices: found.records.map { record in
          .init(
            id: record.id ?? 0, title: record.title(in: say, related: found.included),
            detail: others.detail(of: record, say), isChosen: record.id == chosen)
        })
    ]
    if found.next != nil, limit < RowLimits.mostInSheet { sheet.more = limit * 2 }
    return sheet
  }
}
