import KartotekaGeography
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The records on the map.
extension MapPages {
  /// The pin in an address.
  enum ChosenPin {
    /// No pin.
    case none
    /// An existing pin.
    case record(AnyRecord)
    /// A deleted pin, or one outside of the view.
    case gone

    var id: RecordID? { if case .record(let record) = self { record.id } else { nil } }
  }

  /// The records of countries.
  func marked(_ say: Localizer) async throws -> [CountryCode: AnyRecord] {
    guard let region = map.region else { return [:] }
    let pairs = try await records(entity).compactMap { record -> (CountryCode, AnyRecord)? in
      guard case .text(let code) = record[region] else { return nil }
      return CountryCode(code).map { ($0, record) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func records(_ entity: EntityDescription) async throws -> [AnyRecord] {
    var request = AnyFetchRequest(entity.name)
    request.limit = Self.mostRecords
    request.readsBlobs = false
    request.wantsTotal = false
    return try await store.fetch(request).records
  }

  /// The maximum number of records on a map.
  private static let mostRecords = 100_000

  /// All places with a position, the last visited first.
  func pins(_ say: Localizer) async throws -> [MapPin] {
    guard let places else { return [] }
    let pins = try await records(places.entity).compactMap { record -> MapPin? in
      guard case .text(let text) = record[places.position], let position = Coordinate(text) else { return nil }
      var pin = MapPin(id: record.id ?? 0, title: record.title(in: say), point: WorldMap.point(of: position))
      if case .text(let date) = record[places.date ?? ""] { pin.date = date }
      if case .integer(let owner) = record[places.owner ?? ""] { pin.owner = owner }
      return pin
    }
    return pins.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }
  }

  /// The pins in a part of the map, clustered where they would overlap. The owner's pins come first.
  func clusters(
    of pins: [MapPin], in region: MapRegion, _ owner: RecordID?, chosen: RecordID?
  ) -> [MapPinCluster] {
    let near = pins.filter { region.isNear($0.point) }
    let isOwn = { (pin: MapPin) in owner != nil && pin.owner == owner }
    return MapPinCluster.clusters(
      of: near.filter(isOwn), and: near.filter { !isOwn($0) },
      apart: region.unitsOfAPixel * (region.isWorld ? 14 : 26), several: region.unitsOfAPixel * 28, in: region,
      chosen: chosen)
  }

  /// The pins that are links in a view: those of the country, or all if they have no country.
  func linkedPins(_ country: CountryCode?, _ marked: [CountryCode: AnyRecord], _ pins: [MapPin]) -> Set<RecordID> {
    guard let places else { return [] }
    guard places.owner != nil else { return Set(pins.map(\.id)) }
    guard let owner = country.flatMap({ marked[$0] })?.id else { return [] }
    return Set(pins.filter { $0.owner == owner }.map(\.id))
  }

  /// The place in the address.
  func chosen(
    _ request: ScreenRequest, in country: CountryCode?, _ marked: [CountryCode: AnyRecord]
  ) async throws -> ChosenPin {
    guard let places, let text = request.query[places.entity.name] else { return .none }
    guard let id = RecordID(text), id > 0, let record = try await store.record(places.entity, id: id) else {
      return .gone
    }
    guard let owner = places.owner else { return .record(record) }
    guard let country = country.flatMap({ marked[$0] })?.id, record[owner] == .integer(country) else { return .gone }
    return .record(record)
  }

  /// The countries with a record, by name.
  func countries(
    _ marked: [CountryCode: AnyRecord], pressed: CountryCode?, _ say: Localizer
  ) async throws -> [MapColumn.Country] {
    let counts = try await counts(say)
    let collation = Collation(say.language)
    let named = marked.map { code, record in (code, record, name(of: code, say)) }
    return named.map { ($0, key: collation.key($0.2)) }.sorted { $0.key < $1.key }.map { country, _ in
      let (code, record, name) = country
      let count = counts[record.id ?? 0].map { ", " + $0 } ?? ""
      return MapColumn.Country(
        code: code.code, name: name, label: name + count, href: address(of: code), isChosen: code == pressed)
    }
  }

  // The number of places in each country, in words.
  private func counts(_ say: Localizer) async throws -> [RecordID: String] {
    guard let places, let owner = places.owner else { return [:] }
    return try await counts(of: places.entity, by: owner).mapValues { say.counted($0, places.entity.nouns) }
  }

  /// The number of records of an entity for each record of a relationship.
  func counts(
    of entity: EntityDescription, by relationship: String, _ id: RecordID? = nil
  ) async throws -> [RecordID: Int] {
    var request = AggregateRequest(entity.name)
    request.groups = [.value(relationship)]
    if let id { request.predicate = .compare(relationship, .eq, [.integer(id)]) }
    let rows = try await store.aggregates([request]).first ?? []
    return rows.reduce(into: [:]) { counts, row in
      if case .integer(let id)? = row.groups.first, case .integer(let count)? = row.measures.first {
        counts[id] = Int(count)
      }
    }
  }

  /// The name of a country in the person's language.
  func name(of country: CountryCode, _ say: Localizer) -> String { country.name(in: say.language) }
}
