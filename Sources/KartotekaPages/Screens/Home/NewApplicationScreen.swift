import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// The creation of an application: `/apps/new`.
struct NewApplicationScreen: Sendable {
  /// The address.
  static let path = URLPath("apps").appending("new")

  let site: SiteReference
  /// The access of the person who asks.
  let access: Access
  let assets: Assets
  let files: ProposalFiles

  /// The page.
  /// - Throws: `StoreError.primary`.
  func page(
    _ say: Localizer, fault: Phrase? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let waiting = try await files.folder.all().compactMap { self.waiting($0.content, say) }
    let content = NewApplication(
      files: ProposalScreen.path, fault: fault.map { say($0) },
      templates: AppTemplate.all.map { template in
        let own = Localizer(language: say.language, catalogue: template.catalogue)
        return NewApplication.Template(
          title: own(template.title), detail: own(template.summary), symbol: template.symbol,
          action: Self.path.appending("templates").appending(template.name))
      }, waiting: waiting)
    let column = ImportColumn(
      title: say("New application"),
      lead: say(
        "Start from a template, or drop files to see a preview first. You can change everything later."
      ),
      back: (say("All apps"), URLPath()), content: [content])
    let page = Page(title: say("New application"), hue: HomeScreen.hue, assets: assets, kind: .import)
    // Waiting files are in no database.
    return .page(page, columns: [column], status: status).depending(on: .outside)
  }

  private func waiting(_ proposal: AppProposal, _ say: Localizer) -> ImportStart.Row? {
    if case .made = proposal.state { return nil }
    return ImportStart.Row(
      title: proposal.name(say), detail: DateText.long(proposal.date, in: say),
      href: ProposalScreen.path.appending(proposal.id))
  }

  /// Creates an application from a template.
  /// - Throws: ``ScreenFault/noSuchPage``.
  func make(of name: String) async throws -> ScreenDocument {
    guard let template = AppTemplate.all.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    let work = ProposalWork(site: site, access: access, files: files, assets: assets)
    return .seeOther(URLPath(try await work.make(template).name))
  }

  /// Proposes an application for the records in files, or opens SQLite files.
  func receive(_ request: Request, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let id = try await files.folder.begin()
    do {
      let document = try await receive(request, asked, id)
      if try await files.folder.load(id) == nil { try await files.folder.remove(id) }
      return document
    } catch {
      try? await files.folder.remove(id)
      return try await refusal(of: error, asked.say)
    }
  }

  private func receive(_ request: Request, _ asked: ScreenRequest, _ id: String) async throws -> ScreenDocument {
    let room = try await files.folder.room
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard room > 0, length <= room else {
      return try await page(
        asked.say,
        fault: "There is no room for these files. Load or discard those that wait, or make room on the disk.",
        status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"))
    }
    let form = try await SubmittedForm(
      request, files: .folder(files.folder.url(id), limit: min(ImportScreens.uploadLimit, room)))
    guard !form.files.isEmpty else {
      return try await page(asked.say, fault: "Choose at least one file.", status: .unprocessableContent)
    }
    let databases = form.files.count { Self.isSQLite($0.content) }
    // Beside other files, and in archives, their tables are read like sheets.
    if databases == form.files.count { return try await open(form.files, asked) }
    let proposal = try await files.propose(form.files, id, timeZone: asked.say.timeZone.identifier)
    try await files.folder.add(proposal)
    return .seeOther(ProposalScreen.path.appending(id))
  }

  private func refusal(of error: any Error, _ say: Localizer) async throws -> ScreenDocument {
    switch error {
    case let error as ReadingError:
      try await page(
        say, fault: Phrase(error.key, error.arguments.mapValues { .text($0) }), status: .unprocessableContent)
    case let error as ImportError: try await page(say, fault: error.phrase, status: .unprocessableContent)
    default: throw error
    }
  }

  // Serves files of other programs as they are.
  private func open(_ files: [SubmittedFile], _ asked: ScreenRequest) async throws -> ScreenDocument {
    var names: [String] = []
    for file in files {
      do {
        names.append(try await site.site.open(file.content, called: file.name))
      } catch StoreError.cannotOpen(_, let problem) {
        let error = StoreError.cannotOpen(path: file.name, problem: problem)
        return try await page(
          asked.say, fault: error.phrase(in: ModelDescription(entities: [])), status: .unprocessableContent)
      }
    }
    return .seeOther(names.count == 1 ? URLPath(names[0]) : URLPath())
  }

  private static func isSQLite(_ file: URL) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
    defer { try? handle.close() }
    return SQLiteHeader.begins((try? handle.read(upToCount: 16)) ?? Data())
  }
}

/// The templates of new applications.
enum AppTemplate {
  /// The descriptions in their displayed order. A test reads each; invalid ones are omitted.
  static let all: [AppDocument] = TemplateFiles.names.compactMap {
    try? AppDocument(json: Array(TemplateFiles.json($0).utf8))
  }
}
