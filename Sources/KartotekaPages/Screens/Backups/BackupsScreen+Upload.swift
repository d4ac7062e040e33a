import Foundation
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

extension BackupsScreen {
  /// Takes a backup from elsewhere into the folder, and shows what is in it.
  func receive(_ request: Request, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let desk = try desk()
    let folder = desk.folder
    guard desk.beginReceiving() else {
      return try await page(
        asked, refused: Refused(form: .upload, fault: "Too many files are being uploaded. Try again in a moment."))
    }
    defer { desk.endReceiving() }
    func refusal(_ error: any Error) async throws -> ScreenDocument {
      let (says, remedy) = Site.words(for: folder.explained(error))
      let fault = Phrase("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy ?? "")])
      return try await page(asked, refused: Refused(form: .upload, fault: fault))
    }
    let (workshop, room): (LockedFolder, Int)
    do {
      (workshop, room) = try await desk.onThread {
        // Makes the folder, or says why it can't be used.
        do { _ = try folder.lock() } catch BackupError.backingUp {}
        let workshop = try LockedFolder(for: .backup, beside: folder.url.appending(path: "upload"))
        let free = try? FileManager.default.attributesOfFileSystem(forPath: folder.url.path(percentEncoded: false))
        return (workshop, (free?[.systemFreeSize] as? Int ?? 0) / 2)
      }
    } catch {
      return try await refusal(error)
    }
    defer { workshop.remove() }
    let form = try await SubmittedForm(TimeLimit.bySilence(request), files: .folder(workshop.url, limit: room))
    guard let file = form.files.first else {
      return try await page(asked, refused: Refused(form: .upload, fault: "Choose a backup."))
    }
    do {
      let name = try await desk.onThread {
        // The file gets its name first, because errors state it.
        let named = workshop.url.appending(path: BackupFolder.safe(file.name))
        try FileManager.default.moveItem(at: file.content, to: named)
        _ = try BackupArchive(named)
        return try folder.take(named, called: file.name)
      }
      return .seeOther(Self.address(of: name))
    } catch {
      return try await refusal(error)
    }
  }
}
