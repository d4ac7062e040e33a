extension MockTopic {
  /// Addresses, cities, countries.
  static let places: [MockTopic] = [
    MockTopic("address, full address, postal address, mailing address") { record, _ in record.address.full },
    MockTopic("street, street address, street line, address line, address line 1, address 1, line 1") {
      record, _ in
      record.address.streetLine
    },
    MockTopic("address line 2, address 2, line 2, suite, apartment, building") { _, random in
      random.pick(["Floor ", "Entrance ", "Building "]) + String(1 + random.below(9))
    },
    MockTopic(
      "city, town, city name, place, locality, birthplace, place of birth, town: name, place: name"
    ) { record, _ in record.address.city.name },
    MockTopic("territory: name, territory: description, territory description, territory name") { record, _ in
      record.address.city.name
    },
    MockTopic("postal code, postcode, post code, zip, zip code, plz") { record, _ in record.address.postalCode
    },
    MockTopic("region, state, province, county, voivodeship, district, region name") { record, _ in
      record.address.city.region
    },
    MockTopic("region: name, region: description, region: region description", pool: MockWords.directions) {
      record, _ in MockWords.directions[record.order.shuffled(MockWords.directions.count)]
    },
    MockTopic("country, country name, nation, nationality") { record, _ in record.locale.country },
    MockTopic("country code, iso code, iso, alpha 2") { record, _ in
      MockCountry.code(of: record.locale.country)
    },
    MockTopic("country: name, country: country, country: title", pool: MockCountry.all.map(\.name)) {
      record, _ in
      record.country.name
    },
    MockTopic(
      "country: iso code, country: iso, country: code, country: country code, country: alpha 2",
      pool: MockCountry.all.map(\.code)
    ) { record, _ in record.country.code },
    MockTopic("location, whereabouts, venue, destination, origin") { record, _ in
      record.address.city.name + ", " + record.locale.country
    },
  ]
}
