import KartotekaModel
import KartotekaScreens

// Several pictures or files of a record: records of a kind of their own, each with its bytes. So they are kept, undone, backed up
// and sent as all records are, and what two people add at once is there twice.
extension AppDocument {
  /// The number by which new pictures and files stand: behind those that were moved, in the order in which they were added.
  package static let lastPlace: Int64 = 1_000_000
  /// The most bytes of a thumbnail.
  package static let largestThumbnail = 200_000

  /// Adds a field for several pictures or files.
  /// - Parameters:
  ///   - label: the field's label.
  ///   - entity: the kind of record that has them.
  ///   - areFiles: whether they are files of any kind.
  ///   - nouns: what they are called, where no other kind is called so.
  ///   - others: what they are called where one is, such as a second field of one application with pictures.
  /// - Returns: the name of the relationship to them.
  @discardableResult package mutating func addItems(
    _ label: String, to entity: String, areFiles: Bool, nouns: Nouns, others: Nouns
  ) throws(ShapeFault) -> String {
    let owner = entities[try place(entity)]
    guard list(of: entity) != nil else { throw ShapeFault("", "Its records have no list, and so no page for this") }
    try checkLabel(label, in: owner, except: nil)
    var bytes = FieldShape()
    (bytes.label, bytes.kind, bytes.isRequired) = (areFiles ? "File" : "Picture", areFiles ? .file : .picture, true)
    var name = FieldShape()
    name.label = "File name"
    name.rules.maximumLength = 255
    var caption = FieldShape()
    caption.label = "Caption"
    caption.rules.maximumLength = 300
    var order = FieldShape()
    (order.label, order.kind, order.isHiddenInForms) = ("Place", .integer, true)
    (order.rules.minimum, order.rules.initial) = (.integer(0), .integer(Self.lastPlace))
    let isTaken = entities.contains { other in
      Naming.key(other.nouns.one) == Naming.key(nouns.one) || Naming.key(other.nouns.many) == Naming.key(nouns.many)
    }
    let called = isTaken ? others : nouns
    let item: String
    do throws(ShapeFault) {
      item = try addEntity(one: called.one, many: called.many, fields: [name, bytes, caption, order])
    } catch {
      throw ShapeFault(["one", "many"].contains(error.field) ? "label" : error.field, error.phrase)
    }
    var link = LinkShape()
    // A kind may be called as a field of the items is, such as places with pictures.
    let taken = Set((self.entity(item)?.attributes ?? []).map { Naming.key($0.label) })
    let free = [Self.capitalized(owner.nouns.one), "Card"].first { !taken.contains(Naming.key($0)) }
    (link.label, link.target, link.backLabel) = (free ?? "Record", entity, label)
    (link.isRequired, link.deleteRule) = (true, .cascade)
    do throws(ShapeFault) {
      let toOwner = try addLink(link, to: item)
      return try showItems(of: item, toOwner, at: entity, isCover: !areFiles)
    } catch {
      throw ShapeFault(error.field == "backLabel" ? "label" : error.field, error.phrase)
    }
  }

  // Shows the items on the pages of their records, and the first picture in rows without another one. Their own list stands under
  // More, since they are seen with their records.
  private mutating func showItems(
    of item: String, _ toOwner: String, at entity: String, isCover: Bool
  ) throws(ShapeFault) -> String {
    guard let back = self.entity(entity)?.relationships.first(where: { $0.target == item && $0.inverse == toOwner }),
      let gallery = gallery(of: back)
    else { throw Self.unknown }
    changeLists(of: entity) { list in
      list.sections.removeAll { $0.name == back.name }
      list.sections.append(ListDescription.Section(back.name, gallery: gallery))
      if isCover, list.picture == nil { list.picture = back.name }
    }
    changeLists(of: item) { list in
      (list.subtitle, list.value, list.sort, list.hasInitials) = ([toOwner], nil, [], false)
    }
    if let nouns = self.entity(item)?.nouns.many {
      try changeTab(of: item, title: Self.capitalized(nouns), symbol: isCover ? .camera : .folder, isUnderMore: true)
    }
    return back.name
  }

  /// The gallery of a to-many relationship whose records are pictures or files; nil where they are none: each has bytes that
  /// it needs, a file name and a number by which it stands, and goes with its record.
  package func gallery(of relationship: RelationshipDescription) -> GalleryDescription? {
    guard relationship.cardinality == .toMany, let item = entity(relationship.target),
      let owner = item.relationships.first(where: { $0.name == relationship.inverse }), owner.isRequired,
      owner.deleteRule == .cascade,
      let bytes = item.attributes.first(where: { $0.isBytes && $0.isRequired && $0.thumbnailOf == nil }),
      let name = item.attributes.first(where: { $0.kind == .text && $0.isTitle }),
      let order = item.attributes.first(where: { $0.kind == .integer && $0.isHiddenInForms })
    else { return nil }
    var gallery = GalleryDescription(of: bytes.name)
    (gallery.fileName, gallery.order) = (name.name, order.name)
    gallery.caption = item.attributes.first { $0.kind == .text && $0.name != name.name }?.name
    return gallery
  }

  /// Takes a field of the items out of the galleries that show them.
  static func forgetInGalleries(
    of list: inout ListDescription, _ name: String, of entity: String, _ targets: [String: String]
  ) {
    for index in list.sections.indices where targets[list.entity + "." + list.sections[index].name] == entity {
      guard let gallery = list.sections[index].gallery else { continue }
      if gallery.image == name {
        // Without the bytes they are rows.
        list.sections[index].gallery = nil
        if list.picture == list.sections[index].name { list.picture = nil }
      }
      for part in [\GalleryDescription.fileName, \.order, \.caption, \.date, \.credit, \.link]
      where gallery[keyPath: part] == name { list.sections[index].gallery?[keyPath: part] = nil }
    }
  }

  /// The kinds of several pictures and files that belong to the records of a kind alone, and go with it. A kind of records that
  /// people made themselves stays: its files are numbered otherwise, or others lead to it, too.
  func itemKinds(of owner: DocumentEntity) -> [String] {
    owner.relationships.filter { isItems($0, of: owner.name) }.map(\.target)
  }

  private func isItems(_ relationship: RelationshipDescription, of owner: String) -> Bool {
    guard relationship.target != owner, let order = gallery(of: relationship)?.order,
      let item = entity(relationship.target),
      item.attributes.contains(where: { $0.name == order && $0.defaultValue == .integer(Self.lastPlace) })
    else { return false }
    let isLedToByOthers = entities.contains { other in
      other.relationships.contains {
        $0.target == item.name && !(other.name == owner && $0.name == relationship.name)
      }
    }
    return !isLedToByOthers && item.relationships.allSatisfy { $0.cardinality == .toOne }
  }

  /// Removes a field of any kind, of several pictures or files with their kind of record.
  package mutating func removeFieldWithItems(_ name: String, of entity: String) throws(ShapeFault) {
    if let relationship = self.entity(entity)?.relationships.first(where: { $0.name == name }),
      isItems(relationship, of: entity)
    {
      return try removeEntity(relationship.target)
    }
    try removeField(name, of: entity)
  }

  /// Gives a picture field the small picture that lists show. Browsers make it of what is chosen.
  mutating func addThumbnail(of picture: String, in entity: String) {
    guard let place = entities.firstIndex(where: { $0.name == entity }),
      let index = entities[place].attributes.firstIndex(where: { $0.name == picture }),
      !entities[place].attributes.contains(where: { $0.thumbnailOf == picture })
    else { return }
    let name = freeName(for: picture + "Small", in: entities[place])
    var thumbnail = AttributeDescription(name: name, label: "Small picture", kind: .picture)
    let labels = Set(entities[place].attributes.map { Naming.key($0.label) })
    if labels.contains(Naming.key(thumbnail.label)) {
      thumbnail.label = entities[place].attributes[index].label + " (S)"
    }
    (thumbnail.thumbnailOf, thumbnail.maximumLength) = (picture, Self.largestThumbnail)
    entities[place].attributes.insert(thumbnail, at: index + 1)
  }

  /// Removes the small picture of a field.
  mutating func removeThumbnail(of picture: String, in entity: String) {
    guard let place = entities.firstIndex(where: { $0.name == entity }) else { return }
    for gone in entities[place].attributes.filter({ $0.thumbnailOf == picture }).map(\.name) {
      entities[place].attributes.removeAll { $0.name == gone }
      forget(gone, of: entity)
    }
  }
}
