import KartotekaModel
import KartotekaScreens

/// The first form of a new document. A person changes all of it.
package enum DocumentTemplate: String, Hashable, Sendable, CaseIterable {
  case invoice, receipt, letter, deliveryNote

  /// The title, a key into the catalogue.
  package var title: String {
    switch self {
    case .invoice: "Invoice"
    case .receipt: "Receipt"
    case .letter: "Letter"
    case .deliveryNote: "Delivery note"
    }
  }

  // The heading above the address, a key into the catalogue.
  fileprivate var recipientTitle: String {
    switch self {
    case .invoice: "Bill to"
    case .receipt: "Received from"
    case .letter: ""
    case .deliveryNote: "Deliver to"
    }
  }

  fileprivate var omitted: [DocumentDescription.Part] {
    switch self {
    case .invoice, .receipt: []
    case .letter: [.lines, .sums]
    case .deliveryNote: [.price, .discount, .amount, .sums]
    }
  }
}

// Documents of records.
extension AppDocument {
  /// The most documents of an entity's records: each has a button on their pages.
  package static let mostDocuments = 20

  /// The documents of an entity's records.
  package func documents(of entity: String) -> [DocumentDescription] { list(of: entity)?.documents ?? [] }

  /// The name in addresses that a new document gets.
  package func documentName(_ template: DocumentTemplate, of entity: String) -> String {
    let owner = self.entity(entity)
    let base = template == .deliveryNote ? "delivery-note" : template.rawValue
    let taken = Set(documents(of: entity).map(\.name) + (owner?.relationships.map(\.name) ?? []))
    var (name, number) = (base, 2)
    while taken.contains(name) {
      name = base + "-" + String(number)
      number += 1
    }
    return name
  }

  /// Adds a document of an entity's records, with an address and days as far as there are any.
  @discardableResult
  package mutating func addDocument(
    _ template: DocumentTemplate, _ title: String, to entity: String
  ) throws(ShapeFault) -> String {
    let owner = entities[try place(entity)]
    guard !title.isEmpty else { throw ShapeFault("title", "This can't be empty") }
    guard list(of: entity) != nil else { throw ShapeFault("", "Documents need a list of the records that have them") }
    guard documents(of: entity).count < Self.mostDocuments else {
      throw ShapeFault("", Phrase("There can be at most {count}.", ["count": .count(Self.mostDocuments)]))
    }
    var document = DocumentDescription(
      name: documentName(template, of: entity), title: title, sender: [], recipientTitle: template.recipientTitle,
      recipient: recipient(of: owner), facts: owner.attributes.filter { $0.kind == .date }.map(\.name))
    document.omitted = template.omitted
    changeLists(of: entity) { list in list.documents.append(document) }
    return document.name
  }

  // The first related record with its short texts.
  private func recipient(of owner: DocumentEntity) -> [[String]] {
    guard let link = owner.relationships.first(where: { $0.cardinality == .toOne }),
      let target = self.entity(link.target)
    else { return [] }
    let texts = target.attributes.filter { attribute in
      attribute.kind == .text && !attribute.multiline && !attribute.isTitle && attribute.stamp == nil
        && attribute.barcode == nil || attribute.kind == .country
    }
    return [[link.name]] + texts.prefix(4).map { [link.name + "." + $0.name] }
  }

  /// Changes a document.
  package mutating func changeDocument(
    _ name: String, of entity: String, _ change: (inout DocumentDescription) throws(ShapeFault) -> Void
  ) throws(ShapeFault) {
    guard var document = documents(of: entity).first(where: { $0.name == name }) else { throw Self.noDocument }
    try change(&document)
    guard !document.title.isEmpty else { throw ShapeFault("title", "This can't be empty") }
    // A second list of the same records may have another one of the name, of which the rest stays.
    changeLists(of: entity) { list in
      for index in list.documents.indices where list.documents[index].name == name {
        var own = list.documents[index]
        if (try? change(&own)) != nil { list.documents[index] = own }
      }
    }
  }

  /// Moves a document up or down among the buttons of a record's page.
  package mutating func moveDocument(_ name: String, of entity: String, by step: Int) throws(ShapeFault) {
    changeLists(of: entity) { list in Self.move(&list.documents, by: step) { $0.name == name } }
  }

  /// Removes a document.
  package mutating func removeDocument(_ name: String, of entity: String) throws(ShapeFault) {
    guard documents(of: entity).contains(where: { $0.name == name }) else { throw Self.noDocument }
    changeLists(of: entity) { list in list.documents.removeAll { $0.name == name } }
  }

  private static let noDocument = ShapeFault("", "This document does not exist any more")

  /// The names of all documents of an entity's records, which its fields don't get.
  func documentNames(of entity: String) -> [String] {
    (tabs ?? []).flatMap { tab -> [String] in
      guard case .list(let list) = tab.screen, list.entity == entity else { return [] }
      return list.documents.map(\.name)
    }
  }
}
