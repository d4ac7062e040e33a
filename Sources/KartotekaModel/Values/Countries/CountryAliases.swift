/// What people call countries beside their names: older names, long ones, parts that stand for the whole.
enum CountryAliases {
  /// The other names, by two-letter code.
  static let all: [String: [String]] = Dictionary(
    lines.split(separator: "\n").map { line in
      (String(line.prefix(2)), line.dropFirst(4).split(separator: ",").map { String($0.trimmingSpaces()) })
    }, uniquingKeysWith: +)

  private static let lines = """
    AE: UAE, Emirates, Объединённые Арабские Эмираты, Эмираты, ZEA, Emiraty Arabskie, Dubai, Дубай, Dubaj
    AQ: South Pole, Антарктика, Antarktyka
    BA: Bosnia, Босния, Bośnia
    BO: Plurinational State of Bolivia
    BQ: Bonaire, Бонэйр, Karaiby Holenderskie
    BY: Belorussia, Byelorussia, Белоруссия
    CC: Keeling Islands
    CD: Democratic Republic of the Congo, Congo Kinshasa, Zaire, Демократическая Республика Конго, Заир, DR Konga, DRK
    CD: Zair
    CF: CAR, ЦАР
    CG: Republic of the Congo, Congo Brazzaville, Республика Конго, Конго Браззавиль, Republika Konga
    CI: Côte d’Ivoire, Берег Слоновой Кости
    CN: PRC, People's Republic of China, China mainland, КНР, ChRL
    CV: Cabo Verde, Острова Зелёного Мыса, Wyspy Zielonego Przylądka
    CZ: Czech Republic, Bohemia, Чешская Республика, Republika Czeska, Czechia
    DE: Federal Republic of Germany, ФРГ, RFN
    DO: Доминикана, Republika Dominikańska
    EH: Sahrawi, САДР
    FK: Malvinas, Мальвинские острова, Malwiny
    FM: Federated States of Micronesia
    FO: Faeroe Islands, Фареры
    GB: UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Англия, Соединённое Королевство
    GB: Шотландия, Уэльс, Северная Ирландия, Zjednoczone Królestwo, Anglia, Szkocja, Walia, Irlandia Północna
    GG: Channel Islands
    HK: Hong Kong SAR China
    IE: Republic of Ireland, Eire
    IO: British Indian Ocean Territory, Diego Garcia
    IR: Persia, Персия
    KG: Kirghizia, Кыргызстан, Kirgizja
    KH: Kampuchea
    KP: DPRK, КНДР, KRLD
    KR: Korea, Republic of Korea, Корея, Республика Корея
    LA: Lao
    LK: Ceylon, Цейлон, Cejlon
    MD: Moldavia, Молдавия
    MK: Macedonia, Македония
    MM: Burma, Бирма, Birma, Myanmar (Burma)
    MO: Macau, Аомынь
    NL: Holland, Голландия, Niderlandy
    PF: Tahiti, Таити
    PS: Palestinian Territories, State of Palestine, Палестинские территории, Terytoria Palestyńskie
    RU: Russian Federation, РФ, Российская Федерация, Federacja Rosyjska
    SA: Arabia
    SH: St. Helena
    SJ: Spitsbergen, Свальбард
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
