import Kartoteka

/// Adds GeoNames ids and translated names to cities that were saved without them, by their name and position. Of two cities
/// with the same id the first one gets it.
let identifyCities = MigrationStep("identify-cities") { migration in
  var codes: [RecordID: CountryCode] = [:]
  for record in try migration.records("country") {
    let country = Record<Country>(record)
    if let id = country.id, let code = country.isoCode { codes[id] = code }
  }
  let records = try migration.records("city").map { Record<City>($0) }
  var known = Set(records.compactMap(\.geonamesNumber))
  for var city in records where city.geonamesNumber == nil {
    guard let name = city.name, let place = city.position, let country = city.country.flatMap({ codes[$0] }),
      let found = Gazetteer.world.city(called: name, at: place, in: country),
      known.insert(found.geonameID).inserted
    else { continue }
    city.geonamesNumber = found.geonameID
    city.englishName = found.names[Language.english.code]
    city.polishName = found.names[Language.polish.code]
    city.russianName = found.names[Language.russian.code]
    try migration.transaction.update(city.any)
  }
}
