import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

extension SubmittedForm {
  /// Reads the form of an entity's record, with the pictures and files that were chosen in it.
  ///
  /// They come through a folder and never lie in memory as a whole. One that can't be taken is told with the form, so
  /// that nothing else in it is lost.
  /// - Throws: what reading a form throws.
  static func receiving(
    _ request: Request, for entity: EntityDescription, _ screens: AppScreens
  ) async throws -> SubmittedForm {
    let attributes = entity.attributes.filter { $0.isBytes && $0.writability != .never }
    guard !attributes.isEmpty else { return try await SubmittedForm(request) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-form-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Somewhat more than may be stored: a file that is a little too large comes back with everything else.
    let limit = attributes.reduce(0) { $0 + $1.maximumLength } + 10_000_000
    var form = try await SubmittedForm(request, files: .folder(folder, limit: limit))
    for attribute in attributes { form.chosen[attribute.name] = try await form.choice(of: attribute, screens) }
    form.files = []
    return form
  }

  private func choice(of attribute: AttributeDescription, _ screens: AppScreens) async throws -> ChosenFile? {
    if var file = file(attribute.name) {
      if attribute.kind == .picture { file = try await file.shown(by: screens.app.services.heic) }
      guard file.count <= attribute.maximumLength else {
        return .refused(
          Phrase("This can have at most {count} bytes", ["count": .count(attribute.maximumLength)]))
      }
      let blob = try file.blob(screens.store)
      if attribute.kind == .picture, let fault = try PictureFault.fault(in: blob) { return .refused(fault.phrase) }
      return .chosen(blob, name: file.name, token: screens.chosenFiles.keep(blob, file.name))
    }
    if self[FormName.fileRemoval(attribute.name)] == "1" { return .removed }
    guard let token = self[FormName.file(attribute.name)], !token.isEmpty else { return nil }
    guard let (blob, name) = screens.chosenFiles.file(token) else {
      return .refused("The file that was chosen here is no longer known. Choose it again.")
    }
    return .chosen(blob, name: name, token: token)
  }
}

extension SubmittedFile {
  /// The bytes as a store takes them.
  func blob(_ store: Store) throws -> Blob {
    let receiver = store.blobReceiver()
    let file = try FileHandle(forReadingFrom: content)
    defer { try? file.close() }
    while let part = try file.read(upToCount: 1 << 16), !part.isEmpty {
      try part.withUnsafeBytes { try receiver.append($0) }
    }
    return try receiver.finish()
  }
}
