/// A country with its ISO 3166-1 code and a position in it.
struct MockCountry: Sendable {
  let name: String
  let code: String
  let latitude: Double
  let longitude: Double

  private init?(_ row: String) {
    let cells = row.split(separator: " ")
    guard cells.count >= 4, let latitude = Double(cells[cells.count - 2]),
      let longitude = Double(cells[cells.count - 1])
    else { return nil }
    code = String(cells[0])
    name = cells[1..<(cells.count - 2)].joined(separator: " ")
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Countries of all continents.
  static let all = MockPool.list(rows).compactMap { MockCountry($0) }

  /// The ISO 3166-1 code of a country in an address.
  static func code(of country: String) -> String { codes[country] ?? "XX" }

  private static let codes = Dictionary(all.map { ($0.name, $0.code) }) { first, _ in first }

  private static let rows = """
    AL Albania 41.1 20.1, DZ Algeria 28.2 2.7, AD Andorra 42.5 1.6, AO Angola -12.3 17.5,
    AR Argentina -34.0 -64.0, AM Armenia 40.1 45.0, AU Australia -25.3 134.5, AT Austria 47.5 14.1,
    AZ Azerbaijan 40.3 47.7, BD Bangladesh 23.7 90.3, BY Belarus 53.5 28.0, BE Belgium 50.6 4.6,
    BZ Belize 17.2 -88.7, BJ Benin 9.6 2.3, BT Bhutan 27.4 90.4, BO Bolivia -16.7 -64.7,
    BA Bosnia and Herzegovina 44.2 17.8, BW Botswana -22.2 23.8, BR Brazil -10.8 -53.1, BG Bulgaria 42.8 25.2,
    KH Cambodia 12.7 104.9, CM Cameroon 5.7 12.7, CA Canada 61.4 -98.3, CL Chile -37.7 -71.4,
    CN China 36.6 103.8, CO Colombia 3.9 -73.1, CR Costa Rica 10.0 -84.2, HR Croatia 45.1 16.4,
    CU Cuba 21.6 -79.0, CY Cyprus 35.0 33.2, CZ Czechia 49.7 15.3, DK Denmark 56.0 10.0,
    DO Dominican Republic 18.9 -70.5, EC Ecuador -1.4 -78.8, EG Egypt 26.5 29.9, EE Estonia 58.7 25.5,
    ET Ethiopia 8.6 39.6, FJ Fiji -17.8 178.0, FI Finland 64.5 26.3, FR France 46.6 2.5,
    GE Georgia 42.2 43.5, DE Germany 51.1 10.4, GH Ghana 8.0 -1.2, GR Greece 39.1 22.9,
    GT Guatemala 15.7 -90.4, HN Honduras 14.8 -86.6, HU Hungary 47.2 19.4, IS Iceland 65.0 -18.6,
    IN India 22.9 79.6, ID Indonesia -2.2 117.2, IE Ireland 53.2 -8.1, IL Israel 31.5 35.0,
    IT Italy 42.8 12.1, JM Jamaica 18.2 -77.3, JP Japan 37.6 138.0, JO Jordan 31.2 36.8,
    KZ Kazakhstan 48.2 67.3, KE Kenya 0.6 37.8, KG Kyrgyzstan 41.5 74.6, LA Laos 18.5 103.7,
    LV Latvia 56.9 24.9, LB Lebanon 33.9 35.9, LT Lithuania 55.3 23.9, LU Luxembourg 49.8 6.1,
    MG Madagascar -19.4 46.7, MY Malaysia 3.8 109.7, MT Malta 35.9 14.4, MX Mexico 23.9 -102.5,
    MD Moldova 47.2 28.5, MC Monaco 43.7 7.4, MN Mongolia 46.8 103.1, ME Montenegro 42.8 19.2,
    MA Morocco 29.8 -8.5, MZ Mozambique -17.3 35.5, NA Namibia -22.1 17.2, NP Nepal 28.2 83.9,
    NL Netherlands 52.1 5.3, NZ New Zealand -41.8 171.5, NI Nicaragua 12.8 -85.0, NG Nigeria 9.6 8.1,
    NO Norway 68.8 15.3, OM Oman 20.6 56.1, PK Pakistan 29.9 69.3, PA Panama 8.5 -80.1,
    PY Paraguay -23.2 -58.4, PE Peru -9.2 -74.4, PH Philippines 11.8 122.9, PL Poland 52.1 19.4,
    PT Portugal 39.6 -8.5, RO Romania 45.9 25.0, RU Russia 61.9 96.7, RW Rwanda -2.0 29.9,
    SN Senegal 14.4 -14.5, RS Serbia 44.2 20.8, SG Singapore 1.4 103.8, SK Slovakia 48.7 19.5,
    SI Slovenia 46.1 14.8, ZA South Africa -29.0 25.1, KR South Korea 36.4 127.8, ES Spain 40.2 -3.6,
    LK Sri Lanka 7.6 80.7, SE Sweden 62.8 16.7, CH Switzerland 46.8 8.2, TW Taiwan 23.8 121.0,
    TJ Tajikistan 38.5 71.0, TZ Tanzania -6.3 34.8, TH Thailand 15.1 101.0, TN Tunisia 34.1 9.6,
    TR Türkiye 39.1 35.2, UG Uganda 1.3 32.4, UA Ukraine 49.0 31.4, AE United Arab Emirates 23.9 54.3,
    GB United Kingdom 54.1 -2.9, US United States 45.7 -112.5, UY Uruguay -32.8 -56.0,
    UZ Uzbekistan 41.8 63.1, VN Vietnam 16.6 106.3, ZM Zambia -13.5 27.8, ZW Zimbabwe -19.0 29.9
    """
}
