import KartotekaModel

/// The addresses below a record's differ: those of its sections, of its documents, and of the platform itself.
struct RecordAddressesDiffer: AppRule {
  let id = "record-addresses-differ"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      // Other sections have no address of their own.
      let sections = list.sections.flatMap { section in
        [section.adding, section.gallery.map { _ in "" }].compactMap { $0.map { _ in section.name } }
      }
      let platform = list.lines == nil ? ["delete"] : ReservedNames.recordAddresses
      let reserved = sections.filter(platform.contains).map { name in
        fault(
          entity: entity.name, field: name, "The platform needs the name \(name) itself.",
          hint: "Choose another name.")
      }
      var taken: Set<String> = []
      let repeated = sections.filter { !taken.insert($0).inserted }.map { name in
        fault(
          entity: entity.name, field: name, "The list in “\(tab.title)” has the section \(name) twice.",
          hint: "Leave one of the two out.")
      }
      taken.formUnion(ReservedNames.fields.union(ReservedNames.recordAddresses))
      taken.formUnion(entity.relationships.map(\.name))
      let documents = list.documents.map(\.name).filter { name in
        !(NameForm.isKebabCase(name) || NameForm.isCamelCase(name)) || !taken.insert(name).inserted
      }.map { name in
        fault(
          entity: entity.name, field: name, "“\(name)” is no name for a document, or something else has it.",
          hint: "Use small ASCII letters, digits and hyphens, and each name once.")
      }
      return reserved + repeated + documents
    }
  }
}
