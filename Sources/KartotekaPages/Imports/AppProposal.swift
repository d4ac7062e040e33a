import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

/// An application that is proposed for uploaded files. Nothing is made of it before a person confirms it.
struct AppProposal: Upload {
  static let description = "proposal.json"

  /// An uploaded file.
  struct File: Codable, Sendable {
    let name: String
    var bytes: Int
    /// When the file was written, which tells a later change.
    var date: Date
    /// The encoding that the person has chosen; nil for the one that its content tells.
    var encoding: TextEncoding?
    /// The encoding in which it is read, for a text; nil for other files.
    var found: TextEncoding?
  }

  /// The origin of a table.
  struct Source: Codable, Sendable {
    /// The number of the file, from 1.
    let file: Int
    /// The sheet of a spreadsheet; nil for a file of one table.
    let sheet: Int?
  }

  /// The state of the proposal.
  enum State: Codable, Sendable {
    case open
    /// The application is being made. If that doesn't run, it was interrupted.
    case making
    /// All rows say something else than the proposal showed, which it shows now. Nothing was made.
    case changed
    /// Nothing was made.
    case failed(Phrase)
    /// The application was made, and its import has this address.
    case made(String)
  }

  let id: String
  let date: Date
  var timeZone: String?
  var files: [File]
  /// The places of the tables.
  var sources: [Source]
  var title: String
  var tables: [ProposedTable]
  /// Notes about the files, such as members of archives that were left out.
  var notes: [Phrase]?
  /// The number of corrections, which tells a form of an earlier state.
  var version = 0
  var state = State.open

  var count: Int { files.count }

  /// The files' shortened names.
  func name(_ say: Localizer) -> String {
    guard let first = files.first else { return "" }
    return files.count == 1
      ? first.name : say("{file} and {count} more", ["file": .text(first.name), "count": .count(files.count - 1)])
  }
}

/// The files of proposals.
struct ProposalFiles: Sendable {
  let folder: ProposalFolder

  private func path(_ number: Int, _ id: String) -> String { folder.file(number, of: id).path(percentEncoded: false) }

  /// A proposal for files in an upload's folder. It reads their first rows only.
  /// - Throws: `ReadingError`, `ImportError`.
  func propose(_ uploads: [SubmittedFile], _ id: String, timeZone: String) async throws -> AppProposal {
    try await FileReading.onThread {
      var proposal = AppProposal(
        id: id, date: .now, timeZone: timeZone, files: [], sources: [],
        title: AppDocument.title(ofName: AppDocument.name(ofFile: uploads.first?.name ?? "")), tables: [])
      let (uploads, notes, faults) = uploads.unpacked(in: folder.url(id))
      if let fault = faults.values.first { throw fault }
      proposal.notes = notes.isEmpty ? nil : notes.values.flatMap { $0 }
      // The files of an archive take the numbers of uploads behind it: all leave their names before they get others.
      let tables = UploadedTables(in: folder.url(id))
      for (index, upload) in uploads.enumerated() {
        try FileManager.default.moveItem(at: upload.content, to: tables.part(index + 1))
      }
      for (index, upload) in uploads.enumerated() {
        try FileManager.default.moveItem(at: tables.part(index + 1), to: folder.file(index + 1, of: id))
        proposal.files.append(AppProposal.File(name: upload.name, bytes: upload.count, date: .now))
      }
      stamp(&proposal)
      try guess(&proposal)
      return proposal
    }
  }

  /// Guesses everything from the files.
  private func guess(_ proposal: inout AppProposal) throws {
    var samples: [TableSample] = []
    proposal.sources = []
    for (index, file) in proposal.files.enumerated() {
      for (sheet, sample) in try self.samples(
        file.name, at: path(index + 1, proposal.id), as: file.encoding)
      where !sample.isEmpty {
        proposal.files[index].found = sample.encoding
        samples.append(sample)
        proposal.sources.append(AppProposal.Source(file: index + 1, sheet: sheet))
      }
    }
    guard !samples.isEmpty else { throw ReadingError.noSheets(file: proposal.files.first?.name ?? "") }
    proposal.tables = EntityGuess(samples).tables
  }

  private func samples(
    _ name: String, at path: String, as encoding: TextEncoding?
  ) throws -> [(sheet: Int?, sample: TableSample)] {
    let source = try ByteSource(path: path, name: name, as: encoding)
    let tables: TableFile
    switch try FileContent(source, name: name, isNew: true) {
    case .text(let text): return [(nil, try TableSample(text, name: name))]
    case .tables(let found): tables = found
    }
    var samples: [(sheet: Int?, sample: TableSample)] = []
    for table in tables.names.indices {
      let sample = try TableSample(tables, table)
      if sample.isEmpty { continue }
      guard samples.count < AppDocument.mostEntities else {
        throw ReadingError.tooManySheets(file: name, most: AppDocument.mostEntities)
      }
      samples.append((table, sample))
    }
    return samples
  }

  /// The samples of all tables.
  func samples(of proposal: AppProposal) async throws -> [TableSample] {
    try await FileReading.onThread {
      var known: [Int: [(sheet: Int?, sample: TableSample)]] = [:]
      return try proposal.sources.map { source in
        let file = proposal.files[source.file - 1]
        let name = file.name
        let samples =
          try known[source.file] ?? self.samples(name, at: path(source.file, proposal.id), as: file.encoding)
        known[source.file] = samples
        guard let sample = samples.first(where: { $0.sheet == source.sheet })?.sample else {
          throw ReadingError.damagedSpreadsheet(file: name)
        }
        return sample
      }
    }
  }

  /// The files that were changed since they were read. They are guessed again.
  /// - Returns: their names; empty if none was changed.
  func renew(_ proposal: inout AppProposal) async throws -> [String] {
    var stamped = proposal
    stamp(&stamped)
    let changed = zip(proposal.files, stamped.files).filter { $0.date != $1.date || $0.bytes != $1.bytes }.map(\.0.name)
    guard !changed.isEmpty else { return [] }
    proposal = try await FileReading.onThread { [stamped] in
      var renewed = stamped
      try guess(&renewed)
      renewed.version += 1
      return renewed
    }
    try await folder.save(proposal)
    return changed
  }

  private func stamp(_ proposal: inout AppProposal) {
    for index in proposal.files.indices {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path(index + 1, proposal.id))
      proposal.files[index].bytes = attributes?[.size] as? Int ?? 0
      // JSON keeps whole milliseconds of it exactly.
      let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      proposal.files[index].date = Date(timeIntervalSinceReferenceDate: (time * 1_000).rounded() / 1_000)
    }
  }

  /// Writes a table as text that begins with its headings, unless its file is such a text.
  /// - Returns: the place of the text, and what to know about it.
  /// - Throws: `ReadingError`, `WritingError`, errors of `progress`.
  func write(
    _ index: Int, of proposal: AppProposal, progress: (Int, Double) throws -> Void
  ) throws -> (place: URL, notes: [Phrase]) {
    let (source, table) = (proposal.sources[index], proposal.tables[index])
    let file = folder.file(source.file, of: proposal.id)
    let (encoding, name) = (proposal.files[source.file - 1].encoding, proposal.files[source.file - 1].name)
    let bytes = try ByteSource(path: file.path(percentEncoded: false), as: encoding)
    let place = folder.url(proposal.id).appending(path: "table-\(index + 1)")
    let tables: TableFile
    switch try FileContent(bytes, name: name, isNew: true) {
    case .tables(let found): tables = found
    case .text(let text):
      let found = try TableFile.toWrite(text, name: name, header: table.header)
      guard let found else {
        guard encoding != nil else { return (file, []) }
        // A later reader of the file doesn't know the encoding.
        let sink = try FileSink(path: place.path(percentEncoded: false))
        try sink.write(text.bytes)
        try sink.close()
        return (place, [])
      }
      tables = found
    }
    let written = try tables.write(
      source.sheet ?? 0, header: table.header ?? 1, width: table.columns.count,
      to: place.path(percentEncoded: false), keepsAll: table.keepsAllRows ?? false, progress: progress)
    return (place, tables.notes(source.sheet ?? 0) + written.notes)
  }
}
