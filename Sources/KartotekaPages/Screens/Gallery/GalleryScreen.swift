import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The pages of a record's pictures or files: one picture enlarged, the addition, the order and the deletion.
struct GalleryScreen: Sendable {
  /// The maximum number of pictures of the maximum size in one form.
  static let atOnce = 10
  /// The most bytes of one of them in a form, whatever its field allows: sums of lengths in descriptions have no end.
  static let mostOfOne = 2_000_000_000

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
    let all = try await gallery.shown(of: id)
    let place = all.firstIndex(of: pictureID) ?? 0
    let title = try await screens.title(of: record, say)
    let numbers: [String: Phrase.Argument] = ["number": .count(place + 1), "count": .count(all.count)]
    let name = say("Picture {number} of {count}", numbers)
    var page = PicturePage(
      title: name, pageTitle: name + " – " + title,
      back: (title, address(of: id, request).place(RecordOrigin.place(of: pictureID, gallery.entity))),
      source: source, alternative: gallery.alternative(picture, place + 1, title, say),
      credit: gallery.credit(of: picture),
      delete: screens.isFixed(gallery.entity) ? nil : gallery.path(of: id).appending(pictureID).appending("delete"))
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
    let limit = min(gallery.attribute.maximumLength, Self.mostOfOne) * Self.atOnce
    let entity = gallery.entity
    let form = try await SubmittedForm(request, files: .folder(folder.url, limit: limit))
    let asked = asked(form)
    guard let record = try await screens.store.record(list.entity, id: id) else { throw ScreenFault.noSuchRecord(list) }
    var pictures: [AnyRecord] = []
    var problems: [String] = []
    for (index, file) in form.files.enumerated() where file.field == gallery.attribute.name {
      do {
        let shown = gallery.areFiles ? file : try await file.shown(by: screens.app.services.heic)
        let blob = try bytes(of: shown)
        var picture = AnyRecord(entity)
        picture[gallery.attribute.name] = .blob(blob)
        gallery.setFileName(file.name, of: &picture)
        if let thumbnail = gallery.thumbnail?.name {
          picture[thumbnail] = try await small(of: shown, blob, in: form, behind: index)
        }
        if let inverse = gallery.relationship.inverse { picture[inverse] = .integer(id) }
        pictures.append(picture)
      } catch let error as RefusedPicture {
        let reason = Phrase.Argument.phrase(error.reason)
        problems.append(asked.say("{file}: {reason}", ["file": .text(file.name), "reason": reason]))
      }
    }
    if pictures.isEmpty, problems.isEmpty {
      problems = [asked.say(gallery.areFiles ? "No file was chosen." : "No picture was chosen.")]
    }
    let (changeSet, repeated) = try await store(pictures, of: id, asked.say)
    if repeated > 0 {
      let sentence = gallery.areFiles ? "{count} files are there already." : "{count} pictures are there already."
      problems.append(asked.say(sentence, ["count": .count(repeated)]))
    }
    guard problems.isEmpty else { return try await page(record, problems, changeSet, asked) }
    return .seeOther(address(of: id, asked).place(gallery.section), changeSet: changeSet)
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

  // Adds those that the record does not have yet. It is looked at within the transaction, so that a form that is sent twice at
  // once adds each of them once.
  private func store(
    _ pictures: [AnyRecord], of id: RecordID, _ say: Localizer
  ) async throws -> (changeSet: Int64?, repeated: Int) {
    guard !pictures.isEmpty else { return (nil, 0) }
    let (gallery, store) = (gallery, screens.store)
    let own = "{count} " + gallery.entity.nouns.many
    // Other nouns of people have no plural forms in the catalogue.
    let key = say.knows(own) ? own : gallery.areFiles ? "{count} files" : "{count} pictures"
    let outcome = try await store.perform(.screen) { transaction -> Int in
      var known = try transaction.related(gallery.list.entity, gallery.relationship, of: id)
        .compactMap { try transaction.record(gallery.entity, id: $0)?[gallery.attribute.name] }
      var repeated = 0
      let added = pictures.filter { picture in
        let value = picture[gallery.attribute.name]
        if known.contains(value) {
          repeated += 1
          return false
        }
        known.append(value)
        return true
      }
      if added.count > 1 {
        transaction.name = Phrase(
          "Added {counted}", ["counted": .phrase(Phrase(key, ["count": .count(added.count)]))])
      }
      for picture in added { try transaction.insert(picture) }
      return repeated
    }
    return (outcome.changeSet, outcome.value)
  }

  // MARK: Order

  /// Moves a picture before or after another one. A neighbour that is gone meanwhile moves nothing.
  func move(
    _ id: RecordID, _ pictureID: RecordID, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    guard let order = gallery.description.order, try await picture(pictureID, of: id) != nil else {
      throw ScreenFault.noSuchRecord(list)
    }
    let (before, after) = (form["before"].flatMap { RecordID($0) }, form["after"].flatMap { RecordID($0) })
    let gallery = gallery
    let outcome = try await screens.store.perform(.screen) { transaction in
      let records = try transaction.related(gallery.list.entity, gallery.relationship, of: id)
        .compactMap { try transaction.record(gallery.entity, id: $0) }
      let places = ItemOrder(records.map { ($0.id ?? 0, $0[order]) }).moving(pictureID, before: before, after: after)
      transaction.name = Phrase("Moved {title}", ["title": .phrase(Phrase(gallery.relationship.label))])
      for var record in records {
        guard let place = places[record.id ?? 0] else { continue }
        record[order] = .integer(place)
        try transaction.update(record)
      }
    }
    return .seeOther(address(of: id, request).place(gallery.section), changeSet: outcome.changeSet)
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
      let most = gallery.areFiles ? "A file can have at most {count} MB" : "A picture can have at most {count} MB"
      throw RefusedPicture(reason: Phrase(most, ["count": .count(limit / 1_000_000)]))
    }
    let blob = try file.blob(screens.store)
    if gallery.areFiles { return blob }
    if let fault = try PictureFault.fault(in: blob) { throw RefusedPicture(reason: fault.phrase) }
    return blob
  }
}
