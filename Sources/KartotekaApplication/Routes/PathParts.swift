import KartotekaModel
import KartotekaStore

/// The values of the parts of a path in braces. Each has a value, since the path has it.
struct PathParts: Sendable {
  let values: [String: String]

  private func text(_ name: String, _ place: SourcePlace) -> String {
    guard let text = values[name] else {
      assertionFailure(
        "\(place): The path has no part {\(name)}. It has: \(values.keys.sorted().joined(separator: ", ")).")
      return ""
    }
    return text
  }

  /// A value of a part.
  /// - Throws: `FieldFault` where the address has another kind of value there.
  func value<Value: LosslessStringConvertible>(
    _ type: Value.Type, at name: String, _ place: SourcePlace
  ) throws -> Value {
    guard let value = Value(text(name, place)) else {
      throw FieldFault(name, "This is no value of the right kind")
    }
    return value
  }

  /// The record whose number a part is.
  /// - Throws: ``StoreError`` `.notFound`, `CancellationError`.
  func record<E: Entity>(
    _ entity: E.Type, at name: String, in store: Store, _ place: SourcePlace
  ) async throws -> Record<E> {
    let id = RecordID(text(name, place)) ?? 0
    guard let record = try await store.record(E.self, id: id) else {
      throw StoreError.notFound(entity: E.name, id: id)
    }
    return record
  }
}
