import KartotekaModel

/// Plausible records of any entity, from its declaration: the same ones for the same seed, however many are asked for.
public struct EntityMock: Sendable {
  private let entity: EntityDescription
  private let positions: [Int]
  private let records: MockRecords

  /// Sample records of an entity. Relationships stay empty: what they could lead to is not known here.
  public init(_ entity: EntityDescription, seed: UInt64 = 1) {
    self.entity = entity
    positions = entity.attributes.indices.filter { entity.attributes[$0].writability != .never }
    let requests = positions.map { Self.request(entity.attributes[$0]) }
    records = MockRecords(of: entity.plural, requests, seed: seed)
  }

  /// Writes the first records to a file that imports.
  /// - Throws: ``WritingError``, and `CancellationError`.
  public func write(_ count: Int, as format: ExportFormat, to sink: any ByteSink) throws {
    switch format {
    case .csv:
      var writer = CSVWriter(to: sink)
      try writer.record(positions.map { entity.attributes[$0].column })
      for index in 0..<count {
        if index % 10_000 == 0 { try Task.checkCancellation() }
        try writer.record(records[index])
      }
      try writer.finish()
    case .json, .ndjson:
      var writer = JSONRecordWriter(to: sink, as: format == .json ? .array : .lines)
      for index in 0..<count {
        if index % 10_000 == 0 { try Task.checkCancellation() }
        let values = records[index]
        try writer.record { json in
          json.beginObject()
          defer { json.endObject() }
          for (place, position) in positions.enumerated() {
            let attribute = entity.attributes[position]
            guard let text = values[place], let value = try? attribute.behavior.value(text: text, for: attribute)
            else { continue }
            json.key(attribute.name)
            attribute.behavior.write(value, to: &json, for: attribute)
          }
        }
      }
      try writer.finish()
    }
  }

  private static func request(_ attribute: AttributeDescription) -> MockRequest {
    MockRequest(
      attribute.name, kind(attribute), isRequired: attribute.isRequired, isUnique: attribute.isUnique,
      minimum: number(attribute.minimum, attribute), maximum: number(attribute.maximum, attribute),
      minimumLength: attribute.isText && attribute.minimumLength > 0 ? attribute.minimumLength : nil,
      maximumLength: attribute.isText ? attribute.maximumLength : nil)
  }

  private static func kind(_ attribute: AttributeDescription) -> MockKind {
    switch attribute.kind {
    case .integer: .integer
    case .real: .real
    case .decimal: .decimal(scale: attribute.scale)
    case .boolean: .boolean
    case .date: .date
    case .timestamp: .timestamp
    case .choice: .choice(attribute.choices.map(\.value))
    case .mail: .mail
    case .phone: .phone
    case .url: .url
    case .blob: .blob
    case .coordinate: .coordinate
    default: .text
    }
  }

  private static func number(_ value: Value, _ attribute: AttributeDescription) -> Double? {
    value.isNull ? nil : Double(attribute.behavior.text(value, for: attribute))
  }
}
