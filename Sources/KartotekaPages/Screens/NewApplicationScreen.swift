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
  /// The maximum number of applications with the same base name.
  private static let mostNames = 100

  let site: SiteReference
  let assets: Assets

  /// The page.
  func page(_ say: Localizer, fault: Phrase? = nil, status: HTTPResponse.Status = .ok) -> ScreenDocument {
    let content = NewApplication(
      files: Self.path.appending("files"), fault: fault.map { say($0) },
      templates: AppTemplate.all.map { template in
        let own = Localizer(language: say.language, catalogue: template.catalogue)
        return NewApplication.Template(
          title: own(template.title), detail: own(template.summary), symbol: template.symbol,
          action: Self.path.appending("templates").appending(template.name))
      })
    let column = ImportColumn(
      title: say("New application"), lead: say("One press makes it. Its description can be changed at any time."),
      back: (say("All apps"), URLPath()), content: [content])
    let page = Page(title: say("New application"), hue: HomeScreen.hue, assets: assets, kind: .import)
    return .page(page, columns: [column], status: status)
  }

  /// Creates an application from a template.
  /// - Throws: ``ScreenFault/noSuchPage``.
  func make(of name: String) async throws -> ScreenDocument {
    guard let template = AppTemplate.all.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    return .seeOther(URLPath(try await make(template).name))
  }

  /// Creates an application for the records in files, and redirects to the preview of their import.
  func makeOfFiles(_ request: Request, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let form = try await SubmittedForm(request, files: .folder(folder, limit: ImportScreens.uploadLimit))
    guard !form.files.isEmpty else {
      return page(asked.say, fault: "Choose at least one file.", status: .unprocessableContent)
    }
    let databases = form.files.count { Self.isSQLite($0.content) }
    if databases > 0 {
      guard databases == form.files.count else {
        return page(
          asked.say, fault: "Choose SQLite files or files with rows, not both at once.", status: .unprocessableContent)
      }
      return try await open(form.files, asked)
    }
    let tables = UploadedTables(in: folder)
    let files = try await tables.taking(form.files)
    let document: AppDocument
    do {
      if let fault = files.lazy.compactMap(\.fault).first {
        return page(asked.say, fault: fault, status: .unprocessableContent)
      }
      document = try AppDocument(
        guessedFrom: files.enumerated().map { index, file in
          ImportFile(try TextSource(path: tables.part(index + 1).path(percentEncoded: false)), name: file.name)
        })
    } catch let error as ReadingError {
      return page(
        asked.say, fault: Phrase(error.key, error.arguments.mapValues { .text($0) }), status: .unprocessableContent)
    } catch let error as ImportError {
      return page(asked.say, fault: error.phrase, status: .unprocessableContent)
    } catch let error as AppDocumentError {
      return page(asked.say, fault: error.phrase, status: .unprocessableContent)
    }
    let made = try await make(document)
    guard let app = try site.site.app(made.name) else { throw ScreenFault.noSuchPage }
    return .seeOther(try await takeOver(files, tables, made, app, asked))
  }

  // Serves files of other programs as they are.
  private func open(_ files: [SubmittedFile], _ asked: ScreenRequest) async throws -> ScreenDocument {
    var names: [String] = []
    for file in files {
      do {
        names.append(try await site.site.open(file.content, called: file.name))
      } catch StoreError.cannotOpen(_, let problem) {
        let error = StoreError.cannotOpen(path: file.name, problem: problem)
        return page(
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

  // Moves the files to the import of the new application.
  private func takeOver(
    _ files: [PendingImport.File], _ tables: UploadedTables, _ document: AppDocument, _ app: RunningApp,
    _ asked: ScreenRequest
  ) async throws -> URLPath {
    let screens = ImportScreens(AppScreens(app: app, place: 0, assets: assets))
    let id = try screens.folder.begin()
    let plurals = document.description.model.entities.map(\.plural)
    var pending = PendingImport(id: id, date: .now, timeZone: asked.say.timeZone.identifier, files: files)
    for (index, plural) in zip(files.indices, plurals) {
      try FileManager.default.moveItem(at: tables.part(index + 1), to: screens.folder.file(index + 1, of: id))
      pending.files[index].entity = plural
    }
    pending.madeApplication = true
    pending = await screens.understanding.understanding(pending)
    try screens.folder.save(pending)
    return screens.path(of: pending)
  }

  // Uses the first free name.
  private func make(_ document: AppDocument) async throws -> AppDocument {
    for number in 1...Self.mostNames {
      var candidate = document
      if number > 1 { candidate.name += "-\(number)" }
      do {
        return try await site.site.change(to: candidate, isDryRun: false) { change in
          guard change.current == nil else { throw DesignError.nameTaken(change.document.name) }
        }.document
      } catch DesignError.nameTaken, DesignError.isCode {
        continue
      }
    }
    throw DesignError.nameTaken(document.name)
  }
}

/// The templates of new applications.
enum AppTemplate {
  /// The descriptions in their displayed order. A test reads each; invalid ones are omitted.
  static let all: [AppDocument] = TemplateFiles.names.compactMap {
    try? AppDocument(json: Array(TemplateFiles.json($0).utf8))
  }
}
