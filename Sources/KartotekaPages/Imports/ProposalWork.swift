import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer
import Logging

/// Makes the application of a proposal: it reads all rows, makes the application, and begins its import. Nothing is made if
/// the files can't be read to their ends.
struct ProposalWork: Sendable {
  /// The maximum number of applications with the same base name.
  private static let mostNames = 100

  let site: SiteReference
  /// The access of the person who asks.
  let access: Access
  let files: ProposalFiles
  let assets: Assets

  /// Begins the work unless another one runs.
  func begin(_ proposal: AppProposal) async throws -> Bool {
    var making = proposal
    making.state = .making
    let shared = try files.folder.beginning(of: making, lane: "making")
    return try await site.site.makings.begin(proposal.id, shared: shared) { [making] report in
      var done = making
      do {
        if files.folder.shared == nil { try await files.folder.save(done) }
        done.state = .made(try await make(proposal, report).text)
      } catch let changed as Changed {
        (done.tables, done.state) = (changed.tables, .changed)
        done.version += 1
      } catch is CancellationError {
        done.state = .open
      } catch {
        done.state = .failed(reason(of: error))
      }
      // If this fails, the next start detects an interrupted work.
      try? await files.folder.end(done)
      if case .made = done.state { await files.folder.removeFiles(of: done) }
    }
  }

  /// All rows say what nobody was told.
  private struct Changed: Error {
    let tables: [ProposedTable]
  }

  private func reason(of error: any Error) -> Phrase {
    switch error {
    case let error as AppDocumentError: return error.phrase
    case let error as DesignError: return error.phrase
    default:
      if !Self.isExplained(error) {
        Logger(label: "kartoteka").warning("The application can't be made", metadata: ["error": "\(error)"])
      }
      return Phrase(of: error, in: ModelDescription(entities: []))
    }
  }

  // Whether people get the whole explanation.
  private static func isExplained(_ error: any Error) -> Bool {
    if case StoreError.primary = error { return false }
    return error is ReadingError || error is ImportError || error is StoreError
  }

  private func make(
    _ proposal: AppProposal, _ report: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> URLPath {
    let read: [(Int, Read)] = try await FileReading.onThread { try self.read(proposal, report) }
    var tables = proposal.tables
    for (index, table) in read { tables[index] = table.table }
    let places = Dictionary(read.map { ($0, $1.place) }) { first, _ in first }
    tables = try await FileReading.onThread { [tables] in
      try LinkCheck.checked(tables) { index in
        try places[index].map { try TextSource(ByteSource(path: $0.path(percentEncoded: false))) }
      }
    }
    try await tell(tables, proposal)
    let (entities, targets) = tables.entities
    let document = try AppDocument(
      entities, title: proposal.title, name: NameGuess.app(noun: proposal.title))
    let made = try await make(document)
    guard let app = try site.site.app(made.name) else { throw DesignError.unknown(made.name) }
    return try await takeOver(proposal, read, entities, targets, app)
  }

  // Has a person look again where all rows say something else than was shown.
  private func tell(_ tables: [ProposedTable], _ proposal: AppProposal) async throws {
    var (told, isNew) = tables.withChanges(since: proposal.tables)
    guard isNew else { return }
    let samples = try await files.samples(of: proposal)
    for index in told.indices { told[index].look(at: samples[index].values(of: told[index])) }
    throw Changed(tables: told)
  }

  private struct Read: Sendable {
    let table: ProposedTable
    let place: URL
    let notes: [Phrase]
  }

  // Each table as text, and with the fields that all its rows need.
  private func read(
    _ proposal: AppProposal, _ report: @Sendable (ImportProgress) -> Void
  ) throws -> [(Int, Read)] {
    let indices = proposal.tables.indices.filter { !proposal.tables[$0].isLeftOut }
    var read: [(Int, Read)] = []
    for (step, index) in indices.enumerated() {
      let table = proposal.tables[index]
      func progress(_ rows: Int, _ share: Double) throws {
        if try site.site.makings.status(of: proposal.id)?.isCancelled ?? true { throw CancellationError() }
        report(
          ImportProgress(
            phase: .reading, file: table.name, bytes: step * 100 + Int(clampingFloor: share * 100),
            totalBytes: indices.count * 100,
            rows: rows))
      }
      // Writing a sheet takes longer than comparing its values with the fields.
      let written = try files.write(index, of: proposal) { try progress($0, $1 * 0.7) }
      let text = try TextSource(ByteSource(path: written.place.path(percentEncoded: false)))
      let widened = try GuessCheck.widened(table, by: text, in: table.notation) { try progress($0, 0.7 + $1 * 0.3) }
      read.append((index, Read(table: widened, place: written.place, notes: written.notes)))
    }
    return read
  }

  // Puts the texts into an import of the new application.
  private func takeOver(
    _ proposal: AppProposal, _ read: [(Int, Read)], _ entities: [DocumentEntity], _ targets: [[ColumnMatch.Target]],
    _ app: RunningApp
  ) async throws -> URLPath {
    let screens = ImportScreens(AppScreens(app: app, for: access, place: 0, assets: assets))
    let id = try await screens.folder.begin()
    var pending = PendingImport(id: id, date: .now, timeZone: proposal.timeZone, files: [])
    // The kinds of the fields are guessed: no row is refused because of them.
    pending.emptiesMisfits = true
    for (number, (index, table)) in read.enumerated() {
      let place = screens.folder.file(number + 1, of: id)
      try FileManager.default.copyItem(at: table.place, to: place)
      let size = try place.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      var file = PendingImport.File(name: table.table.name, bytes: size, entity: entities[number].plural)
      for (column, target) in targets[index].enumerated() {
        file.columns[column + 1] = PendingImport.Meaning(target)
      }
      file.notes = table.notes.isEmpty ? nil : table.notes
      if let notation = table.table.notation {
        file.notations = Dictionary(table.table.columns.indices.map { ($0 + 1, notation) }) { first, _ in first }
      }
      pending.files.append(file)
    }
    pending.isFirst = true
    pending = await screens.understanding.understanding(pending)
    try await screens.folder.add(pending)
    try await PlanScreen(screens: screens).runIfClear(pending)
    return screens.path(of: pending)
  }

  /// Makes an application under the first free name.
  func make(_ document: AppDocument) async throws -> AppDocument {
    for number in 1...Self.mostNames {
      var candidate = document
      if number > 1 {
        // The number distinguishes two applications of one file on the first screen.
        candidate.name += "-\(number)"
        candidate.addToTitle(" \(number)")
        candidate.hue = ShapeWords.hue(after: document.hue, number - 1)
      }
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

extension AppDocument {
  // The title in every language with something behind it.
  fileprivate mutating func addToTitle(_ text: String) {
    for (language, known) in words {
      if case .plain(let translated) = known[title] { words[language]?[title + text] = .plain(translated + text) }
    }
    title += text
  }
}

extension PendingImport.Meaning {
  fileprivate init(_ target: ColumnMatch.Target) {
    switch target {
    case .id: self = .id
    case .column(let name): self = .column(name)
    case .latitude(let name): self = .latitude(name)
    case .longitude(let name): self = .longitude(name)
    case .nothing: self = .nothing
    }
  }
}
