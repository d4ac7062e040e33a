import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaServices
import KartotekaStore

extension SubmittedForm {
  /// Parses the form of an entity's record with its pictures and files.
  ///
  /// Files are streamed through a folder. A refused file is reported with the form, so that the other input is kept. So is a file
  /// that was chosen at another server, while the database server can't be reached.
  /// - Parameter galleries: the several pictures and files that a new record can have.
  /// - Throws: the errors of parsing a form.
  static func receiving(
    _ request: Request, for entity: EntityDescription, _ screens: AppScreens, galleries: [Gallery] = []
  ) async throws -> SubmittedForm {
    let attributes = entity.attributes.filter { $0.isBytes && $0.writability != .never }
    guard !attributes.isEmpty || !galleries.isEmpty else {
      // Files come only to fields that were removed meanwhile.
      var form = try await SubmittedForm(request, files: .dropped(limit: mostRemoved))
      try await form.nameRemovedItems(of: entity, [], screens)
      return form
    }
    let folder = try screens.store.formFolder()
    defer { folder.remove() }
    // A larger file is reported with the form.
    let limit =
      attributes.reduce(0) { $0 + min($1.maximumLength, GalleryScreen.mostOfOne) }
      + galleries.reduce(0) { $0 + min($1.attribute.maximumLength, GalleryScreen.mostOfOne) * GalleryScreen.atOnce }
    var form = try await SubmittedForm(request, files: .folder(folder.url, limit: limit, dropsRest: true))
      .renamed(for: entity)
    // A file that was chosen in a field that was removed meanwhile is reported like a text that was typed there.
    let items = galleries.flatMap { [FormName.items($0.relationship.name), FormName.smallItems($0.relationship.name)] }
    for file in form.files where entity.position(of: file.field) == nil && !items.contains(file.field) {
      form[file.field] = form[file.field].map { $0 + ", " + file.name } ?? file.name
    }
    try await form.nameRemovedItems(of: entity, galleries, screens)
    for gallery in galleries { try await form.choose(gallery) }
    for attribute in attributes {
      let name = attribute.name
      do {
        form.chosen[name] = try await form.choice(of: attribute, screens)
        // A script makes a thumbnail. Without it lists show the picture itself.
        if attribute.thumbnailOf != nil, case .refused? = form.chosen[name] { form.chosen[name] = nil }
        // Another one has to be chosen.
        if case .refused? = form.chosen[name] { form[FormName.file(name)] = nil }
      } catch StoreError.primary(_, _, let refusal) {
        // The database server has the file. The form keeps its token.
        form.chosen[name] = .refused(refusal.phrase)
      }
    }
    form.nameFile(of: entity)
    form.files = []
    return form
  }

  // The most bytes of files for fields that were removed meanwhile.
  private static let mostRemoved = 500_000_000

  // Several pictures or files whose field was removed meanwhile are reported like a text that was typed there: those that came with
  // this form, and those that wait since it was refused.
  private mutating func nameRemovedItems(
    of entity: EntityDescription, _ galleries: [Gallery], _ screens: AppScreens
  ) async throws {
    let known = galleries.map(\.relationship.name)
    var removed: [String] = []
    for name in names.sorted() where entity.position(of: name) == nil {
      let text = self[name] ?? ""
      if let section = FormName.section(ofItems: name), !known.contains(section) {
        if !text.isEmpty, name.hasPrefix(FormName.items("")) { removed.append(text) }
        self[name] = nil
      } else if let section = FormName.section(ofWaiting: name), !known.contains(section) {
        // What waits is forgotten where the application was made anew.
        if !name.hasSuffix(FormName.smallItem("")) {
          removed.append((try? await screens.chosenFiles.file(text))?.name ?? section)
        }
        self[name] = nil
      }
    }
    guard !removed.isEmpty else { return }
    var name = "removedFiles"
    while entity.position(of: name) != nil { name += "_" }
    self[name] = removed.joined(separator: ", ")
  }

  private func choice(of attribute: AttributeDescription, _ screens: AppScreens) async throws -> ChosenFile? {
    if var file = file(attribute.name) {
      let limit = attribute.maximumLength
      let excess = Phrase("This can have at most {count} bytes", ["count": .count(limit)])
      guard file.isWhole, file.count <= limit else { return .refused(excess) }
      if attribute.kind == .picture { file = try await file.shown(by: screens.app.services.heic) }
      guard file.count <= limit else { return .refused(excess) }
      let blob = try file.blob(screens.store)
      if attribute.kind == .picture, let fault = try PictureFault.fault(in: blob) { return .refused(fault.phrase) }
      return .chosen(blob, name: file.name, token: screens.chosenFiles.keep(blob, file.name))
    }
    if self[FormName.fileRemoval(attribute.name)] == "1" { return .removed }
    guard let token = self[FormName.file(attribute.name)], !token.isEmpty else { return nil }
    guard let (blob, name) = try await screens.chosenFiles.file(token) else {
      return .refused("The file that was chosen here is no longer known. Choose it again.")
    }
    return .chosen(blob, name: name, token: token)
  }
}

extension RecordDraft {
  /// The status of the form with the draft's faults.
  var faultStatus: HTTPResponse.Status { unread.isEmpty ? .unprocessableContent : .serviceUnavailable }
}

extension SubmittedFile {
  /// The bytes for the store.
  func blob(_ store: Store) throws -> Blob {
    let receiver = store.blobReceiver()
    try receiver.append(contentsOf: content)
    return try receiver.finish()
  }
}

extension SubmittedFile {
  /// A HEIC picture as JPEG if a converter is installed, else the file itself. The JPEG is in the same folder.
  func shown(by converter: HEICConverter?) async throws -> SubmittedFile {
    guard let converter else { return self }
    let handle = try FileHandle(forReadingFrom: content)
    defer { try? handle.close() }
    let head = try handle.read(upToCount: Blob.headLength) ?? Data()
    guard MediaSniffer.isHEIC([UInt8](head)),
      let jpeg = try await converter.jpeg(of: content, in: content.deletingLastPathComponent())
    else { return self }
    let size = try FileManager.default.attributesOfItem(atPath: jpeg.path(percentEncoded: false))[.size] as? Int
    return SubmittedFile(field: field, name: name, type: "image/jpeg", content: jpeg, count: size ?? 0)
  }
}
