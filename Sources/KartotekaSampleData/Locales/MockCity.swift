/// A city with dependent data.
final class MockCity: Sendable {
  let name: String
  let region: String
  let postalCode: MockPattern
  /// The pattern of national telephone numbers.
  let phone: MockPattern
  let latitude: Double
  let longitude: Double

  /// Parses `name|region|postal code|telephone number|latitude|longitude`.
  init?(_ line: String) {
    let cells = line.split(separator: "|").map(String.init)
    guard cells.count == 6, let latitude = Double(cells[4]), let longitude = Double(cells[5]) else {
      return nil
    }
    name = cells[0]
    region = cells[1]
    postalCode = MockPattern(cells[2])
    phone = MockPattern(cells[3])
    self.latitude = latitude
    self.longitude = longitude
  }
}
