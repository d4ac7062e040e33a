import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

/// Uploaded files, in which each table of a file, such as a sheet, becomes a CSV file. A file that can't be read stays as it is,
/// with the reason.
struct UploadedTables: Sendable {
  /// The folder of the uploads, which receives the files.
  private let folder: URL

  init(in folder: URL) { self.folder = folder }

  /// The place of a file, counted from 1, until all uploads are read: their names are numbers, too.
  func part(_ number: Int) -> URL { folder.appending(path: "part-\(number)") }

  /// Makes the files at ``part(_:)``. Large spreadsheets take seconds, so that it runs on its own thread.
  /// - Parameter report: gets the progress, and throws to end the work.
  /// - Throws: errors of files and of `report`.
  func taking(
    _ uploads: [SubmittedFile], _ report: @escaping @Sendable (ImportProgress) throws -> Void
  ) async throws -> [PendingImport.File] {
    try await FileReading.onThread { try take(uploads, report) }
  }

  private func take(
    _ uploads: [SubmittedFile], _ report: (ImportProgress) throws -> Void
  ) throws -> [PendingImport.File] {
    var files: [PendingImport.File] = []
    let (uploads, notes, faults) = uploads.unpacked(in: folder)
    for (index, upload) in uploads.enumerated() {
      func progress(_ name: String, _ rows: Int, _ share: Double) throws {
        try report(
          ImportProgress(
            phase: .reading, file: name, bytes: index * 100 + Int(clampingFloor: share * 100),
            totalBytes: uploads.count * 100,
            rows: rows))
      }
      let first = files.count
      defer {
        if files.indices.contains(first), let notes = notes[index] {
          files[first].notes = notes + (files[first].notes ?? [])
        }
      }
      do {
        if let fault = faults[index] { throw fault }
        if let tables = try Self.tables(of: upload) {
          files += try write(tables, after: files.count, progress)
          try FileManager.default.removeItem(at: upload.content)
          continue
        }
        files.append(PendingImport.File(name: upload.name, bytes: upload.count))
      } catch let error as ReadingError {
        var file = PendingImport.File(name: upload.name, bytes: upload.count)
        file.fault = Phrase(error.key, error.arguments.mapValues { .text($0) })
        files.append(file)
      }
      // The sheets before one that can't be read are written already.
      let place = part(files.count)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.moveItem(at: upload.content, to: place)
    }
    return files
  }

  private func write(
    _ tables: TableFile, after count: Int, _ progress: (String, Int, Double) throws -> Void
  ) throws -> [PendingImport.File] {
    var files: [PendingImport.File] = []
    var scattered: [String] = []
    for (table, name) in tables.names.enumerated() {
      let survey = try tables.survey(table)
      if survey.isEmpty { continue }
      if survey.isScattered {
        scattered.append(tables.sheets?[table] ?? name)
        continue
      }
      let url = part(count + files.count + 1)
      let written = try tables.write(
        table, header: survey.header, width: survey.width, to: url.path(percentEncoded: false)
      ) { rows, share in
        try progress(name, rows, (Double(table) + share) / Double(tables.names.count))
      }
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      var file = PendingImport.File(name: name, bytes: size)
      file.notes = tables.notes(table) + written.notes
      files.append(file)
    }
    guard !files.isEmpty else { throw ReadingError.noSheets(file: tables.file) }
    if !scattered.isEmpty { files[0].notes = (files[0].notes ?? []) + [.noTables(scattered)] }
    return files
  }

  // The tables of a file; nil for a text, which is read in place.
  private static func tables(of upload: SubmittedFile) throws -> TableFile? {
    let source = try ByteSource(path: upload.content.path(percentEncoded: false))
    switch try FileContent(source, name: upload.name) {
    case .tables(let tables): return tables
    case .text(let text): return try TableFile.toWrite(text, name: upload.name)
    }
  }
}

extension UploadFolder<PendingImport> {
  /// Makes the files of an import from uploaded ones in its folder.
  /// - Throws: errors of files.
  func taking(
    _ uploads: [SubmittedFile], _ id: String, _ report: @escaping @Sendable (ImportProgress) throws -> Void
  ) async throws -> [PendingImport.File] {
    let tables = UploadedTables(in: url(id))
    let files = try await tables.taking(uploads, report)
    for number in files.indices.map({ $0 + 1 }) {
      try FileManager.default.moveItem(at: tables.part(number), to: file(number, of: id))
    }
    return files
  }
}
