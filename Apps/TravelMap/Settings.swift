import Kartoteka

/// The number of pictures to load for a country.
let picturesPerCountry = Setting("picturesPerCountry", "Pictures per country", 1...80, default: 10)

/// Whether pictures of a new country are loaded automatically.
let loadsPictures = Setting("loadsPictures", "Load from Pexels in the background", default: true)

/// The key for Pexels.
let pexelsKey = Secret(
  "pexelsKey", "Pexels key", environment: "PEXELS_API_KEY", hint: "Free of charge at pexels.com/api")

/// The key for Geoapify.
let geoapifyKey = Secret(
  "geoapifyKey", "Geoapify key", environment: "GEOAPIFY_API_KEY", hint: "Free of charge at geoapify.com")

/// Whether countries with limited recognition count as countries.
let countsDisputed = Setting("countsDisputed", "Count Kosovo, Palestine, Taiwan and Western Sahara", default: true)
