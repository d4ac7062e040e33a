import KartotekaModel

extension AppDocument {
  /// The most entities.
  package static let mostEntities = 200
  /// The most attributes, and the most relationships, of an entity.
  private static let mostFields = 500
  /// The most bytes of a name.
  private static let longestName = 60

  /// Everything that is wrong with the description, with its places in the document; empty when nothing is.
  public var faults: [DocumentFault] { check() }

  /// Everything that is wrong with the description, with its places in the document; empty when nothing is.
  package func check() -> [DocumentFault] {
    // The rules compare everything with everything, so that what is too large is refused first.
    let limits = overLimits()
    guard limits.isEmpty else { return limits }
    return description.check().prefix(DocumentReader.mostFaults).map(documentFault)
  }

  /// An error of the description with its place in the document.
  package func documentFault(_ fault: DescriptionFault) -> DocumentFault {
    var found = DocumentFault(path: path(of: fault), problem: "\(fault.problemText) \(fault.hintText)")
    guard let entity = entities.first(where: { $0.name == fault.entity }) else { return found }
    let attribute = entity.attributes.first { $0.name == fault.field }?.label
    let label = attribute ?? entity.relationships.first { $0.name == fault.field }?.label
    found.subject =
      label.map { Phrase("{a}, {b}", ["a": .phrase(Phrase(entity.nouns.many)), "b": .phrase(Phrase($0))]) }
      ?? Phrase(entity.nouns.many)
    return found
  }

  private func overLimits() -> [DocumentFault] {
    var faults: [DocumentFault] = []
    if entities.count > Self.mostEntities {
      faults.append(
        DocumentFault(path: "/entities", problem: "There are more than \(Self.mostEntities) entities."))
    }
    if entities.isEmpty {
      faults.append(DocumentFault(path: "/entities", problem: "There is no entity. Describe at least one."))
    }
    // A program may speak more languages than this one, and its descriptions have their words.
    for code in words.keys.sorted() where !Language.isCode(code) {
      faults.append(
        DocumentFault(path: DocumentReader.pointer(["words", code]), problem: "There is no language “\(code)” here."))
    }
    for (place, entity) in entities.enumerated() {
      if entity.attributes.count > Self.mostFields || entity.relationships.count > Self.mostFields {
        faults.append(
          DocumentFault(
            path: "/entities/\(place)", problem: "There are more than \(Self.mostFields) attributes or relationships."))
      }
      let names =
        [entity.name, entity.plural, entity.table] + entity.attributes.flatMap { [$0.name, $0.column] }
        + entity.relationships.flatMap { [$0.name, $0.column, $0.joinTable ?? ""] }
      for name in names where name.utf8.count > Self.longestName {
        faults.append(
          DocumentFault(
            path: "/entities/\(place)",
            problem: "The name “\(name.prefix(80))” is longer than \(Self.longestName) bytes."))
      }
    }
    return faults
  }

  private func path(of fault: DescriptionFault) -> String {
    guard let name = fault.entity else { return "" }
    guard let place = entities.firstIndex(where: { $0.name == name }) else { return "" }
    let steps = ["entities", String(place)]
    guard let field = fault.field else { return DocumentReader.pointer(steps) }
    let entity = entities[place]
    if let index = entity.attributes.firstIndex(where: { $0.name == field }) {
      return DocumentReader.pointer(steps + ["attributes", String(index)])
    }
    if let index = entity.relationships.firstIndex(where: { $0.name == field }) {
      return DocumentReader.pointer(steps + ["relationships", String(index)])
    }
    return DocumentReader.pointer(steps)
  }
}
