import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The pictures or files of a record of a list: the section of its page, the page of one picture, the addition, and the order.
struct Gallery: Sendable {
  let list: ListScreen
  let relationship: RelationshipDescription
  /// The entity of the pictures or files.
  let entity: EntityDescription
  let attribute: AttributeDescription
  let description: GalleryDescription

  /// The gallery of a section; nil for a section of rows.
  init?(_ list: ListScreen, _ section: ListDescription.Section) {
    guard let description = section.gallery, let relationship = list.entity.relationship(section.name),
      let entity = list.screens.description.model.entity(named: relationship.target),
      let attribute = entity.attribute(description.image), attribute.isBytes
    else { return nil }
    self.list = list
    self.relationship = relationship
    self.entity = entity
    self.attribute = attribute
    self.description = description
  }

  var screens: AppScreens { list.screens }

  /// Whether it has files of any kind.
  var areFiles: Bool { attribute.kind != .picture }

  /// The id of the section on the record's page.
  var section: String { "s-" + relationship.name }

  /// The address for adding pictures to a record.
  func path(of id: RecordID) -> URLPath { screens.path(of: list.entity).appending(id).appending(relationship.name) }

  /// The section of a record's page.
  func section(
    of record: AnyRecord, most: Int, here: URLPath, problems: [String] = [], _ request: ScreenRequest
  ) async throws -> GallerySection {
    let (say, id) = (request.say, record.id ?? 0)
    let page = try await pictures(of: id, limit: most)
    let total = page.total ?? 0
    let title = try await screens.title(of: record, say)
    var section = GallerySection(
      id: section, title: say(relationship.label), count: say.language.grouped(total),
      poster: poster(of: record, title),
      tiles: page.records.enumerated().compactMap { place, picture in
        tile(of: picture, place, in: id, title, request)
      })
    section.hidden = FormMessage(trail: request.via).fields
    section.problems = problems
    if page.next != nil {
      section.all = (
        say("Show all {count}", ["count": .count(total)]), here.with("more", relationship.name).place(self.section)
      )
    }
    if !screens.isFixed(entity) {
      section.adding = .init(
        action: path(of: id), field: attribute.name, thumbnail: thumbnail?.name, limit: attribute.maximumLength,
        hidden: FormMessage(trail: request.via).fields)
      section.adding?.areFiles = areFiles
    }
    return section
  }

  // Nil for a picture that can't be shown. A file always has its row.
  private func tile(
    of picture: AnyRecord, _ place: Int, in id: RecordID, _ title: String, _ request: ScreenRequest
  ) -> GallerySection.Tile? {
    let say = request.say
    let source = screens.smallPicture(attribute.name, of: picture)
    guard areFiles || source != nil else { return nil }
    let name = areFiles ? fileName(of: picture, say) : alternative(picture, place + 1, title, say)
    let href = href(of: picture, in: id, request)
    var tile = GallerySection.Tile(
      place: RecordOrigin.place(of: picture.id ?? 0, entity),
      href: source == nil ? screens.bytes(attribute.name, of: picture) ?? href : href, source: source,
      alternative: name, caption: caption(of: picture, say), credit: credit(of: picture))
    if areFiles, case .blob(let blob) = picture[attribute.name] {
      tile.file = (say.size(blob.count), screens.preview(attribute.name, of: picture))
    }
    if description.order != nil, screens.mayChange(picture), !screens.isFixed(entity) {
      let path = path(of: id).appending(picture.id ?? 0)
      tile.placing = .init(
        name: String(picture.id ?? 0), move: path.appending("move"), delete: path.appending("delete"))
    }
    return tile
  }

  /// The name of a file.
  func fileName(of file: AnyRecord, _ say: Localizer) -> String {
    if case .text(let name)? = description.fileName.map({ file[$0] }), !name.isEmpty { return name }
    return file.title(in: say)
  }

  /// The address of a picture's page.
  func href(of picture: AnyRecord, in id: RecordID, _ request: ScreenRequest) -> URLPath {
    path(of: id).appending(picture.id ?? 0).with("via", unlessEmpty: request.via ?? "").with(list: request)
  }

  /// The attribute with thumbnails; nil if there is none.
  var thumbnail: AttributeDescription? { entity.thumbnail(of: attribute.name) }

  /// The caption and date of a picture; empty if there are none.
  func caption(of picture: AnyRecord, _ say: Localizer) -> String {
    let names = [description.caption, description.date].compactMap(\.self)
    return names.compactMap { entity.attribute($0) }.compactMap { picture.display($0, in: say) }.joined(
      separator: " · ")
  }

  /// The alternative text of a picture.
  func alternative(_ picture: AnyRecord, _ number: Int, _ title: String, _ say: Localizer) -> String {
    if case .text(let caption)? = description.caption.map({ picture[$0] }) { return caption }
    if case .text(let name)? = description.fileName.map({ picture[$0] }), !name.isEmpty { return name }
    return say("{title}, picture {number}", ["title": .text(title), "number": .text(say.language.grouped(number))])
  }

  /// The credit of a picture.
  func credit(of picture: AnyRecord) -> PictureCredit? {
    func text(_ name: String?) -> String { if case .text(let text)? = name.map({ picture[$0] }) { text } else { "" } }
    return PictureCredit(author: text(description.credit), link: text(description.link))
  }

  /// The pictures of a record in their order, or in that of their addition.
  func pictures(of id: RecordID, limit: Int, readsBlobs: Bool = true) async throws -> FetchPage {
    var request = AnyFetchRequest(entity.name)
    request.predicate = .isRelated(list.entity.name, relationship.name, id)
    request.sort = sort
    request.limit = limit
    request.readsBlobs = readsBlobs
    return try await screens.store.fetch(request)
  }

  /// The ids of all pictures of a record that can be shown, in their order.
  func shown(of id: RecordID) async throws -> [RecordID] {
    var request = AnyFetchRequest(entity.name)
    request.predicate = .isRelated(list.entity.name, relationship.name, id)
    (request.sort, request.limit, request.readsBlobs) = (sort, AnyFetchRequest.limits.most, false)
    request.wantsTotal = false
    var ids: [RecordID] = []
    while true {
      let page = try await screens.store.fetch(request)
      ids += page.records.filter { screens.picture(attribute.name, of: $0) != nil }.compactMap(\.id)
      guard let next = page.next else { return ids }
      request.position = .after(next)
    }
  }

  /// Gives a new picture or file the name of its file: as much of it as its field takes, and none that can't be stored.
  func setFileName(_ name: String, of record: inout AnyRecord) {
    guard let field = description.fileName, let attribute = entity.attribute(field),
      let position = entity.position(of: field)
    else { return }
    var plain = ""
    plain.unicodeScalars.append(contentsOf: name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
    let value = try? attribute.behavior.value(text: String(plain.prefix(attribute.maximumLength)), for: attribute)
    record.values[position] = value ?? .null
    if entity.fault(at: position, in: record) != nil { record.values[position] = .null }
  }

  /// The order of the pictures. Those that have the same number stand as they were added.
  var sort: [FetchSort] { (description.order.map { [FetchSort($0)] } ?? []) + [FetchSort("id")] }

  private func poster(of record: AnyRecord, _ title: String) -> Poster? {
    guard PackageTraits.haveGeography, let attribute = description.poster, case .text(let code) = record[attribute],
      let country = CountryCode(code)
    else {
      return nil
    }
    return Poster(country, title: title, outlines: screens.assets.outlines)
  }
}
