import KartotekaHTML
import KartotekaModel
import KartotekaStore

extension AppScreens {
  /// The fields of a new record's form, with the next number of each series. Another record may get it first.
  func numbered(_ fields: [FormField], of entity: EntityDescription, _ say: Localizer) async throws -> [FormField] {
    var fields = fields
    for index in fields.indices where fields[index].column.isSeries {
      guard let number = try await store.nextNumber(of: fields[index].column.name, entity) else { continue }
      let next = say("next: {number}", ["number": .text(number)])
      fields[index].placeholder = next
      // One that people don't type.
      if fields[index].display?.isEmpty == true { fields[index].display = next }
    }
    return fields
  }

  /// The fault of a number that another record has by now; nil for a field without a series.
  func takenNumber(_ field: String, of entity: EntityDescription, _ say: Localizer) async throws -> String? {
    guard let next = try await store.nextNumber(of: field, entity) else { return nil }
    return say(
      "Another record has this number. Empty the field to get the next one: {number}", ["number": .text(next)])
  }
}
