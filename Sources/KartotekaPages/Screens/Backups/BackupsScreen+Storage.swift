import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

// The copies of the backups in a storage elsewhere.
extension BackupsScreen {
  private static let stored = path.appending("stored")
  // The names of the form's fields.
  private static let endpoint = "endpoint", region = "region", bucket = "bucket", prefix = "prefix", key = "key"
  private static let secret = "storage-secret"

  /// The backups that are only in the storage, and the storage itself.
  func storageParts(_ state: BackupState, _ files: [BackupFile], _ say: Localizer, _ refused: Refused?)
    -> [any Component]
  {
    var parts: [any Component] = []
    if state.storage != nil {
      let here = Set(files.map(\.name))
      let missing = ((try? desk().stored) ?? []).filter { !here.contains($0.name) }
      parts.append(
        BackupList(
          title: say("Only in the storage"),
          rows: missing.sorted { $0.name > $1.name }.prefix(Self.limit).map { row($0, say) },
          empty: say("Nothing: all backups that are there are here, too.")))
      parts.append(
        BackupButton(
          text: say("Look at the storage"), action: Self.path.appending("storage").appending("look"),
          note: copied(state, say), isMain: false))
    }
    parts.append(form(state.storage, say, refused))
    return parts
  }

  private func row(_ stored: StoredBackup, _ say: Localizer) -> ImportStart.Row {
    let date = (try? desk())?.folder.date(in: stored.name)
    let size = SizeText.short(stored.size, say)
    return ImportStart.Row(
      title: date.map { DateText.long($0, in: say) } ?? stored.name,
      detail: date == nil ? size : "\(size) · \(stored.name)", href: Self.stored.appending(stored.name))
  }

  private func copied(_ state: BackupState, _ say: Localizer) -> String {
    guard let copied = state.copied else { return say("No backup was copied there yet.") }
    return say(
      "The last copy: {date}, {file}",
      ["date": .text(DateText.long(copied.date, in: say)), "file": .text(copied.name)])
  }

  private func form(_ storage: BackupStorage?, _ say: Localizer, _ refused: Refused?) -> BackupForm {
    let typed = refused?.form == .storage ? refused?.typed : nil
    func field(_ name: String, _ label: String, _ value: String?) -> BackupForm.Field {
      BackupForm.Field(name: name, label: label, value: typed?[name] ?? value ?? "", input: .text)
    }
    return BackupForm(
      title: say("A copy elsewhere"), action: Self.path.appending("storage"),
      fields: [
        field(Self.endpoint, say("Address of the storage"), storage?.endpoint),
        field(Self.region, say("Region"), storage?.region), field(Self.bucket, say("Bucket"), storage?.bucket),
        field(Self.prefix, say("Names begin with"), storage?.prefix), field(Self.key, say("Key ID"), storage?.keyID),
        // A stored key is never shown.
        BackupForm.Field(name: Self.secret, label: say("Secret key"), value: "", input: .secret),
      ], fault: typed == nil ? nil : refused.map { say($0.fault) },
      note: say(
        "Each whole backup is copied to a storage that speaks Amazon's S3, and goes there as it does here. An empty secret key keeps the one that was written before; an empty address ends the copies and leaves those that are there."
      ), verb: say("Save"))
  }

  /// Sets the storage, and looks at it.
  func setStorage(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let desk = try desk()
    func text(_ name: String) -> String { (form[name] ?? "").trimmingSpaces() }
    do {
      guard !text(Self.endpoint).isEmpty else {
        try BackupStorage.keep(nil, in: desk.data)
        desk.change { ($0.storage, $0.copy, $0.copied) = (nil, nil, nil) }
        desk.stored = nil
        return .seeOther(Self.path)
      }
      let storage = try BackupStorage(
        endpoint: text(Self.endpoint), region: text(Self.region), bucket: text(Self.bucket),
        prefix: text(Self.prefix), keyID: text(Self.key))
      let secret = text(Self.secret)
      if secret.isEmpty {
        guard try BackupStorage.secret(in: desk.data) != nil else { throw StorageError.noSecret }
      } else {
        guard BackupStorage.isKey(secret) else { throw StorageError.badPlace("secret") }
        try BackupStorage.keep(secret, in: desk.data)
      }
      desk.change {
        // In another place is nothing yet, and what failed may go now.
        if $0.storage != storage { $0.copied = nil }
        ($0.storage, $0.copy) = (storage, nil)
      }
      desk.stored = nil
    } catch {
      let (says, remedy) = Site.words(for: error)
      let fault = Phrase("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy ?? "")])
      return try await page(request, refused: Refused(form: .storage, fault: fault, typed: form))
    }
    try site.site.beginStorageLook(isAsked: true)
    return .seeOther(Self.path)
  }

  /// Begins a look at the storage.
  func lookAtStorage() throws -> ScreenDocument {
    try site.site.beginStorageLook(isAsked: true)
    return .seeOther(Self.path)
  }

  // MARK: A backup that is only there

  private func storedBackup(_ name: String) throws -> StoredBackup {
    let name = name.removingPercentEncoding ?? name
    guard let found = try desk().stored?.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    return found
  }

  /// The page of a backup that is only in the storage.
  func storedPage(_ name: String, _ request: ScreenRequest) throws -> ScreenDocument {
    let (say, stored) = (request.say, try storedBackup(name))
    let rows = [
      LinkRow(title: say("Size"), value: SizeText.short(stored.size, say)),
      LinkRow(title: say("File"), value: stored.name),
    ]
    let title = try desk().folder.date(in: stored.name).map { DateText.long($0, in: say) } ?? stored.name
    return page(
      title, back: (say("Backups"), Self.path),
      content: [
        RowGroup(title: say("Only in the storage"), rows: rows),
        BackupButton(
          text: say("Fetch it"), action: Self.stored.appending(stored.name),
          note: say("It is copied into the folder of the backups. There it can be looked at and restored.")),
      ])
  }

  /// Begins to fetch a backup.
  func fetch(_ name: String) throws -> ScreenDocument {
    try site.site.beginFetch(storedBackup(name))
    return .seeOther(Self.path)
  }
}
