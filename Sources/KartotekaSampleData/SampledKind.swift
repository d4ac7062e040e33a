import KartotekaModel

/// The sample data of a kind of attribute. Kinds without this protocol get text.
protocol SampledKind: AttributeKind {
  /// The kind of sample data for an attribute.
  func sample(for attribute: AttributeDescription) -> MockKind
}

extension MockKind {
  /// The kind of sample data for an attribute.
  init(_ attribute: AttributeDescription) {
    self = (attribute.behavior as? any SampledKind)?.sample(for: attribute) ?? .text
  }
}

extension TextKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind {
    attribute.barcode == .article ? .articleNumber : .text
  }
}

extension IntegerKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .integer }
}

extension RealKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .real }
}

extension DecimalKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind {
    .decimal(scale: attribute.form == .percent ? attribute.hundredths.scale : attribute.scale)
  }
}

extension BooleanKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .boolean }
}

extension DateKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .date }
}

extension TimestampKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .timestamp }
}

extension ChoiceKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .choice(attribute.choices.map(\.value)) }
}

extension CountryKind: SampledKind {
  // Well-known countries, and all of them for unique attributes.
  func sample(for attribute: AttributeDescription) -> MockKind {
    let known = MockCountry.all.map(\.code)
    return .choice(attribute.isUnique ? known + CountryCode.all.map(\.code).filter { !known.contains($0) } : known)
  }
}

extension MailKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .mail }
}

extension PhoneKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .phone }
}

extension URLKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .url }
}

extension BlobKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .blob }
}

extension PictureKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .blob }
}

extension CoordinateKind: SampledKind {
  func sample(for attribute: AttributeDescription) -> MockKind { .coordinate }
}
