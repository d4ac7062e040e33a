import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The pages of a record's pictures: one enlarged, the addition and the deletion.
struct GalleryScreen: Sendable {
  /// The maximum number of pictures of the maximum size in one form.
  private static let atOnce = 10

  let gallery: Gallery

  private var list: ListScreen { gallery.list }
  private var screens: AppScreens { gallery.screens }

  // MARK: One picture

  /// The page of a picture.
  func page(_ id: RecordID, _ pictureID: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let record = try await screens.store.record(list.entity, id: id),
      let picture = try await picture(pictureID, of: id),
      let source = screens.picture(gallery.attribute.name, of: picture)
    else { throw ScreenFault.noSuchRecord(list) }
    let all = try await screens.store.related(gallery.relationship, of: id)
    let place = all.firstIndex(of: pictureID) ?? 0
    let title = try await screens.title(of: record, say)
    let numbers: [String: Phrase.Argument] = ["number": .count(place + 1), "count": .count(all.count)]
    let name = say("Picture {number} of {count}", numbers)
    var page = PicturePage(
      title: name, pageTitle: name + " – " + title,
      back: (title, address(of: id, request).place(RecordOrigin.place(of: pictureID, gallery.entity))),
      source: source, alternative: gallery.alternative(picture, place + 1, title, say),
      credit: gallery.credit(of: picture),
      delete: gallery.path(of: id).appending(pictureID).appending("delete"))
    if case .blob(let blob) = picture[gallery.attribute.name], let header = try? PictureHeader.read(blob) {
      page.size = (header.width, header.height)
    }
    func step(_ place: Int) -> URLPath? {
      guard all.indices.contains(place) else { return nil }
      return gallery.path(of: id).appending(all[place]).with("via", unlessEmpty: request.via ?? "").with(list: request)
    }
    page.caption = gallery.caption(of: picture, say)
    page.previous = step(place - 1)
    page.next = step(place + 1)
    if ListScreen(screens, of: gallery.entity) != nil {
      page.change = screens.path(of: gallery.entity).appending(pictureID).with("via", request.trail(from: record))
    }
    page.hidden = request.originMessage.fields
    return try await screens.page(
      name + " – " + title, for: request, tab: list.tab.path, deepest: .record, hasTwoColumns: false, kind: .picture,
      columns: [page])
  }

  /// Deletes a picture.
  func delete(_ id: RecordID, _ pictureID: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard try await picture(pictureID, of: id) != nil else { throw ScreenFault.noSuchRecord(list) }
    let outcome = try await screens.store.perform(.screen) { [entity = gallery.entity] in
      try $0.delete(entity, id: pictureID)
    }
    return .seeOther(address(of: id, request).place(gallery.section), changeSet: outcome.changeSet)
  }

  private func picture(_ pictureID: RecordID, of id: RecordID) async throws -> AnyRecord? {
    let picture = try await screens.store.record(gallery.entity, id: pictureID)
    guard let inverse = gallery.relationship.inverse, picture?[inverse] == .integer(id) else { return nil }
    return picture
  }

  // The record's page with the way by which it was opened.
  private func address(of id: RecordID, _ request: ScreenRequest) -> URLPath {
    screens.path(of: list.entity).appending(id).with("via", unlessEmpty: request.via ?? "").with(list: request)
  }

  // MARK: Addition

  /// Adds the pictures of a form: all valid ones in one change set. The others are reported.
  ///
  /// Pictures are streamed through a folder.
  func add(_ id: RecordID, _ request: Request, _ asked: (SubmittedForm) -> ScreenRequest) async throws -> ScreenDocument
  {
    let folder = try screens.store.formFolder()
    defer { folder.remove() }
    let limit = gallery.attribute.maximumLength * Self.atOnce
    let form = try await SubmittedForm(request, files: .folder(folder.url, limit: limit))
    let asked = asked(form)
    guard let record = try await screens.store.record(list.entity, id: id) else { throw ScreenFault.noSuchRecord(list) }
    var pictures: [AnyRecord] = []
    var problems: [String] = []
    let most = AnyFetchRequest.limits.most
    var known = try await gallery.pictures(of: id, limit: most, readsBlobs: false).records
    var repeated = 0
    for (index, file) in form.files.enumerated() where file.field == gallery.attribute.name {
      do {
        let shown = try await file.shown(by: screens.app.services.heic)
        let blob = try bytes(of: shown)
        if try await isThere(blob, among: known) {
          repeated += 1
          continue
        }
        var picture = AnyRecord(gallery.entity)
        picture[gallery.attribute.name] = .blob(blob)
        if let thumbnail = gallery.thumbnail?.name {
          picture[thumbnail] = try await small(of: shown, blob, in: form, behind: index)
        }
        if let inverse = gallery.relationship.inverse { picture[inverse] = .integer(id) }
        pictures.append(picture)
        known.append(picture)
      } catch let error as RefusedPicture {
        let reason = Phrase.Argument.phrase(error.reason)
        problems.append(asked.say("{file}: {reason}", ["file": .text(file.name), "reason": reason]))
      }
    }
    if repeated > 0 { problems.append(asked.say("{count} pictures are there already.", ["count": .count(repeated)])) }
    if pictures.isEmpty, problems.isEmpty { problems = [asked.say("No picture was chosen.")] }
    let changeSet = try await store(pictures)
    guard problems.isEmpty else { return try await page(record, problems, changeSet, asked) }
    return .seeOther(address(of: id, asked).place(gallery.section), changeSet: changeSet)
  }

  // Whether a record has a picture already. Size and first bytes, which a list contains, distinguish most pictures; the rest
  // is compared completely.
  private func isThere(_ blob: Blob, among known: [AnyRecord]) async throws -> Bool {
    for picture in known {
      guard case .blob(let other) = picture[gallery.attribute.name], other.count == blob.count,
        other.head == blob.head
      else { continue }
      if !other.isOutline {
        if other == blob { return true }
      } else if let id = picture.id, let record = try await screens.store.record(gallery.entity, id: id),
        record[gallery.attribute.name] == .blob(blob)
      {
        return true
      }
    }
    return false
  }

  // The thumbnail that a browser made of the preceding picture, or, if the browser could not read it, the server of the
  // converted picture; null if there is none or it is invalid.
  private func small(
    of shown: SubmittedFile, _ picture: Blob, in form: SubmittedForm, behind index: Int
  ) async throws -> Value {
    guard let thumbnail = gallery.thumbnail else { return .null }
    let next = form.files.indices.contains(index + 1) ? form.files[index + 1] : nil
    let blob: Blob
    if let next, next.field == thumbnail.name {
      blob = try next.blob(screens.store)
    } else if shown.content != form.files[index].content, let converter = screens.app.services.heic,
      let size = try PictureHeader.read(picture),
      let file = try await converter.thumbnail(of: shown.content, side: max(size.width, size.height))
    {
      let receiver = screens.store.blobReceiver()
      try receiver.append(contentsOf: file)
      blob = try receiver.finish()
    } else {
      return .null
    }
    guard blob.count <= thumbnail.maximumLength else { return .null }
    return try PictureFault.fault(in: blob) == nil ? .blob(blob) : .null
  }

  private func store(_ pictures: [AnyRecord]) async throws -> Int64? {
    guard !pictures.isEmpty else { return nil }
    let name = Phrase(
      "Added {counted}",
      ["counted": .phrase(Phrase("{count} " + gallery.entity.nouns.many, ["count": .count(pictures.count)]))])
    return try await screens.store.perform(.screen) { transaction in
      if pictures.count > 1 { transaction.name = name }
      for picture in pictures { try transaction.insert(picture) }
    }.changeSet
  }

  // The record's page with the faults of pictures.
  private func page(
    _ record: AnyRecord, _ problems: [String], _ changeSet: Int64?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var asked = request
    asked.problems = problems
    if let changeSet { asked.changeSets.apply(.add(changeSet)) }
    asked.address = address(of: record.id ?? 0, request)
    var document = try await RecordScreen(list: list).page(
      RecordDraft(record, request.say), asked, status: .unprocessableContent)
    document.changeSet = changeSet
    return document
  }

  /// The reason why a file is refused.
  private struct RefusedPicture: Error {
    let reason: Phrase
  }

  private func bytes(of file: SubmittedFile) throws -> Blob {
    let limit = gallery.attribute.maximumLength
    guard file.count <= limit else {
      throw RefusedPicture(
        reason: Phrase("A picture can have at most {count} MB", ["count": .count(limit / 1_000_000)]))
    }
    let blob = try file.blob(screens.store)
    if let fault = try PictureFault.fault(in: blob) { throw RefusedPicture(reason: fault.phrase) }
    return blob
  }
}
