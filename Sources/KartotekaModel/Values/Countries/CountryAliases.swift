/// Other names of countries: older and longer names, names in their own languages, parts that stand for the whole.
enum CountryAliases {
  /// The other names, by two-letter code.
  static let all: [String: [String]] = Dictionary(
    lines.split(separator: "\n").map { line in
      (String(line.prefix(2)), line.dropFirst(4).split(separator: ",").map { String($0.trimmingSpaces()) })
    }, uniquingKeysWith: +)

  private static let lines = """
    AE: UAE, Emirates, Объединённые Арабские Эмираты, Эмираты, ZEA, Emiraty Arabskie, Dubai, Дубай, Dubaj
    AL: Shqipëria
    AM: Hayastan
    AQ: South Pole, Антарктика, Antarktyka
    AT: Österreich
    BA: Bosnia, Босния, Bośnia
    BE: Belgique, België
    BO: Plurinational State of Bolivia
    BQ: Bonaire, Бонэйр, Karaiby Holenderskie
    BR: Brasil
    BY: Belorussia, Byelorussia, Белоруссия
    CC: Keeling Islands
    CD: Democratic Republic of the Congo, Congo Kinshasa, Zaire, Демократическая Республика Конго, Заир, DR Konga, DRK
    CD: Zair
    CD: DRC, ДРК
    CF: CAR, ЦАР
    CG: Republic of the Congo, Congo Brazzaville, Республика Конго, Конго Браззавиль, Republika Konga
    CH: Schweiz, Suisse, Svizzera
    CI: Côte d’Ivoire, Берег Слоновой Кости
    CN: PRC, People's Republic of China, China mainland, КНР, ChRL
    CV: Cabo Verde, Острова Зелёного Мыса, Wyspy Zielonego Przylądka
    CY: Northern Cyprus, Северный Кипр, Cypr Północny
    CZ: Czech Republic, Bohemia, Чешская Республика, Republika Czeska, Czechia
    CZ: Česko
    DE: Federal Republic of Germany, ФРГ, RFN
    DE: Deutschland
    DK: Danmark
    DO: Доминикана, Republika Dominikańska
    EE: Eesti
    EG: Misr
    EH: Sahrawi, САДР
    ES: España
    FI: Suomi
    FK: Malvinas, Мальвинские острова, Malwiny
    FM: Federated States of Micronesia
    FO: Faeroe Islands, Фареры
    GB: UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Англия, Соединённое Королевство
    GB: Шотландия, Уэльс, Северная Ирландия, Zjednoczone Królestwo, Anglia, Szkocja, Walia, Irlandia Północna
    GE: Sakartvelo
    GG: Channel Islands
    GR: Hellas, Ellada
    HK: Hong Kong SAR China
    HR: Hrvatska
    HU: Magyarország
    IE: Republic of Ireland, Eire
    IN: Bharat
    IO: British Indian Ocean Territory, Diego Garcia
    IR: Persia, Персия
    IS: Ísland
    IT: Italia
    JP: Nippon, Nihon
    KG: Kirghizia, Кыргызстан, Kirgizja
    KH: Kampuchea
    KP: DPRK, КНДР, KRLD
    KR: Korea, Republic of Korea, Корея, Республика Корея
    LA: Lao
    LK: Ceylon, Цейлон, Cejlon
    LT: Lietuva
    LV: Latvija
    MA: Maroc
    MD: Moldavia, Молдавия
    ME: Crna Gora
    MK: Macedonia, Македония
    MK: Makedonija
    MM: Burma, Бирма, Birma, Myanmar (Burma)
    MO: Macau, Аомынь
    NL: Holland, Голландия, Niderlandy
    NL: Nederland
    NO: Norge
    PF: Tahiti, Таити
    PS: Palestinian Territories, State of Palestine, Палестинские территории, Terytoria Palestyńskie
    RS: Srbija
    RU: Russian Federation, РФ, Российская Федерация, Federacja Rosyjska
    SA: Arabia
    SE: Sverige
    SH: St. Helena
    SI: Slovenija
    SJ: Spitsbergen, Свальбард
    SK: Slovensko
    SO: Somaliland, Сомалиленд
    SY: Syrian Arab Republic
    SZ: Swaziland, Свазиленд, Suazi
    TF: Kerguelen
    TL: East Timor, Timor
    TR: Türkiye
    TW: Formosa, Republic of China
    TZ: Zanzibar, Занзибар
    UA: The Ukraine
    US: USA, America, United States of America, Соединённые Штаты Америки, Соединённые Штаты, Америка
    US: Stany Zjednoczone Ameryki, Ameryka
    VA: Vatican, Holy See, Святой Престол, Stolica Apostolska
    VN: Viet Nam
    WS: Western Samoa
    ZA: RSA, Южно-Африканская Республика, Южная Африка, RPA, Afryka Południowa
    ZW: Rhodesia, Родезия, Rodezja
    """
}
