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
    let folder = try desk().folder
    func refusal(_ error: any Error) async throws -> ScreenDocument {
      let (says, remedy) = Site.words(for: folder.explained(error))
      let fault = Phrase("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy ?? "")])
      return try await page(asked, refused: Refused(form: .upload, fault: fault))
    }
    // Makes the folder, or says why it can't be used.
    do { _ = try folder.lock() } catch BackupError.backingUp {} catch { return try await refusal(error) }
    let workshop: LockedFolder
    do { workshop = try LockedFolder(for: .backup, beside: folder.url.appending(path: "upload")) } catch {
      return try await refusal(error)
    }
    defer { workshop.remove() }
    let free = try? FileManager.default.attributesOfFileSystem(forPath: folder.url.path(percentEncoded: false))
    let room = (free?[.systemFreeSize] as? Int ?? 0) / 10 * 9
    let form = try await SubmittedForm(request, files: .folder(workshop.url, limit: room))
    guard let file = form.files.first else {
      return try await page(asked, refused: Refused(form: .upload, fault: "Choose a backup."))
    }
    do {
      // What is wrong with it is said with its name.
      let named = workshop.url.appending(path: BackupFolder.safe(file.name))
      try FileManager.default.moveItem(at: file.content, to: named)
      _ = try BackupArchive(named)
      let name = try folder.take(named, called: file.name)
      return .seeOther(Self.address(of: name))
    } catch {
      return try await refusal(error)
    }
  }
}
