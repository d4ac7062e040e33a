import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@Suite("The shape of several pictures and files")
struct ItemsShapeTests {
  private static func document() throws -> AppDocument {
    var document = try AppDocument(
      json: Array(
        """
        {"version":1,"name":"shelf","entities":[
         {"name":"book","attributes":[{"name":"title","required":true,"title":true}]}]}
        """.utf8))
    try document.addItems(
      "Pictures", to: "book", areFiles: false, nouns: Nouns("picture", "pictures"),
      others: Nouns("Pictures (book)", "Pictures (books)"))
    return document
  }

  private static func shape(_ name: String, in document: AppDocument) throws -> FieldShape {
    try #require(document.entity("picture")?.attributes.first { $0.name == name }.flatMap { FieldShape($0) })
  }

  @Test("A field of pictures that becomes another kind leaves the gallery, and the list of their records stays")
  func changed() throws {
    for (name, kind) in [("place", FieldShape.Kind.text), ("caption", .integer)] {
      var document = try Self.document()
      var field = try Self.shape(name, in: document)
      (field.kind, field.isHiddenInForms) = (kind, false)
      (field.rules, field.isRequired) = (FieldShape().rules, false)
      try document.changeField(name, of: "picture", to: field)
      #expect(document.check().isEmpty, "\(name): \(document.check())")
      let list = try #require(document.list(of: "book"), "\(name)")
      #expect(list.sections.first?.gallery?.image == "picture" && list.picture == "pictures", "\(name)")
    }
    // Files have no first picture.
    var document = try Self.document()
    var field = try Self.shape("picture", in: document)
    field.kind = .file
    try document.changeField("picture", of: "picture", to: field)
    let list = try #require(document.list(of: "book"))
    #expect(document.check().isEmpty && list.picture == nil && list.sections.first?.gallery != nil)
  }

  @Test("A second field of pictures is called by its own label, and each goes with its field")
  func second() throws {
    var document = try Self.document()
    try document.addItems(
      "Covers", to: "book", areFiles: false, nouns: Nouns("picture", "pictures"), others: Nouns("cover", "covers"))
    #expect(document.entities.map(\.nouns.one).suffix(2) == ["picture", "cover"])
    try document.removeFieldWithItems("pictures", of: "book")
    #expect(document.entities.map(\.nouns.one).suffix(1) == ["cover"] && document.entities.count == 2)
    #expect(document.check().isEmpty)
  }

  @Test("A kind of record that people made themselves is no part of another one, though each record has a file")
  func own() throws {
    var document = try Self.document()
    let place = try #require(document.entities.firstIndex { $0.name == "picture" })
    let order = try #require(document.entities[place].attributes.firstIndex { $0.name == "place" })
    document.entities[place].attributes[order].defaultValue = .integer(1)
    try document.removeFieldWithItems("pictures", of: "book")
    #expect(document.entities.map(\.name) == ["book", "picture"])
    #expect(document.check().isEmpty, "\(document.check())")
  }

  @Test("Kinds that lead to each other, as pictures lead to their records, are removed one by one")
  func circle() throws {
    var document = try AppDocument(
      json: Array(
        """
        {"version":1,"name":"shelf","entities":[
         {"name":"book","attributes":[{"name":"title","required":true,"title":true}]},
         {"name":"shelf","attributes":[{"name":"title","required":true,"title":true}]}]}
        """.utf8))
    for entity in document.entities.indices where ["book", "shelf"].contains(document.entities[entity].name) {
      var scan = AttributeDescription(name: "scan", label: "Scan", kind: .blob)
      var number = AttributeDescription(name: "number", label: "Number", kind: .integer)
      (scan.isRequired, number.isHiddenInForms) = (true, true)
      number.defaultValue = .integer(AppDocument.lastPlace)
      document.entities[entity].attributes += [scan, number]
    }
    for (one, other) in [("book", "shelf"), ("shelf", "book")] {
      var link = LinkShape()
      (link.label, link.target, link.backLabel) = ("Owner " + other, other, "Owned " + one)
      (link.isRequired, link.deleteRule) = (true, .cascade)
      try document.addLink(link, to: one)
    }
    try document.removeEntity("book")
    #expect(document.entity("book") == nil && document.entity("shelf") != nil)
  }
}
