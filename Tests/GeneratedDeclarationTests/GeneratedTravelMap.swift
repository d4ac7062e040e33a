// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedTravelMap {
  // Not declared here, because it is code: demo, delete-all, load-pictures.

  struct Country: Entity {
    let isoCode: Attribute<CountryCode> = Attribute("Country", .required, .unique, .title, .default(from: \Country.name), .aliases("ISO code", "code"))
    let name: Attribute<String> = Attribute("Name", .default(from: \Country.isoCode), .length(0...120))
    let position: Attribute<Coordinate> = Attribute("Position", .default(from: \Country.isoCode))
    let note = Attribute<String>("Note", .multiline)
    let cities = ToMany<City>("Cities", inverse: \.country)
    let pictures = ToMany<Picture>("Pictures", inverse: \.country)
    let cityCount = Computed<Country, Int>("Number of cities") {
      .sum(\Country.cities, of: Calculation<City>.constant(1, scale: 0))
    }
  }

  struct City: Entity {
    let name = Attribute<String>("City", .required, .title, .length(1...120), .aliases("name"))
    let position = Attribute<Coordinate>("Position")
    let dateOfVisit = Attribute<CalendarDate>("Date of visit")
    let geonamesNumber = Attribute<Int>("GeoNames number", .unique, .aliases("geonameid"))
    let englishName: Attribute<String> = Attribute("English name", .length(0...120), .translating(\City.name, to: .english))
    let polishName: Attribute<String> = Attribute("Polish name", .length(0...120), .translating(\City.name, to: .polish))
    let russianName: Attribute<String> = Attribute("Russian name", .length(0...120), .translating(\City.name, to: .russian))
    let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  }

  struct Picture: Entity {
    static let numberedTitle: String? = "Picture {number}"

    let image = Attribute<Data>("Picture", as: .picture, .required, .aliases("image"))
    let thumbnail: Attribute<Data> = Attribute("Small picture", as: .picture, .length(0...200000), .thumbnail(of: \Picture.image))
    let caption = Attribute<String>("Caption", .title, .length(0...300))
    let takenOn: Attribute<CalendarDate> = Attribute("Taken on", .default(from: \Picture.image))
    let author = Attribute<String>("Author", .title, .length(0...120))
    let sourceLink = Attribute<String>("Source", as: .url)
    let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  }

  static let travelmap = App(
    "travelmap", title: "Travel map",
    summary: "Where you have been",
    purpose: "Shows the countries and cities that you have been to on a map, with pictures.",
    symbol: .map, hue: 205,
    entities: [Country.self, City.self, Picture.self],
    catalogues: [
      .english: Data(
        #"""
        {
          "Loaded {count} pictures of {title}": {
            "one": "Loaded {count} picture of {title}",
            "other": "Loaded {count} pictures of {title}"
          },
          "{count} inhabitants": { "one": "{count} inhabitant", "other": "{count} inhabitants" },
          "{count} pictures are missing. {problem}": {
            "one": "{count} picture is missing. {problem}",
            "other": "{count} pictures are missing. {problem}"
          }
        }
        """#.utf8), 
      .polish: Data(
        #"""
        {
          "Add a city": "Dodaj miasto",
          "Adds countries and cities by their names, in English, Russian and Polish.": "Dodaje kraje i miasta po nazwie: polskiej, rosyjskiej lub angielskiej.",
          "Author": "Autor",
          "Caption": "Podpis",
          "Cities": "Miasta",
          "City": "Miasto",
          "City in {country}": "Miasto: {country}",
          "Count Kosovo, Palestine, Taiwan and Western Sahara": "Licz Kosowo, Palestynę, Tajwan i Saharę Zachodnią",
          "Countries": "Kraje",
          "Countries and cities: GeoNames, https://www.geonames.org, CC BY 4.0": "Kraje i miasta: GeoNames, https://www.geonames.org, CC BY 4.0",
          "Country": "Kraj",
          "Date of visit": "Data pobytu",
          "English name": "Nazwa angielska",
          "Find or add a country": "Znajdź albo dodaj kraj",
          "Free of charge at geoapify.com": "Bezpłatnie na geoapify.com",
          "Free of charge at pexels.com/api": "Bezpłatnie na pexels.com/api",
          "GeoNames number": "Numer GeoNames",
          "Geoapify key": "Klucz Geoapify",
          "Includes {area} on this map": "Na tej mapie obejmuje też: {area}",
          "Keeps pictures of a country: your own, and those that it loads from Pexels when there is a key.": "Przechowuje zdjęcia kraju: własne oraz wczytane z Pexels, jeśli jest klucz.",
          "Keeps the countries and cities that you have been to, on a map of the world and with pictures.": "Przechowuje kraje i miasta, w których byliśmy: na mapie świata i ze zdjęciami.",
          "Load from Pexels in the background": "Wczytuj z Pexels w tle",
          "Load pictures": "Wczytaj zdjęcia",
          "Loaded {count} pictures of {title}": {
            "few": "Wczytano {count} zdjęcia: {title}",
            "many": "Wczytano {count} zdjęć: {title}",
            "one": "Wczytano {count} zdjęcie: {title}",
            "other": "Wczytano {count} zdjęcia: {title}"
          },
          "Loading pictures": "Wczytywanie zdjęć",
          "Map": "Mapa",
          "Name": "Nazwa",
          "Names of some cities: Unicode CLDR": "Nazwy niektórych miast: Unicode CLDR",
          "New city": "Nowe miasto",
          "New country": "Nowy kraj",
          "New picture": "Nowe zdjęcie",
          "No cities yet": "Nie ma jeszcze miast",
          "No city is called “{search}”.": "Żadne miasto nie nazywa się „{search}”.",
          "No countries yet": "Nie ma jeszcze krajów",
          "No country is called that. Choose one of these.": "Żaden kraj tak się nie nazywa. Wybierz jeden z tych.",
          "No country is called “{search}”. Try fewer letters.": "Żaden kraj nie nazywa się „{search}”. Spróbuj mniej liter.",
          "No pictures yet": "Nie ma jeszcze zdjęć",
          "Not visited": "Nieodwiedzony",
          "Note": "Notatka",
          "Nothing in {country} is called “{search}”.": "{country}: nic tu nie nazywa się „{search}”.",
          "Number of cities": "Liczba miast",
          "Outlines of countries: Natural Earth, in the public domain": "Kontury krajów: Natural Earth, domena publiczna",
          "Pexels key": "Klucz Pexels",
          "Photographers are named beneath their pictures, as the licence asks.": "Autorzy są podani pod zdjęciami, jak wymaga licencja.",
          "Photos provided by Pexels": "Zdjęcia udostępnia Pexels (Photos provided by Pexels)",
          "Picture {number}": "Zdjęcie {number}",
          "Pictures": "Zdjęcia",
          "Pictures could not be loaded": "Nie udało się wczytać zdjęć",
          "Pictures per country": "Zdjęcia na kraj",
          "Places": "Miejsca",
          "Polish name": "Nazwa polska",
          "Position": "Położenie",
          "Powered by Geoapify": "Powered by Geoapify",
          "Russian name": "Nazwa rosyjska",
          "Says how much of the world you have seen.": "Mówi, jaką część świata już widzieliśmy.",
          "Settings": "Ustawienia",
          "Shows on the map where you have been; it needs no internet for that.": "Pokazuje na mapie, gdzie byliśmy, i nie potrzebuje do tego internetu.",
          "Shows the countries and cities that you have been to on a map, with pictures.": "Pokazuje na mapie odwiedzone kraje i miasta, ze zdjęciami.",
          "Small picture": "Małe zdjęcie",
          "Source": "Źródło",
          "Taken on": "Data zdjęcia",
          "Takes everything along as CSV or JSON, and undoes what was done by mistake.": "Zapisuje wszystko jako CSV lub JSON i cofa to, co zrobiono przez pomyłkę.",
          "The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern Cyprus with Cyprus and Somaliland with Somalia.": "Jako państwa liczą się 193 państwa członkowskie ONZ i Watykan. Wiele państw nie uznaje Kosowa, Palestyny, Tajwanu i Sahary Zachodniej lub uważa je za części innych państw. Wszystkie inne terytoria są liczone obok państw. Krym jest pokazany jako część Ukrainy, Abchazja i Osetia Południowa – Gruzji, Naddniestrze – Mołdawii, Cypr Północny – Cypru, a Somaliland – Somalii.",
          "The licence CC BY 4.0": "Licencja CC BY 4.0",
          "This is no place. Choose one of these, or enter it by hand.": "To nie jest miejsce. Wybierz jedno z tych albo wpisz ręcznie.",
          "Travel map": "Mapa podróży",
          "Type the beginning of a name.": "Wpisz początek nazwy.",
          "Visited": "Odwiedzony",
          "Visited in {years}": {
            "few": "Odwiedziny w latach {years}",
            "many": "Odwiedziny w latach {years}",
            "one": "Odwiedziny w roku {years}"
          },
          "What counts as a country": "Co liczy się jako państwo",
          "Where you have been": "Gdzie byliśmy",
          "Without a key, the world's larger cities are found without the internet.": "Bez klucza większe miasta świata znajdują się bez internetu.",
          "by city": "według miasta",
          "by country": "według kraju",
          "cities": "miasta",
          "city": "miasto",
          "countries": "kraje",
          "country": "kraj",
          "picture": "zdjęcie",
          "pictures": "zdjęcia",
          "{count} cities": { "few": "{count} miasta", "many": "{count} miast", "one": "{count} miasto" },
          "{count} countries": { "few": "{count} kraje", "many": "{count} krajów", "one": "{count} kraj" },
          "{count} inhabitants": { "few": "{count} mieszkańców", "many": "{count} mieszkańców", "one": "{count} mieszkaniec" },
          "{count} pictures": { "few": "{count} zdjęcia", "many": "{count} zdjęć", "one": "{count} zdjęcie" },
          "{count} pictures are missing. {problem}": {
            "few": "Brakuje {count} zdjęć. {problem}",
            "many": "Brakuje {count} zdjęć. {problem}",
            "one": "Brakuje {count} zdjęcia. {problem}",
            "other": "Brakuje {count} zdjęcia. {problem}"
          },
          "{place} is {count} km from {country}.": "{place} – {country}: odległość {count} km.",
          "{service} has no more pictures of {title}.": "{service} nie ma więcej zdjęć tego kraju: {title}.",
          "© OpenStreetMap contributors": "© autorzy OpenStreetMap"
        }
        """#.utf8), 
      .russian: Data(
        #"""
        {
          "Add a city": "Добавить город",
          "Adds countries and cities by their names, in English, Russian and Polish.": "Добавляет страны и города по названию: русскому, английскому или польскому.",
          "Author": "Автор",
          "Caption": "Подпись",
          "Cities": "Города",
          "City": "Город",
          "City in {country}": "Город: {country}",
          "Count Kosovo, Palestine, Taiwan and Western Sahara": "Считать Косово, Палестину, Тайвань и Западную Сахару",
          "Countries": "Страны",
          "Countries and cities: GeoNames, https://www.geonames.org, CC BY 4.0": "Страны и города: GeoNames, https://www.geonames.org, CC BY 4.0",
          "Country": "Страна",
          "Date of visit": "Дата поездки",
          "English name": "Название на английском",
          "Find or add a country": "Найти или добавить страну",
          "Free of charge at geoapify.com": "Бесплатно на geoapify.com",
          "Free of charge at pexels.com/api": "Бесплатно на pexels.com/api",
          "GeoNames number": "Номер GeoNames",
          "Geoapify key": "Ключ Geoapify",
          "Includes {area} on this map": "На этой карте включает: {area}",
          "Keeps pictures of a country: your own, and those that it loads from Pexels when there is a key.": "Хранит фотографии страны: ваши и, если есть ключ, загруженные с Pexels.",
          "Keeps the countries and cities that you have been to, on a map of the world and with pictures.": "Хранит страны и города, где вы побывали: на карте мира и с фотографиями.",
          "Load from Pexels in the background": "Загружать с Pexels в фоне",
          "Load pictures": "Загрузить фотографии",
          "Loaded {count} pictures of {title}": {
            "few": "Загружены {count} фотографии: {title}",
            "many": "Загружено {count} фотографий: {title}",
            "one": "Загружена {count} фотография: {title}",
            "other": "Загружено {count} фотографии: {title}"
          },
          "Loading pictures": "Загрузка фотографий",
          "Map": "Карта",
          "Name": "Название",
          "Names of some cities: Unicode CLDR": "Названия некоторых городов: Unicode CLDR",
          "New city": "Новый город",
          "New country": "Новая страна",
          "New picture": "Новая фотография",
          "No cities yet": "Городов пока нет",
          "No city is called “{search}”.": "Города «{search}» не нашлось.",
          "No countries yet": "Стран пока нет",
          "No country is called that. Choose one of these.": "Такой страны нет. Выберите одну из этих.",
          "No country is called “{search}”. Try fewer letters.": "Страны «{search}» не нашлось. Попробуйте меньше букв.",
          "No pictures yet": "Фотографий пока нет",
          "Not visited": "Ещё не были",
          "Note": "Заметка",
          "Nothing in {country} is called “{search}”.": "{country}: здесь ничего не называется «{search}».",
          "Number of cities": "Число городов",
          "Outlines of countries: Natural Earth, in the public domain": "Контуры стран: Natural Earth, общественное достояние",
          "Pexels key": "Ключ Pexels",
          "Photographers are named beneath their pictures, as the licence asks.": "Фотографы названы под снимками, как требует лицензия.",
          "Photos provided by Pexels": "Фотографии предоставлены Pexels (Photos provided by Pexels)",
          "Picture {number}": "Фотография {number}",
          "Pictures": "Фотографии",
          "Pictures could not be loaded": "Не удалось загрузить фотографии",
          "Pictures per country": "Фотографий на страну",
          "Places": "Места",
          "Polish name": "Название на польском",
          "Position": "Координаты",
          "Powered by Geoapify": "Работает на Geoapify (Powered by Geoapify)",
          "Russian name": "Название на русском",
          "Says how much of the world you have seen.": "Говорит, какую часть мира вы уже видели.",
          "Settings": "Настройки",
          "Shows on the map where you have been; it needs no internet for that.": "Показывает на карте, где вы побывали; интернет для этого не нужен.",
          "Shows the countries and cities that you have been to on a map, with pictures.": "Показывает на карте страны и города, где вы побывали, с фотографиями.",
          "Small picture": "Маленькая фотография",
          "Source": "Источник",
          "Taken on": "Дата съёмки",
          "Takes everything along as CSV or JSON, and undoes what was done by mistake.": "Выгружает всё в CSV или JSON и отменяет то, что сделано по ошибке.",
          "The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern Cyprus with Cyprus and Somaliland with Somalia.": "Странами считаются 193 члена ООН и Ватикан. Многие государства не признают Косово, Палестину, Тайвань и Западную Сахару или считают их частями других стран. Все остальные территории считаются отдельно. Крым показан в составе Украины, Абхазия и Южная Осетия — Грузии, Приднестровье — Молдавии, Северный Кипр — Кипра, Сомалиленд — Сомали.",
          "The licence CC BY 4.0": "Лицензия CC BY 4.0",
          "This is no place. Choose one of these, or enter it by hand.": "Это не место. Выберите одно из этих или введите вручную.",
          "Travel map": "Карта путешествий",
          "Type the beginning of a name.": "Введите начало названия.",
          "Visited": "Были здесь",
          "Visited in {years}": { "few": "Были в {years} годах", "many": "Были в {years} годах", "one": "Были в {years} году" },
          "What counts as a country": "Что считается страной",
          "Where you have been": "Где мы побывали",
          "Without a key, the world's larger cities are found without the internet.": "Без ключа крупные города мира находятся без интернета.",
          "by city": "по городу",
          "by country": "по стране",
          "cities": "города",
          "city": "город",
          "countries": "страны",
          "country": "страна",
          "picture": "фотография",
          "pictures": "фотографии",
          "{count} cities": { "few": "{count} города", "many": "{count} городов", "one": "{count} город" },
          "{count} countries": { "few": "{count} страны", "many": "{count} стран", "one": "{count} страна" },
          "{count} inhabitants": { "few": "{count} жителя", "many": "{count} жителей", "one": "{count} житель" },
          "{count} pictures": { "few": "{count} фотографии", "many": "{count} фотографий", "one": "{count} фотография" },
          "{count} pictures are missing. {problem}": {
            "few": "Не хватает {count} фотографий. {problem}",
            "many": "Не хватает {count} фотографий. {problem}",
            "one": "Не хватает {count} фотографии. {problem}",
            "other": "Не хватает {count} фотографии. {problem}"
          },
          "{place} is {count} km from {country}.": {
            "few": "{place} – {country}: расстояние {count} километра.",
            "many": "{place} – {country}: расстояние {count} километров.",
            "one": "{place} – {country}: расстояние {count} километр."
          },
          "{service} has no more pictures of {title}.": "У {service} больше нет фотографий этой страны: {title}.",
          "© OpenStreetMap contributors": "© участники OpenStreetMap"
        }
        """#.utf8), 
      "de": Data(
        #"""
        {
          "Add a city": "Stadt hinzufügen",
          "Adds countries and cities by their names, in English, Russian and Polish.": "Fügt Länder und Städte durch ihre Namen hinzu, auf Englisch, Russisch und Polnisch.",
          "Author": "Autor",
          "Caption": "Bildunterschrift",
          "Cities": "Städte",
          "City": "Stadt",
          "City in {country}": "Stadt in {country}",
          "Count Kosovo, Palestine, Taiwan and Western Sahara": "Kosovo, Palästina, Taiwan und Westsahara zählen",
          "Countries": "Länder",
          "Countries and cities: GeoNames, https://www.geonames.org, CC BY 4.0": "Länder und Städte: GeoNames, https://www.geonames.org, CC BY 4.0",
          "Country": "Land",
          "Date of visit": "Datum des Besuchs",
          "English name": "Englischer Name",
          "Find or add a country": "Land finden oder hinzufügen",
          "Free of charge at geoapify.com": "Kostenlos auf geoapify.com",
          "Free of charge at pexels.com/api": "Kostenlos auf pexels.com/api",
          "GeoNames number": "GeoNames-Nummer",
          "Geoapify key": "Geoapify-Schlüssel",
          "Includes {area} on this map": "Umfasst auf dieser Karte {area}",
          "Keeps pictures of a country: your own, and those that it loads from Pexels when there is a key.": "Bewahrt Bilder eines Landes auf: eigene und solche, die es mit einem Schlüssel von Pexels lädt.",
          "Keeps the countries and cities that you have been to, on a map of the world and with pictures.": "Bewahrt die Länder und Städte auf, in denen Sie waren, auf einer Weltkarte und mit Bildern.",
          "Load from Pexels in the background": "Im Hintergrund von Pexels laden",
          "Load pictures": "Bilder laden",
          "Loaded {count} pictures of {title}": {
            "one": "{count} Bild von {title} geladen",
            "other": "{count} Bilder von {title} geladen"
          },
          "Loading pictures": "Bilder werden geladen",
          "Map": "Karte",
          "Name": "Name",
          "Names of some cities: Unicode CLDR": "Namen einiger Städte: Unicode CLDR",
          "New city": "Neue Stadt",
          "New country": "Neues Land",
          "New picture": "Neues Bild",
          "No cities yet": "Noch keine Städte",
          "No city is called “{search}”.": "Keine Stadt heißt „{search}“.",
          "No countries yet": "Noch keine Länder",
          "No country is called that. Choose one of these.": "Kein Land heißt so. Wählen Sie eines davon.",
          "No country is called “{search}”. Try fewer letters.": "Kein Land heißt „{search}“. Versuchen Sie weniger Buchstaben.",
          "No pictures yet": "Noch keine Bilder",
          "Not visited": "Nicht besucht",
          "Note": "Notiz",
          "Nothing in {country} is called “{search}”.": "In {country} heißt nichts „{search}“.",
          "Number of cities": "Anzahl der Städte",
          "Outlines of countries: Natural Earth, in the public domain": "Umrisse der Länder: Natural Earth, gemeinfrei",
          "Pexels key": "Pexels-Schlüssel",
          "Photographers are named beneath their pictures, as the licence asks.": "Fotografen werden unter ihren Bildern genannt, wie es die Lizenz verlangt.",
          "Photos provided by Pexels": "Fotos von Pexels (Photos provided by Pexels)",
          "Picture {number}": "Bild {number}",
          "Pictures": "Bilder",
          "Pictures could not be loaded": "Bilder konnten nicht geladen werden",
          "Pictures per country": "Bilder je Land",
          "Places": "Orte",
          "Polish name": "Polnischer Name",
          "Position": "Position",
          "Powered by Geoapify": "Powered by Geoapify",
          "Russian name": "Russischer Name",
          "Says how much of the world you have seen.": "Sagt, wie viel von der Welt Sie gesehen haben.",
          "Settings": "Einstellungen",
          "Shows on the map where you have been; it needs no internet for that.": "Zeigt auf der Karte, wo Sie waren; dafür ist kein Internet nötig.",
          "Shows the countries and cities that you have been to on a map, with pictures.": "Zeigt die Länder und Städte, in denen Sie waren, auf einer Karte, mit Bildern.",
          "Small picture": "Kleines Bild",
          "Source": "Quelle",
          "Taken on": "Aufgenommen am",
          "Takes everything along as CSV or JSON, and undoes what was done by mistake.": "Nimmt alles als CSV oder JSON mit und macht rückgängig, was versehentlich getan wurde.",
          "The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern Cyprus with Cyprus and Somaliland with Somalia.": "Als Länder zählen die 193 Mitglieder der Vereinten Nationen und der Vatikan. Kosovo, Palästina, Taiwan und Westsahara erkennen viele Staaten nicht an oder betrachten sie als Teile anderer. Alle übrigen Gebiete werden neben den Ländern gezählt. Die Krim wird bei der Ukraine gezeigt, Abchasien und Südossetien bei Georgien, Transnistrien bei Moldau, Nordzypern bei Zypern und Somaliland bei Somalia.",
          "The licence CC BY 4.0": "Die Lizenz CC BY 4.0",
          "This is no place. Choose one of these, or enter it by hand.": "Das ist kein Ort. Wählen Sie einen davon oder geben Sie ihn von Hand ein.",
          "Travel map": "Reisekarte",
          "Type the beginning of a name.": "Tippen Sie den Anfang eines Namens.",
          "Visited": "Besucht",
          "Visited in {years}": { "one": "Besucht {years}", "other": "Besucht {years}" },
          "What counts as a country": "Was als Land zählt",
          "Where you have been": "Wo Sie waren",
          "Without a key, the world's larger cities are found without the internet.": "Ohne Schlüssel werden die größeren Städte der Welt ohne Internet gefunden.",
          "by city": "nach Stadt",
          "by country": "nach Land",
          "cities": "Städte",
          "city": "Stadt",
          "countries": "Länder",
          "country": "Land",
          "picture": "Bild",
          "pictures": "Bilder",
          "{count} cities": { "one": "{count} Stadt", "other": "{count} Städte" },
          "{count} countries": { "one": "{count} Land", "other": "{count} Länder" },
          "{count} inhabitants": { "one": "{count} Einwohner", "other": "{count} Einwohner" },
          "{count} pictures": { "one": "{count} Bild", "other": "{count} Bilder" },
          "{count} pictures are missing. {problem}": {
            "one": "{count} Bild fehlt. {problem}",
            "other": "{count} Bilder fehlen. {problem}"
          },
          "{place} is {count} km from {country}.": "{place} ist {count} km von {country} entfernt.",
          "{service} has no more pictures of {title}.": "{service} hat keine weiteren Bilder von {title}.",
          "© OpenStreetMap contributors": "© OpenStreetMap-Mitwirkende"
        }
        """#.utf8), 
      "uk": Data(
        #"""
        {
          "Add a city": "Додати місто",
          "Adds countries and cities by their names, in English, Russian and Polish.": "Додає країни та міста за їхніми назвами, англійською, російською та польською.",
          "Author": "Автор",
          "Caption": "Підпис",
          "Cities": "Міста",
          "City": "Місто",
          "City in {country}": "Місто: {country}",
          "Count Kosovo, Palestine, Taiwan and Western Sahara": "Рахувати Косово, Палестину, Тайвань і Західну Сахару",
          "Countries": "Країни",
          "Countries and cities: GeoNames, https://www.geonames.org, CC BY 4.0": "Країни та міста: GeoNames, https://www.geonames.org, CC BY 4.0",
          "Country": "Країна",
          "Date of visit": "Дата відвідин",
          "English name": "Англійська назва",
          "Find or add a country": "Знайти або додати країну",
          "Free of charge at geoapify.com": "Безкоштовно на geoapify.com",
          "Free of charge at pexels.com/api": "Безкоштовно на pexels.com/api",
          "GeoNames number": "Номер GeoNames",
          "Geoapify key": "Ключ Geoapify",
          "Includes {area} on this map": "На цій карті містить: {area}",
          "Keeps pictures of a country: your own, and those that it loads from Pexels when there is a key.": "Зберігає зображення країни: ваші власні й ті, які завантажує з Pexels, якщо є ключ.",
          "Keeps the countries and cities that you have been to, on a map of the world and with pictures.": "Зберігає країни та міста, де ви були, на карті світу та із зображеннями.",
          "Load from Pexels in the background": "Завантажити з Pexels у тлі",
          "Load pictures": "Завантажити зображення",
          "Loaded {count} pictures of {title}": {
            "few": "Завантажено {count} зображення: {title}",
            "many": "Завантажено {count} зображень: {title}",
            "one": "Завантажено {count} зображення: {title}"
          },
          "Loading pictures": "Завантажуються зображення",
          "Map": "Карта",
          "Name": "Назва",
          "Names of some cities: Unicode CLDR": "Назви деяких міст: Unicode CLDR",
          "New city": "Нове місто",
          "New country": "Нова країна",
          "New picture": "Нове зображення",
          "No cities yet": "Міст ще немає",
          "No city is called “{search}”.": "Жодне місто не називається «{search}».",
          "No countries yet": "Країн ще немає",
          "No country is called that. Choose one of these.": "Жодна країна так не називається. Виберіть одну з цих.",
          "No country is called “{search}”. Try fewer letters.": "Жодна країна не називається «{search}». Спробуйте менше літер.",
          "No pictures yet": "Зображень ще немає",
          "Not visited": "Не відвідано",
          "Note": "Нотатка",
          "Nothing in {country} is called “{search}”.": "У країні {country} ніщо не називається «{search}».",
          "Number of cities": "Кількість міст",
          "Outlines of countries: Natural Earth, in the public domain": "Контури країн: Natural Earth, суспільне надбання",
          "Pexels key": "Ключ Pexels",
          "Photographers are named beneath their pictures, as the licence asks.": "Фотографів названо під зображеннями, як вимагає ліцензія.",
          "Photos provided by Pexels": "Фотографії надано Pexels (Photos provided by Pexels)",
          "Picture {number}": "Зображення {number}",
          "Pictures": "Зображення",
          "Pictures could not be loaded": "Не вдалося завантажити зображення",
          "Pictures per country": "Зображень на країну",
          "Places": "Місця",
          "Polish name": "Польська назва",
          "Position": "Положення",
          "Powered by Geoapify": "Powered by Geoapify",
          "Russian name": "Російська назва",
          "Says how much of the world you have seen.": "Каже, скільки світу ви побачили.",
          "Settings": "Налаштування",
          "Shows on the map where you have been; it needs no internet for that.": "Показує на карті, де ви були; інтернет для цього не потрібен.",
          "Shows the countries and cities that you have been to on a map, with pictures.": "Показує країни та міста, де ви були, на карті, із зображеннями.",
          "Small picture": "Мале зображення",
          "Source": "Джерело",
          "Taken on": "Дата знімка",
          "Takes everything along as CSV or JSON, and undoes what was done by mistake.": "Забирає все із собою як CSV або JSON і скасовує зроблене помилково.",
          "The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern Cyprus with Cyprus and Somaliland with Somalia.": "Країнами вважаються 193 члени Організації Об’єднаних Націй і Ватикан. Косово, Палестину, Тайвань і Західну Сахару багато держав не визнає або вважає частинами інших. Усі інші території рахуються поруч із країнами. Крим показано з Україною, Абхазію та Південну Осетію — із Грузією, Придністров’я — з Молдовою, Північний Кіпр — із Кіпром, а Сомаліленд — із Сомалі.",
          "The licence CC BY 4.0": "Ліцензія CC BY 4.0",
          "This is no place. Choose one of these, or enter it by hand.": "Це не місце. Виберіть одне з цих або введіть вручну.",
          "Travel map": "Карта подорожей",
          "Type the beginning of a name.": "Введіть початок назви.",
          "Visited": "Відвідано",
          "Visited in {years}": { "few": "Відвідано {years}", "many": "Відвідано {years}", "one": "Відвідано {years}" },
          "What counts as a country": "Що вважається країною",
          "Where you have been": "Де ви були",
          "Without a key, the world's larger cities are found without the internet.": "Без ключа більші міста світу знаходяться без інтернету.",
          "by city": "за містом",
          "by country": "за країною",
          "cities": "міста",
          "city": "місто",
          "countries": "країни",
          "country": "країна",
          "picture": "зображення",
          "pictures": "зображення",
          "{count} cities": { "few": "{count} міста", "many": "{count} міст", "one": "{count} місто" },
          "{count} countries": { "few": "{count} країни", "many": "{count} країн", "one": "{count} країна" },
          "{count} inhabitants": { "few": "{count} мешканці", "many": "{count} мешканців", "one": "{count} мешканець" },
          "{count} pictures": { "few": "{count} зображення", "many": "{count} зображень", "one": "{count} зображення" },
          "{count} pictures are missing. {problem}": {
            "few": "Бракує {count} зображень. {problem}",
            "many": "Бракує {count} зображень. {problem}",
            "one": "Бракує {count} зображення. {problem}"
          },
          "{place} is {count} km from {country}.": "{place} — за {count} км від країни {country}.",
          "{service} has no more pictures of {title}.": "{service} більше не має зображень: {title}.",
          "© OpenStreetMap contributors": "© учасники OpenStreetMap"
        }
        """#.utf8)]
  ) {
    Tab("Map", symbol: .map) {
      MapScreen(Country.self, region: \.isoCode)
        .pins(\.cities, at: \.position, on: \.dateOfVisit)
        .calling("Visited", else: "Not visited")
    }
    Tab("Countries", symbol: .list) {
      List(Country.self, title: \.isoCode)
        .showing(\.cityCount, as: Nouns("city", "cities"))
        .searching(\.isoCode)
        .sorted(by: \.isoCode)
        .withGallery(\.pictures, image: \.image, caption: \.caption, on: \.takenOn, credit: \.author, link: \.sourceLink, poster: \.isoCode)
        .withSection(\.cities, new: "Add a city", symbol: .pin, showing: \.dateOfVisit)
        .marked("Country", by: \.isoCode)
        .withYears("Visited in {years}", of: \.cities, \.dateOfVisit)
        .withoutFields(\.isoCode, \.name, \.position)
    }
    Tab("Cities", symbol: .pin) {
      List(City.self, title: \.name, subtitle: \.country)
        .searching(\.name)
        .searching(\.englishName)
        .searching(\.polishName)
        .searching(\.russianName)
        .sorted(by: \.name)
        .withFields(nil, \.name, \.dateOfVisit, \.country, \.position)
    }.underMore()
    Tab("Pictures", symbol: .camera) {
      List(Picture.self, title: \.country, subtitle: \.caption)
        .searching(\.caption)
        .searching(\.author)
        .withPictures(\.image)
        .withFields(nil, \.image, \.caption, \.takenOn, \.author, \.sourceLink, \.country)
    }.underMore()
    Tab("Settings", symbol: .gear) {
      SettingsScreen {
        WorldShare(\Country.isoCode, counting: City.self, titled: "The world so far").counting(disputed: Setting<Bool>("countsDisputed", "Count Kosovo, Palestine, Taiwan and Western Sahara", default: true))
        SettingsGroup("Pictures", note: "Photographers are named beneath their pictures, as the licence asks.") {
          Setting<Int>("picturesPerCountry", "Pictures per country", default: 10, .range((1)...(80)))
          Setting<Bool>("loadsPictures", "Load from Pexels in the background", default: true)
          Secret("pexelsKey", "Pexels key", environment: "PEXELS_API_KEY", hint: "Free of charge at pexels.com/api")
        }
        SettingsGroup("Places", note: "Without a key, the world's larger cities are found without the internet.") {
          Secret("geoapifyKey", "Geoapify key", environment: "GEOAPIFY_API_KEY", hint: "Free of charge at geoapify.com")
        }
        SettingsGroup("Countries", note: "The 193 members of the United Nations and the Vatican count as countries. Many states don't recognize Kosovo, Palestine, Taiwan and Western Sahara, or regard them as parts of others. All other territories are counted beside the countries. Crimea is shown with Ukraine, Abkhazia and South Ossetia with Georgia, Transnistria with Moldova, Northern Cyprus with Cyprus and Somaliland with Somalia.") {
          Setting<Bool>("countsDisputed", "Count Kosovo, Palestine, Taiwan and Western Sahara", default: true)
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
          .credit("Photos provided by Pexels", "https://www.pexels.com", with: Secret("pexelsKey", "Pexels key", environment: "PEXELS_API_KEY"))
          .credit("Powered by Geoapify", "https://www.geoapify.com", with: Secret("geoapifyKey", "Geoapify key", environment: "GEOAPIFY_API_KEY"))
          .credit("© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright", with: Secret("geoapifyKey", "Geoapify key", environment: "GEOAPIFY_API_KEY"))
      }
    }
  }
}
