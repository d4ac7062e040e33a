import KartotekaModel

extension Store {
  /// The statements that make a new database of a model, one after the other, each without a semicolon at its end.
  package static func schema(of model: ModelDescription) -> [String] { Schema(ModelMapping(model)).statements }
}
