import Kartoteka

/// How many pictures are loaded of a country.
let picturesPerCountry = Setting("picturesPerCountry", "Pictures per country", 1...80, default: 10)

/// Whether pictures of a new country are loaded by themselves.
let loadsPictures = Setting("loadsPictures", "Load from Pexels in the background", default: true)

/// What Pexels knows the application by.
let pexelsKey = Secret(
  "pexelsKey", "Pexels key", environment: "PEXELS_API_KEY", hint: "Free of charge at pexels.com/api")

/// What Geoapify knows the application by.
let geoapifyKey = Secret(
  "geoapifyKey", "Geoapify key", environment: "GEOAPIFY_API_KEY", hint: "Free of charge at geoapify.com")

/// Whether countries that many states don't recognize count as countries.
let countsDisputed = Setting("countsDisputed", "Count Kosovo, Palestine, Taiwan and Western Sahara", default: true)
