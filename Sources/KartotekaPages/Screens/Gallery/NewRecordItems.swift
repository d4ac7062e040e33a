import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Several pictures and files of a record that is not saved yet. A form says of each what it says of the bytes of a field, under a
// name that no field has: so they are kept, shared between servers and forgotten with those.
extension Gallery {
  /// The galleries of a list's records that take pictures or files.
  static func all(_ list: ListScreen) -> [Gallery] {
    list.list.sections.compactMap { Gallery(list, $0) }
      .filter { $0.description.order != nil && !$0.screens.isFixed($0.entity) }
  }

  private var name: String { relationship.name }

  // The names of what a form says, in the order of its places.
  private func items(in chosen: [String: ChosenFile]) -> [String] {
    chosen.keys.filter { $0.hasPrefix(name + "/") && !$0.hasSuffix(FormName.smallItem("")) }.sorted()
  }

  /// The part of a new record's form.
  func part(_ draft: RecordDraft, _ say: Localizer) -> NewItems {
    var part = NewItems(
      name: name, title: say(relationship.label), areFiles: areFiles, limit: attribute.maximumLength,
      hasThumbnails: thumbnail != nil)
    for item in items(in: draft.chosen) {
      guard case .chosen(_, let name, _)? = draft.chosen[item], let hidden = draft.chosen[item]?.hidden(item) else {
        continue
      }
      part.chosen.append((name, hidden))
      let small = FormName.smallItem(item)
      if let hidden = draft.chosen[small]?.hidden(small) { part.thumbnails.append(hidden) }
    }
    part.problems = draft.errors.filter { $0.key.hasPrefix(name + "/") }.sorted { $0.key < $1.key }.map(\.value)
    return part
  }

  /// Adds those of a form to a saved record.
  func save(_ chosen: [String: ChosenFile], of id: RecordID, in transaction: Transaction) throws {
    var known: [Value] = []
    for item in items(in: chosen) {
      guard case .chosen(let blob, let fileName, _)? = chosen[item], !known.contains(.blob(blob)) else { continue }
      known.append(.blob(blob))
      var record = AnyRecord(entity)
      record[attribute.name] = .blob(blob)
      setFileName(fileName, of: &record)
      if let thumbnail, case .chosen(let small, _, _)? = chosen[FormName.smallItem(item)],
        small.count <= thumbnail.maximumLength
      {
        record[thumbnail.name] = .blob(small)
      }
      if let inverse = relationship.inverse { record[inverse] = .integer(id) }
      try transaction.insert(record)
    }
  }
}

extension SubmittedForm {
  /// Takes the pictures or files of a gallery: those that a form brought before, and those that it brings.
  /// - Throws: `CocoaError`.
  mutating func choose(_ gallery: Gallery) async throws {
    let (screens, section) = (gallery.screens, gallery.relationship.name)
    // Behind those that were brought before: some of their places may be free.
    var place = 0
    let prefix = FormName.file(section + "/")
    for name in names.filter({ $0.hasPrefix(prefix) }).sorted() {
      let item = String(name.dropFirst(FormName.file("").count))
      guard let token = self[name], !token.isEmpty else { continue }
      do {
        if let (blob, name) = try await screens.chosenFiles.file(token) {
          chosen[item] = .chosen(blob, name: name, token: token)
        } else if !item.hasSuffix(FormName.smallItem("")) {
          chosen[item] = .refused("The file that was chosen here is no longer known. Choose it again.")
        }
      } catch StoreError.primary(_, _, let refusal) {
        chosen[item] = .refused(refusal.phrase)
      }
      place = max(place, FormName.place(ofItem: item, section) + 1)
    }
    let smalls = files.filter { $0.field == FormName.smallItems(section) }
    for (index, file) in files.filter({ $0.field == FormName.items(section) }).enumerated() {
      let item = FormName.item(section, place + index)
      chosen[item] = try await gallery.choice(of: file)
      guard gallery.thumbnail != nil, case .chosen? = chosen[item],
        let small = smalls.first(where: { $0.name == String(index) }), small.isWhole
      else { continue }
      let blob = try small.blob(screens.store)
      guard try PictureFault.fault(in: blob) == nil else { continue }
      chosen[FormName.smallItem(item)] = .chosen(
        blob, name: small.name, token: screens.chosenFiles.keep(blob, small.name))
    }
  }
}

extension Gallery {
  // One of a form's files: to be stored, or why not, with its name.
  fileprivate func choice(of file: SubmittedFile) async throws -> ChosenFile {
    func refused(_ reason: Phrase) -> ChosenFile {
      .refused(Phrase("{file}: {reason}", ["file": .text(file.name), "reason": .phrase(reason)]))
    }
    let limit = attribute.maximumLength
    let most = areFiles ? "A file can have at most {count} MB" : "A picture can have at most {count} MB"
    let excess = Phrase(most, ["count": .count(limit / 1_000_000)])
    guard file.isWhole, file.count <= limit else { return refused(excess) }
    let shown = areFiles ? file : try await file.shown(by: screens.app.services.heic)
    guard shown.count <= limit else { return refused(excess) }
    let blob = try shown.blob(screens.store)
    if !areFiles, let fault = try PictureFault.fault(in: blob) { return refused(fault.phrase) }
    return .chosen(blob, name: file.name, token: screens.chosenFiles.keep(blob, file.name))
  }
}
