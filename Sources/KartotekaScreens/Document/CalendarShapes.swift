import KartotekaModel

extension CalendarDescription.View: DocumentValue {}

extension CalendarDescription: DocumentValue {
  package static var shape: Shape<CalendarDescription> {
    .object("Calendar", CalendarDescription(entity: "", start: "")) {
      Member.needed("entity", \.entity, "The entity whose records it shows.")
      Member.needed("start", \.start, "The attribute with the day or the moment at which a record begins.")
      Member.optional("minutes", \.minutes, "The attribute with the number of minutes that a record lasts.")
      Member.optional("title", \.title, "What a record's first line shows; its title unless given.")
      Member.optional("subtitle", \.subtitle, "What a record's second line shows.")
      Member.optional("view", \.view, "The period that is shown first; a week unless given.")
    }
  }
}
