import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

extension ImportFolder {
  /// Makes the files of an import from uploaded ones. Each sheet of a spreadsheet becomes a CSV file; a spreadsheet that can't be
  /// read stays as it is, with the reason. Large spreadsheets take seconds, so that it runs on its own thread.
  /// - Throws: errors of files.
  func taking(_ uploads: [SubmittedFile], _ id: String) async throws -> [PendingImport.File] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(with: Result { try take(uploads, id) })
      }
    }
  }

  private func take(_ uploads: [SubmittedFile], _ id: String) throws -> [PendingImport.File] {
    var files: [PendingImport.File] = []
    // The numbers of files are taken by the uploads until all of them are read.
    func part(_ number: Int) -> URL { url(id).appending(path: "part-\(number)") }
    for upload in uploads {
      do {
        let tables = try sheets(of: upload)
        for (table, name) in (tables?.names ?? []).enumerated() {
          guard let tables else { continue }
          let survey = try tables.survey(table)
          guard survey.count > 0 else { continue }
          let sink = try FileSink(path: part(files.count + 1).path(percentEncoded: false))
          try tables.write(table, survey, header: survey.header, to: sink)
          try sink.close()
          let size = try part(files.count + 1).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
          var file = PendingImport.File(name: name, bytes: size)
          file.notes = survey.notes
          files.append(file)
        }
        if tables != nil {
          try FileManager.default.removeItem(at: upload.content)
          continue
        }
      } catch let error as ReadingError {
        var file = PendingImport.File(name: upload.name, bytes: upload.count)
        file.fault = Phrase(error.key, error.arguments.mapValues { .text($0) })
        files.append(file)
        try FileManager.default.moveItem(at: upload.content, to: part(files.count))
        continue
      }
      files.append(PendingImport.File(name: upload.name, bytes: upload.count))
      try FileManager.default.moveItem(at: upload.content, to: part(files.count))
    }
    for number in files.indices.map({ $0 + 1 }) {
      try FileManager.default.moveItem(at: part(number), to: file(number, of: id))
    }
    return files
  }

  // The sheets of a spreadsheet with values; nil for other files.
  private func sheets(of upload: SubmittedFile) throws -> TableFile? {
    let source = try ByteSource(path: upload.content.path(percentEncoded: false))
    return TableFile.isSpreadsheet(source) ? try TableFile(source, name: upload.name) : nil
  }
}

extension TableFile.Survey {
  /// What to know about the table.
  var notes: [Phrase] {
    var notes: [Phrase] = []
    if errors > 0 { notes.append(Phrase("{count} cells with errors count as empty", ["count": .count(errors)])) }
    if formulas > 0 {
      notes.append(
        Phrase(
          "{count} formulas have no stored result: open the file in a spreadsheet program and save it",
          ["count": .count(formulas)]))
    }
    return notes
  }
}
