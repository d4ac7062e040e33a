import KartotekaModel

/// The picture in a list's rows is an attribute of its entity, and a picture.
struct ListPictureKnown: AppRule {
  let id = "list-picture-known"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.compactMap { tab, list, entity in
      guard let name = list.picture, entity.attribute(name)?.kind != .picture else { return nil }
      return fault(
        entity: entity.name, field: name, "The list in “\(tab.title)” shows it as a picture, which it is not.",
        hint: "Declare it `as: .picture`, or leave `withPictures` out.")
    }
  }
}
