import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaTransfer
import Logging

/// Reads uploaded files in the background: it writes the sheets of spreadsheets as text, and interprets all files.
struct UploadReading: Sendable {
  /// The time that an upload waits for its reading, which suffices for small files.
  private static let patience = Duration.seconds(3)

  let screens: ImportScreens

  private var queues: UploadQueues { screens.screens.app.readings }

  /// Begins to read the files of an upload.
  /// - Throws: errors of files.
  func begin(_ uploads: [SubmittedFile], _ id: String, timeZone: String) async throws {
    var pending = PendingImport(
      id: id, date: .now, timeZone: timeZone,
      files: uploads.map { PendingImport.File(name: $0.name, bytes: $0.count) })
    pending.state = .reading
    if screens.folder.shared == nil { try await screens.folder.save(pending) }
    let shared = try screens.folder.beginning(of: pending, isNew: true)
    try await queues.begin(id, shared: shared) { [pending] report in await read(uploads, pending, report) }
    await queues.wait(for: id, atMost: Self.patience)
  }

  private func read(
    _ uploads: [SubmittedFile], _ pending: PendingImport, _ report: @escaping @Sendable (ImportProgress) -> Void
  ) async {
    var read = pending
    do {
      read.files = try await screens.folder.taking(uploads, pending.id) { progress in
        if queues.status(of: pending.id)?.isCancelled ?? true { throw CancellationError() }
        report(progress)
      }
      read.state = .open
      read = await screens.understanding.understanding(read)
      if queues.status(of: pending.id)?.isCancelled ?? true { throw CancellationError() }
    } catch is CancellationError {
      try? await screens.folder.remove(pending.id)
      return
    } catch {
      read.state = .failed(Phrase(of: error, in: screens.model))
      Logger(label: "kartoteka").warning("Uploaded files can't be read", metadata: ["error": "\(error)"])
    }
    do {
      if case .open = read.state {
        try await screens.folder.end(read, hasFiles: true)
      } else {
        try await screens.folder.end(read)
      }
    } catch {
      Logger(label: "kartoteka").warning("An upload can't be stored", metadata: ["error": "\(error)"])
      try? await screens.folder.remove(pending.id)
    }
  }

  /// The progress of a reading; nil if it is not running.
  func status(of id: String) -> ImportQueue.Status? { queues.status(of: id) }

  /// Ends a reading and removes its files.
  func cancel(_ id: String) async { await queues.cancel(id) }
}
