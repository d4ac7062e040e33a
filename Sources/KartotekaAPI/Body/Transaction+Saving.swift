import KartotekaHTTP
import KartotekaModel
import KartotekaStore

extension Transaction {
  /// Saves a record from a request.
  /// - Throws: errors of ``save(_:ifStill:)``. The problem of a duplicate value names the existing record.
  func save(_ whole: RecordWithParts, of resource: EntityResource) throws -> AnyRecord {
    let entity = resource.entity
    do {
      return try save(whole)
    } catch StoreError.notUnique(entity.name, let field) where entity.position(of: field) != nil {
      let error = StoreError.notUnique(entity: entity.name, field: field)
      guard var problem = Problem(error, model: model),
        let other = try record(entity, where: field, is: withRelatedDefaults(whole.record)[field]), other.id != nil
      else { throw error }
      problem.members["existing"] = .string("\(resource.path)/\(other.pathAddress)")
      if entity.titleAttributes.map(\.name) == [field] {
        problem.faults = [FieldFault(field, Phrase("{title} is there already", ["title": other.titleArgument]))]
      }
      throw problem
    }
  }
}
