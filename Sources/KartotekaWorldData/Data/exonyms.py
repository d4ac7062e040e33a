"""What Polish and Russian call cities: names that GeoNames has without a language, or not at all."""

import sys
from pathlib import Path

from folding import key

# GeoNames' name, the country, the Polish name and the Russian one; "-" where the language has the first name as it is, or
# no settled name of its own.
NAMES = """
Warsaw PL Warszawa Варшава
Kraków PL - Краков
Łódź PL - Лодзь
Wrocław PL - Вроцлав
Poznań PL - Познань
Gdańsk PL - Гданьск
Szczecin PL - Щецин
Bydgoszcz PL - Быдгощ
Lublin PL - Люблин
Białystok PL - Белосток
Katowice PL - Катовице
Gdynia PL - Гдыня
Częstochowa PL - Ченстохова
Radom PL - Радом
Toruń PL - Торунь
Sosnowiec PL - Сосновец
Kielce PL - Кельце
Gliwice PL - Гливице
Zabrze PL - Забже
Bytom PL - Бытом
Olsztyn PL - Ольштын
Rzeszów PL - Жешув
Opole PL - Ополе
Elbląg PL - Эльблонг
Zakopane PL - Закопане
Sopot PL - Сопот
Zamość PL - Замосць
Moscow RU Moskwa Москва
Saint Petersburg RU Petersburg Санкт-Петербург
Novosibirsk RU Nowosybirsk Новосибирск
Yekaterinburg RU Jekaterynburg Екатеринбург
Kazan RU Kazań Казань
Nizhniy Novgorod RU Niżny_Nowogród Нижний_Новгород
Samara RU Samara Самара
Omsk RU Omsk Омск
Chelyabinsk RU Czelabińsk Челябинск
Rostov-on-Don RU Rostów_nad_Donem Ростов-на-Дону
Ufa RU Ufa Уфа
Krasnoyarsk RU Krasnojarsk Красноярск
Perm RU Perm Пермь
Voronezh RU Woroneż Воронеж
Volgograd RU Wołgograd Волгоград
Krasnodar RU Krasnodar Краснодар
Saratov RU Saratów Саратов
Vladivostok RU Władywostok Владивосток
Irkutsk RU Irkuck Иркутск
Kaliningrad RU Kaliningrad Калининград
Sochi RU Soczi Сочи
Smolensk RU Smoleńsk Смоленск
Murmansk RU Murmańsk Мурманск
Kyiv UA Kijów Киев
Kharkiv UA Charków Харьков
Odesa UA Odessa Одесса
Dnipro UA Dniepr Днепр
Lviv UA Lwów Львов
Donetsk UA Donieck Донецк
Zaporizhzhya UA Zaporoże Запорожье
Chernivtsi UA Czerniowce Черновцы
Ivano-Frankivsk UA Iwano-Frankiwsk Ивано-Франковск
Ternopil UA Tarnopol Тернополь
Uzhhorod UA Użhorod Ужгород
Poltava UA Połtawa Полтава
Chernihiv UA Czernihów Чернигов
Minsk BY Mińsk Минск
Homyel' BY Homel Гомель
Brest BY Brześć Брест
Hrodna BY Grodno Гродно
Vitebsk BY Witebsk Витебск
Vilnius LT Wilno Вильнюс
Kaunas LT Kowno Каунас
Klaipėda LT Kłajpeda Клайпеда
Riga LV Ryga Рига
Daugavpils LV Dyneburg Даугавпилс
Tallinn EE - Таллин
Tartu EE - Тарту
Helsinki FI - Хельсинки
Stockholm SE Sztokholm Стокгольм
Gothenburg SE Göteborg Гётеборг
Malmö SE - Мальмё
Oslo NO - Осло
Bergen NO - Берген
Copenhagen DK Kopenhaga Копенгаген
Reykjavík IS Reykjavik Рейкьявик
Berlin DE - Берлин
Hamburg DE - Гамбург
Munich DE Monachium Мюнхен
Köln DE Kolonia Кёльн
Frankfurt am Main DE Frankfurt_nad_Menem Франкфурт-на-Майне
Stuttgart DE - Штутгарт
Düsseldorf DE - Дюссельдорф
Leipzig DE Lipsk Лейпциг
Dresden DE Drezno Дрезден
Nuremberg DE Norymberga Нюрнберг
Hannover DE Hanower Ганновер
Bremen DE Brema Бремен
Aachen DE Akwizgran Ахен
Mainz DE Moguncja Майнц
Trier DE Trewir Трир
Augsburg DE - Аугсбург
Regensburg DE Ratyzbona Регенсбург
Lübeck DE Lubeka Любек
Potsdam DE Poczdam Потсдам
Chemnitz DE - Хемниц
Bonn DE - Бонн
Vienna AT Wiedeń Вена
Salzburg AT - Зальцбург
Graz AT - Грац
Innsbruck AT - Инсбрук
Linz AT - Линц
Zürich CH Zurych Цюрих
Geneva CH Genewa Женева
Basel CH Bazylea Базель
Bern CH Berno Берн
Lausanne CH Lozanna Лозанна
Lugano CH - Лугано
Prague CZ Praga Прага
Brno CZ - Брно
Ostrava CZ Ostrawa Острава
Olomouc CZ Ołomuniec Оломоуц
Bratislava SK Bratysława Братислава
Košice SK Koszyce Кошице
Budapest HU Budapeszt Будапешт
Debrecen HU Debreczyn Дебрецен
Paris FR Paryż Париж
Marseille FR Marsylia Марсель
Lyon FR - Лион
Toulouse FR Tuluza Тулуза
Nice FR Nicea Ницца
Strasbourg FR Strasburg Страсбург
Nantes FR - Нант
Bordeaux FR - Бордо
Lille FR - Лилль
Avignon FR Awinion Авиньон
Cannes FR - Канны
Dijon FR - Дижон
Orléans FR Orlean Орлеан
London GB Londyn Лондон
Edinburgh GB Edynburg Эдинбург
Glasgow GB - Глазго
Manchester GB - Манчестер
Liverpool GB - Ливерпуль
Birmingham GB - Бирмингем
Oxford GB Oksford Оксфорд
Cambridge GB - Кембридж
Dublin IE - Дублин
Amsterdam NL - Амстердам
Rotterdam NL - Роттердам
The Hague NL Haga Гаага
Utrecht NL - Утрехт
Brussels BE Bruksela Брюссель
Antwerp BE Antwerpia Антверпен
Gent BE Gandawa Гент
Brugge BE Brugia Брюгге
Liège BE - Льеж
Luxembourg LU Luksemburg Люксембург
Rome IT Rzym Рим
Milan IT Mediolan Милан
Venice IT Wenecja Венеция
Florence IT Florencja Флоренция
Naples IT Neapol Неаполь
Turin IT Turyn Турин
Genoa IT Genua Генуя
Bologna IT Bolonia Болонья
Padua IT Padwa Падуя
Verona IT Werona Верона
Pisa IT Piza Пиза
Siena IT Siena Сиена
Palermo IT - Палермо
Catania IT Katania Катания
Bari IT - Бари
Trieste IT Triest Триест
Madrid ES Madryt Мадрид
Barcelona ES - Барселона
Valencia ES Walencja Валенсия
Sevilla ES Sewilla Севилья
Málaga ES Malaga Малага
Zaragoza ES Saragossa Сарагоса
Granada ES Grenada Гранада
Córdoba ES Kordoba Кордова
Toledo ES - Толедо
Lisbon PT Lizbona Лиссабон
Porto PT - Порту
Coimbra PT - Коимбра
Athens GR Ateny Афины
Thessaloníki GR Saloniki Салоники
Belgrade RS Belgrad Белград
Novi Sad RS Nowy_Sad Нови-Сад
Zagreb HR Zagrzeb Загреб
Split HR - Сплит
Dubrovnik HR Dubrownik Дубровник
Ljubljana SI Lublana Любляна
Sarajevo BA Sarajewo Сараево
Skopje MK - Скопье
Tirana AL - Тирана
Sofia BG - София
Varna BG Warna Варна
Bucharest RO Bukareszt Бухарест
Timişoara RO Timișoara Тимишоара
Chisinau MD Kiszyniów Кишинёв
Istanbul TR Stambuł Стамбул
Ankara TR - Анкара
İzmir TR Izmir Измир
Antalya TR - Анталья
Tbilisi GE - Тбилиси
Batumi GE - Батуми
Yerevan AM Erywań Ереван
Baku AZ - Баку
Almaty KZ Ałmaty Алматы
Astana KZ - Астана
Tashkent UZ Taszkent Ташкент
Samarkand UZ Samarkanda Самарканд
Bishkek KG Biszkek Бишкек
Dushanbe TJ Duszanbe Душанбе
Ashgabat TM Aszchabad Ашхабад
Beijing CN Pekin Пекин
Shanghai CN Szanghaj Шанхай
Guangzhou CN Kanton Гуанчжоу
Shenzhen CN - Шэньчжэнь
Harbin CN Harbin Харбин
Hong Kong HK Hongkong Гонконг
Macau MO Makau Макао
Taipei TW Tajpej Тайбэй
Tokyo JP Tokio Токио
Kyoto JP Kioto Киото
Osaka JP - Осака
Hiroshima JP Hiroszima Хиросима
Seoul KR Seul Сеул
Busan KR Pusan Пусан
Pyongyang KP Pjongjang Пхеньян
Bangkok TH - Бангкок
Hanoi VN - Ханой
Ho Chi Minh City VN Ho_Chi_Minh Хошимин
Singapore SG Singapur Сингапур
Kuala Lumpur MY - Куала-Лумпур
Jakarta ID Dżakarta Джакарта
Manila PH - Манила
Delhi IN - Дели
New Delhi IN Nowe_Delhi Нью-Дели
Mumbai IN Mumbaj Мумбаи
Kolkata IN Kalkuta Калькутта
Kathmandu NP Katmandu Катманду
Colombo LK Kolombo Коломбо
Kabul AF - Кабул
Tehran IR Teheran Тегеран
Baghdad IQ Bagdad Багдад
Damascus SY Damaszek Дамаск
Beirut LB Bejrut Бейрут
Jerusalem IL Jerozolima Иерусалим
Tel Aviv IL Tel_Awiw Тель-Авив
Amman JO - Амман
Riyadh SA Rijad Эр-Рияд
Makkah SA Mekka Мекка
Dubai AE Dubaj Дубай
Abu Dhabi AE Abu_Zabi Абу-Даби
Doha QA - Доха
Cairo EG Kair Каир
Alexandria EG Aleksandria Александрия
Luxor EG Luksor Луксор
Tunis TN - Тунис
Algiers DZ Algier Алжир
Casablanca MA - Касабланка
Marrakesh MA Marrakesz Марракеш
Fes MA Fez Фес
Addis Ababa ET Addis_Abeba Аддис-Абеба
Nairobi KE - Найроби
Cape Town ZA Kapsztad Кейптаун
Johannesburg ZA - Йоханнесбург
Lagos NG - Лагос
Dakar SN - Дакар
New York City US Nowy_Jork Нью-Йорк
Washington US Waszyngton Вашингтон
Los Angeles US - Лос-Анджелес
Chicago US - Чикаго
San Francisco US - Сан-Франциско
Philadelphia US Filadelfia Филадельфия
New Orleans US Nowy_Orlean Новый_Орлеан
Boston US - Бостон
Miami US - Майами
Las Vegas US - Лас-Вегас
Seattle US - Сиэтл
Toronto CA - Торонто
Montréal CA Montreal Монреаль
Vancouver CA - Ванкувер
Ottawa CA - Оттава
Mexico City MX Meksyk Мехико
Havana CU Hawana Гавана
Rio de Janeiro BR - Рио-де-Жанейро
São Paulo BR - Сан-Паулу
Brasília BR Brasilia Бразилиа
Buenos Aires AR - Буэнос-Айрес
Santiago CL - Сантьяго
Lima PE - Лима
Cusco PE Cuzco Куско
Bogotá CO Bogota Богота
Caracas VE - Каракас
Quito EC - Кито
Montevideo UY - Монтевидео
Sydney AU - Сидней
Melbourne AU - Мельбурн
Canberra AU - Канберра
Auckland NZ - Окленд
Wellington NZ - Веллингтон
"""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def written(folder: Path) -> None:
    """Writes `exonyms.pl.tsv` and `exonyms.ru.tsv` beside `cities.tsv`, to whose lines they refer as `alternates.tsv` does."""
    lines: dict[tuple[str, str], tuple[int, int]] = {}
    for index, line in enumerate((folder / "cities.tsv").read_text().splitlines()):
        name, population, country, *_ = line.split("\t")
        place = (name, country)
        if place not in lines or lines[place][0] < int(population):
            lines[place] = (int(population), index)
    names: dict[str, list[tuple[str, int]]] = {"pl": [], "ru": []}
    for line in NAMES.strip().splitlines():
        *own, country, polish, russian = line.split()
        place = (" ".join(own), country)
        if place not in lines:
            sys.exit(f"cities.tsv has no {place[0]} in {country}.")
        for language, name in (("pl", polish), ("ru", russian)):
            names[language].append((place[0] if name == "-" else name.replace("_", " "), lines[place][1]))
    for language, known in names.items():
        rows = sorted(known, key=lambda row: (key(row[0]).encode(), row))
        text = "".join(f"{name}\t{code(index)}\n" for name, index in rows)
        (folder / f"exonyms.{language}.tsv").write_text(text)


def code(index: int) -> str:
    """Three digits to base 36."""
    return DIGITS[index // 1296] + DIGITS[index // 36 % 36] + DIGITS[index % 36]


if __name__ == "__main__":
    written(Path(sys.argv[1]))
