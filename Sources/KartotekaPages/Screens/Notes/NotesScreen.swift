import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The notes of a record: the section of its page, and the addition of a note. A note that exists is a record with a page
/// of its own.
struct NotesScreen: Sendable {
  let list: ListScreen
  let relationship: RelationshipDescription
  /// The entity of the notes.
  let entity: EntityDescription

  /// The notes of a list's records; nil if they have none.
  init?(_ list: ListScreen) {
    let model = list.screens.description.model
    guard let relationship = list.entity.notes(in: model), let entity = model.entity(named: relationship.target) else {
      return nil
    }
    self.list = list
    self.relationship = relationship
    self.entity = entity
  }

  private var screens: AppScreens { list.screens }
  // The id of the section on the record's page.
  private var section: String { "s-" + relationship.name }

  private func path(of id: RecordID) -> URLPath { screens.path(of: list.entity).appending(id) }

  // MARK: The section

  /// The section of a stored record's page.
  /// - Parameter draft: the new note that was refused or is restored; nil for an empty form.
  func section(of record: AnyRecord, _ draft: RecordDraft?, _ request: ScreenRequest) async throws -> NotesSection {
    let (say, id) = (request.say, record.id ?? 0)
    let isWhole = request.query["more"] == relationship.name
    var fetch = AnyFetchRequest(entity.name)
    fetch.predicate = .isRelated(list.entity.name, relationship.name, id)
    fetch.sort = [FetchSort(NotesEntity.writtenAt, ascending: false)]
    fetch.limit = isWhole ? RowLimits.mostInSection : RowLimits.section
    let page = try await screens.store.fetch(fetch)
    let total = page.total ?? 0
    let trail = request.trail(from: record)
    let draft = draft ?? RecordDraft(new(of: id), say)
    var section = NotesSection(
      id: section, title: say(relationship.label), count: say.language.grouped(total),
      rows: page.records.map { row($0, trail, say) }, trail: trail,
      action: path(of: id).appending(relationship.name),
      fields: draft.fields(prefix: "w-", takesFiles: true, say).filter { Self.fields.contains($0.column.name) },
      hidden: request.originMessage.fields + draft.hiddenFiles)
    if page.next != nil {
      let here = RecordTrail(request.via).address(path(of: id)).with("search", unlessEmpty: request.search)
      section.all = (
        say("Show all {count}", ["count": .count(total)]),
        here.with("more", relationship.name).place(self.section)
      )
    }
    return section
  }

  // The fields of the form for a new note.
  private static let fields: Set<String> = [NotesEntity.text, NotesEntity.file]

  private func row(_ note: AnyRecord, _ trail: String, _ say: Localizer) -> NotesSection.Row {
    func text(_ name: String) -> String { if case .text(let text) = note[name] { text } else { "" } }
    let path = screens.path(of: entity).appending(note.id ?? 0)
    var row = NotesSection.Row(
      place: RecordOrigin.place(of: note.id ?? 0, entity), title: note.title(in: say), text: text(NotesEntity.text),
      moment: Timestamp.date(text(NotesEntity.writtenAt)).map { DateText.short($0, in: say) } ?? "",
      change: path.with("via", trail), delete: path.appending("delete"))
    row.author = note.noteAuthor.map { PersonMark($0) }
    row.isFixed = !screens.mayChange(note)
    if case .blob(let blob) = note[NotesEntity.file], let href = screens.bytes(NotesEntity.file, of: note) {
      let name = text(NotesEntity.fileName)
      row.file = .init(
        href: href, name: name.isEmpty ? say("File") : name, size: say.size(blob.count),
        isPicture: MediaSniffer.media(of: blob)?.isPicture == true && blob.count <= Self.largestShown)
      row.file?.preview = screens.preview(NotesEntity.file, of: note)
    }
    return row
  }

  // The maximum size of a picture that the section shows, in bytes: those of telephones. Others are links.
  private static let largestShown = 10_000_000

  // MARK: Addition

  private func new(of id: RecordID) -> AnyRecord {
    var note = AnyRecord(entity)
    if let inverse = relationship.inverse { note[inverse] = .integer(id) }
    return note
  }

  /// Adds the note of a form.
  func add(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let record = try await screens.store.record(list.entity, id: id) else { throw ScreenFault.noSuchRecord(list) }
    let result = try await screens.store.save(
      read: { new(of: id) }, draft: { RecordDraft(form, over: $0, say) },
      prepare: { draft, _ in
        if FormMessage(form).intent.isDraft {
          draft.errors = [:]
          return try await page(record, draft, request, .ok)
        }
        if draft.isValid, draft.record[NotesEntity.text].isNull, draft.record[NotesEntity.file].isNull {
          draft.errors[NotesEntity.text] = say("Write something, or choose a file")
        }
        return nil
      })
    switch result {
    case .answered(let document): return document
    case .saved(_, let draft, let changeSet):
      await screens.chosenFiles.forget(draft.chosen.values)
      return .seeOther(address(of: id, request).place(section), changeSet: changeSet)
    case .invalid(let draft): return try await page(record, draft, request, draft.faultStatus)
    case .refused(let draft, let error):
      var (refused, refusal) = try await screens.refused(draft, by: error, say)
      if let fault = refusal.fault { refused.errors[NotesEntity.text] = fault }
      return try await page(record, refused, request, refusal.status())
    case .gone, .conflict: throw ScreenFault.noSuchRecord(list)
    }
  }

  private func address(of id: RecordID, _ request: ScreenRequest) -> URLPath {
    path(of: id).with("via", unlessEmpty: request.via ?? "").with(list: request)
  }

  private func page(
    _ record: AnyRecord, _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status
  ) async throws -> ScreenDocument {
    var asked = request
    asked.address = address(of: record.id ?? 0, request)
    return try await RecordScreen(list: list, note: draft).page(
      RecordDraft(record, request.say), asked, status: status)
  }
}

extension AppScreens {
  /// Whether those for whom the page is may change a record: of notes only their own, unless they may change the application.
  func mayChange(_ record: AnyRecord) -> Bool { mayChange && NoteRights(access, Author.current).include(record) }
}

extension SubmittedForm {
  /// Gives a note the name of its file, which is stored beside the bytes.
  mutating func nameFile(of entity: EntityDescription) {
    guard entity.notesOwner != nil else { return }
    switch chosen[NotesEntity.file] {
    case .chosen(_, let name, _) where file(NotesEntity.file) != nil || self[NotesEntity.fileName] == nil:
      self[NotesEntity.fileName] = String(name.prefix(255))
    case .removed: self[NotesEntity.fileName] = ""
    default: break
    }
  }
}
