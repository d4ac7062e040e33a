import Kartoteka

/// The settings and the description of the application.
let travelSettings = SettingsScreen {
  WorldShare(\Country.isoCode, counting: City.self).counting(disputed: countsDisputed)
  SettingsGroup("Pictures", note: "Photographers are named beneath their pictures, as the licence asks.") {
    picturesPerCountry
    loadsPictures
    pexelsKey
  }
  SettingsGroup("Places", note: "Without a key, the world's larger cities are found without the internet.") {
    geoapifyKey
  }
  SettingsGroup("Countries", note: whatCounts) {
    countsDisputed
  }
  About("Keeps the countries and cities that you have been to, on a map of the world and with pictures.")
    .does("Shows on the map where you have been; it needs no internet for that.")
    .does("Adds countries and cities by their names, in English, Russian and Polish.")
    .does("Keeps pictures of a country: your own, and those that it loads from Pexels when there is a key.")
    .does("Says how much of the world you have seen.")
    .does("Takes everything along as CSV or JSON, and undoes what was done by mistake.")
    .credit("Outlines of countries: Natural Earth, in the public domain", "https://www.naturalearthdata.com")
    .credit("Countries and cities: GeoNames, https://www.geonames.org, CC BY 4.0", "https://www.geonames.org")
    .credit("Names of some cities: Unicode CLDR", "https://www.unicode.org/license.txt")
    .credit("The licence CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")
    .credit("Photos provided by Pexels", "https://www.pexels.com", with: pexelsKey)
    .credit("Powered by Geoapify", "https://www.geoapify.com", with: geoapifyKey)
    .credit("© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright", with: geoapifyKey)
}

private let whatCounts =
  """
  The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, \
  Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the \
  countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern \
  Cyprus with Cyprus and Somaliland with Somalia.
  """
