extension MockSource {
  /// The Czech Republic.
  static let czech = MockSource(
    code: "cs-CZ", country: "Czechia", callingCode: "420", weight: 30,
    female: """
      Eliška, Anna, Adéla, Tereza, Sofie, Viktorie, Ema, Karolína, Natálie, Amálie, Julie, Kristýna, Barbora,
      Marie, Jana, Eva, Hana, Lenka, Kateřina, Lucie, Věra, Alena, Petra, Jaroslava, Veronika, Martina, Jitka,
      Ludmila, Helena, Michaela, Zdeňka, Ivana, Jiřina, Monika, Zuzana, Markéta, Pavla, Dagmar, Simona, Šárka
      """,
    male: """
      Jakub, Jan, Tomáš, Matyáš, Filip, Vojtěch, Lukáš, Adam, David, Ondřej, Matěj, Daniel, Jiří, Petr, Josef,
      Pavel, Martin, Jaroslav, Miroslav, Zdeněk, František, Václav, Michal, Milan, Karel, Vladimír, Ladislav,
      Roman, Marek, Stanislav, Radek, Aleš, Libor, Luboš, Bohumil, Vít, Štěpán, Šimon, Dominik, Kryštof
      """,
    last: """
      Novák, Svoboda, Novotný, Dvořák, Černý, Procházka, Kučera, Veselý, Horák, Němec, Marek, Pospíšil,
      Pokorný, Hájek, Král, Jelínek, Růžička, Beneš, Fiala, Sedláček, Doležal, Zeman, Kolář, Krejčí, Navrátil,
      Čermák, Vaněk, Urban, Blažek, Kříž, Kovář, Kratochvíl, Bartoš, Kopecký, Vlček, Musil, Malý, Šimek,
      Polák, Konečný, Kadlec, Čech, Staněk, Holub, Soukup, Štěpánek, Šťastný, Mareš, Sýkora, Moravec, Tichý,
      Valenta, Vávra, Matoušek, Říha, Bureš, Ševčík, Hruška, Mašek, Dušek, Pavlík, Hrubý, Havlíček, Janda,
      Mach, Müller, Liška, Žák, Bláha, Toman, Slavík, Vondráček, Strnad, Beran, Nový, Vacek, Tomášek, Kašpar,
      Zelenka, Kubát, Hanák, Brož, Pešek, Janeček, Kubíček
      """,
    feminine: .czech,
    streets: """
      Zahradní, Krátká, Nádražní, Školní, Polní, Nová, Husova, Palackého, Družstevní, Lípová, Komenského,
      Sokolská, Lesní, Jiráskova, Na Výsluní, Masarykova, Luční, Hlavní, Tyršova, Dlouhá, Mlýnská, Příčná,
      Tylova, Smetanova, Slunečná, Květinová, U Potoka, Havlíčkova, Náměstí Míru, Riegrova
      """,
    numbers: "{k}/{s}; {k}/{f}; {n}; {n}; {n}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Praha|Praha|1#0 00|200######|50.09|14.42
      Praha|Praha|1#0 00|200######|50.06|14.45
      Brno|Jihomoravský kraj|602 00|540######|49.20|16.61
      Ostrava|Moravskoslezský kraj|70# 00|590######|49.84|18.29
      Plzeň|Plzeňský kraj|301 00|370######|49.75|13.38
      Liberec|Liberecký kraj|460 0%|480######|50.77|15.06
      Olomouc|Olomoucký kraj|779 00|580######|49.59|17.25
      České Budějovice|Jihočeský kraj|370 0%|380######|48.97|14.47
      Hradec Králové|Královéhradecký kraj|500 0%|490######|50.21|15.83
      Pardubice|Pardubický kraj|530 0%|460######|50.04|15.78
      Zlín|Zlínský kraj|760 0%|570######|49.22|17.67
      Karlovy Vary|Karlovarský kraj|360 0%|350######|50.23|12.87
      Jihlava|Kraj Vysočina|586 0%|560######|49.40|15.59
      """,
    spare: "200######",
    companies: "{last} a syn s.r.o.; {trade} {last}; {last} a {other}; {trade} {city} s.r.o.; {last} a.s.",
    trades: """
      Pekárna, Knihkupectví, Pivovar, Truhlářství, Tiskárna, Mlékárna, Sady, Sklárna, Cukrárna, Autoservis
      """)
}
