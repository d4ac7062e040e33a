extension MockSource {
  /// Poland.
  static let polish = MockSource(
    code: "pl-PL", country: "Poland", callingCode: "48", weight: 120,
    female: """
      Anna, Maria, Katarzyna, Małgorzata, Agnieszka, Barbara, Ewa, Krystyna, Magdalena, Elżbieta, Joanna,
      Aleksandra, Zofia, Monika, Teresa, Danuta, Natalia, Karolina, Marta, Julia, Beata, Dorota, Janina,
      Alicja, Jolanta, Irena, Grażyna, Iwona, Paulina, Justyna, Zuzanna, Bożena, Wiktoria, Urszula, Hanna,
      Renata, Agata, Sylwia, Patrycja, Halina, Izabela, Emilia, Oliwia, Ewelina, Weronika, Wanda, Jadwiga,
      Łucja, Bogumiła, Kinga
      """,
    male: """
      Piotr, Krzysztof, Andrzej, Tomasz, Paweł, Jan, Michał, Marcin, Jakub, Stanisław, Adam, Marek, Łukasz,
      Grzegorz, Mateusz, Wojciech, Mariusz, Dariusz, Zbigniew, Maciej, Rafał, Robert, Kamil, Jerzy, Dawid,
      Szymon, Kacper, Ryszard, Tadeusz, Jarosław, Józef, Artur, Sebastian, Filip, Damian, Przemysław, Daniel,
      Antoni, Karol, Sławomir, Mirosław, Bartosz, Leszek, Franciszek, Wiesław, Kazimierz, Ignacy, Błażej,
      Seweryn, Gabriel
      """,
    last: """
      Nowak, Kowalski, Wiśniewski, Wójcik, Kowalczyk, Kamiński, Lewandowski, Zieliński, Szymański, Woźniak,
      Dąbrowski, Kozłowski, Jankowski, Mazur, Kwiatkowski, Wojciechowski, Krawczyk, Kaczmarek, Piotrowski,
      Grabowski, Zając, Pawłowski, Michalski, Król, Wieczorek, Jabłoński, Wróbel, Nowakowski, Majewski,
      Olszewski, Stępień, Malinowski, Jaworski, Adamczyk, Dudek, Nowicki, Pawlak, Górski, Witkowski, Walczak,
      Sikora, Baran, Rutkowski, Michalak, Szewczyk, Ostrowski, Tomaszewski, Pietrzak, Zalewski, Wróblewski,
      Marciniak, Jasiński, Zawadzki, Sadowski, Jakubowski, Bąk, Duda, Włodarczyk, Borkowski, Chmielewski,
      Wilk, Sokołowski, Szczepański, Sawicki, Lis, Kucharski, Kalinowski, Mazurek, Wysocki, Maciejewski,
      Kubiak, Kołodziej, Kaźmierczak, Czarnecki, Urban, Sobczak, Głowacki, Sikorski, Zakrzewski, Krajewski,
      Laskowski, Ziółkowski, Gajewski, Szulc, Makowski, Brzeziński, Mróz, Przybylski, Kozak, Borowski,
      Adamski, Błaszczyk, Górecki, Andrzejewski, Cieślak, Szczepaniak, Chojnacki, Kania, Mroczek, Leszczyński,
      Lipiński, Czerwiński, Bielecki, Gołębiowski, Śliwa, Domański, Tomczyk, Wawrzyniak, Grzelak, Zięba,
      Gawroński, Skiba, Niewiadomski, Świątek, Żukowski, Ćwikliński, Łuczak, Bogucki, Radziszewski,
      Trojanowski, Wierzbicki, Rogalski, Sowa, Żak, Drozd, Lisowski, Janicki, Gutowski, Bednarczyk, Kłosowski,
      Muszyński, Stasiak, Wolski, Rudnicki, Milewski, Karpiński, Orłowski, Podgórski, Zarzycki, Kędzierski
      """,
    feminine: .polish, doubleLast: (women: 90, men: 5, join: "-"),
    streets: """
      ul. Polna, ul. Leśna, ul. Słoneczna, ul. Krótka, ul. Szkolna, ul. Ogrodowa, ul. Lipowa, ul. Łąkowa,
      ul. Brzozowa, ul. Kwiatowa, ul. Kościelna, ul. Sosnowa, ul. Zielona, ul. Parkowa, ul. Akacjowa,
      ul. Mickiewicza, ul. Długa, ul. Kolejowa, ul. Piaskowa, ul. Spacerowa, ul. Nowa, ul. Wiejska,
      al. Wolności, al. Lipowa, ul. Młyńska, ul. Rzemieślnicza, ul. Źródlana, os. Słoneczne, pl. Wolności,
      ul. Sienkiewicza
      """,
    numbers: "{n}; {n}; {n}; {n}/{f}; {n}/{f}; {n}/{f}; {n}A; {n}B",
    address: "{street} {number}, {code} {city}",
    cities: """
      Warszawa|mazowieckie|00-###|220######|52.23|21.01
      Warszawa|mazowieckie|02-###|220######|52.19|21.00
      Kraków|małopolskie|30-###|120######|50.06|19.94
      Wrocław|dolnośląskie|50-###|710######|51.11|17.03
      Poznań|wielkopolskie|60-###|610######|52.41|16.93
      Gdańsk|pomorskie|80-###|580######|54.35|18.65
      Łódź|łódzkie|90-###|420######|51.76|19.46
      Katowice|śląskie|40-###|320######|50.26|19.02
      Lublin|lubelskie|20-###|810######|51.25|22.57
      Białystok|podlaskie|15-###|850######|53.13|23.16
      Szczecin|zachodniopomorskie|70-###|910######|53.43|14.55
      Toruń|kujawsko-pomorskie|87-1##|560######|53.01|18.60
      Rzeszów|podkarpackie|35-###|170######|50.04|22.00
      Olsztyn|warmińsko-mazurskie|10-###|890######|53.78|20.48
      Kielce|świętokrzyskie|25-###|410######|50.87|20.63
      Opole|opolskie|45-###|770######|50.67|17.93
      Zielona Góra|lubuskie|65-###|680######|51.94|15.51
      """,
    spare: "220######",
    companies: """
      {last} i Synowie; {trade} {last}; {last} Sp. z o.o.; {trade} „{city}”; {last} i Wspólnicy; PPHU {last};
      {trade} {last} s.c.
      """,
    trades: """
      Piekarnia, Hurtownia, Księgarnia, Zakład Stolarski, Mleczarnia, Cukiernia, Drukarnia, Sady, Auto-Serwis,
      Apteka
      """)
}
