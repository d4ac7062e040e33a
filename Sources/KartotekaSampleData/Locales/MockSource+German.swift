extension MockSource {
  /// Germany. Telephone numbers: Bundesnetzagentur, Mitteilung 148/2021, "Rufnummern für Medienproduktionen".
  static let german = MockSource(
    code: "de-DE", country: "Germany", callingCode: "49", weight: 80,
    female: """
      Emilia, Mia, Sophia, Emma, Hannah, Lina, Marie, Mila, Ella, Clara, Lea, Leni, Luisa, Anna, Johanna, Ida,
      Frieda, Charlotte, Lotte, Mathilda, Paula, Greta, Katharina, Sabine, Petra, Monika, Andrea, Claudia,
      Susanne, Ursula, Renate, Helga, Karin, Brigitte, Ingrid, Birgit, Martina, Gabriele, Heike, Angelika,
      Kerstin, Silke, Anke, Ulrike, Anja, Nadine, Jana, Käthe, Gisela, Annegret
      """,
    male: """
      Noah, Matteo, Elias, Luca, Leon, Theo, Finn, Paul, Emil, Henry, Ben, Felix, Jonas, Oskar, Anton, Jakob,
      Karl, Friedrich, Moritz, Konstantin, Wolfgang, Peter, Klaus, Jürgen, Dieter, Manfred, Uwe, Günter,
      Horst, Bernd, Frank, Stefan, Andreas, Thomas, Matthias, Jörg, Ralf, Holger, Torsten, Markus, Sven, Jens,
      Kai, Lars, Florian, Tobias, Sebastian, Götz, Eckhard, Volker
      """,
    last: """
      Müller, Schmidt, Schneider, Fischer, Weber, Meyer, Wagner, Becker, Schulz, Hoffmann, Schäfer, Koch,
      Bauer, Richter, Klein, Wolf, Schröder, Neumann, Schwarz, Zimmermann, Braun, Krüger, Hofmann, Hartmann,
      Lange, Schmitt, Werner, Schmitz, Krause, Meier, Lehmann, Schmid, Schulze, Maier, Köhler, Herrmann,
      König, Walter, Mayer, Huber, Kaiser, Fuchs, Peters, Lang, Scholz, Möller, Weiß, Jung, Hahn, Schubert,
      Vogel, Friedrich, Keller, Günther, Frank, Berger, Winkler, Roth, Beck, Lorenz, Baumann, Franke,
      Albrecht, Schuster, Simon, Ludwig, Böhm, Winter, Kraus, Martin, Schumacher, Krämer, Vogt, Stein, Jäger,
      Otto, Sommer, Groß, Seidel, Heinrich, Brandt, Haas, Schreiber, Graf, Dietrich, Ziegler, Kuhn, Kühn,
      Pohl, Engel, Horn, Busch, Bergmann, Thomas, Voigt, Sauer, Arnold, Wolff, Pfeiffer, Ernst, Hübner,
      Lindner, Ritter, Kramer, Götz, Steiner, Riedel, Nowak, Yılmaz, Reuter, Ullrich, Kunz, Jansen, Beyer,
      Blum, Paul, Schlüter, Wirth, Gerlach, Ebert, Dreßler, Thiele, Rösch, Westermann, Brückner, Oppermann,
      Lüders, Petersen, Hinrichs, Eggers, Rademacher, Feldmann, Kirchner, Steinbach, Falkenberg, Ostermann
      """,
    umlauts: true, doubleFirst: (50, "-"), doubleLast: (women: 70, men: 30, join: "-"),
    streets: """
      Hauptstraße, Schulstraße, Gartenstraße, Bahnhofstraße, Dorfstraße, Bergstraße, Birkenweg, Lindenstraße,
      Kirchstraße, Waldstraße, Ringstraße, Schillerstraße, Goethestraße, Amselweg, Wiesenstraße,
      Am Sportplatz, Buchenweg, Mühlenweg, Friedhofstraße, Rosenstraße, Feldstraße, Kastanienallee, Tannenweg,
      Am Markt, Parkstraße, Mozartstraße, Blumenstraße, Sonnenhang, Uferstraße, Kantstraße
      """,
    numbers: "{n}; {n}; {n}; {n}; {n}{a}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Berlin|Berlin|10###|3023125###|52.52|13.41
      Berlin|Berlin|12###|3023125###|52.48|13.43
      Hamburg|Hamburg|20###|4066969###|53.55|9.99
      München|Bayern|80###|8999998###|48.14|11.58
      Köln|Nordrhein-Westfalen|50###|2214710###|50.94|6.96
      Frankfurt am Main|Hessen|60###|6990009###|50.11|8.68
      Stuttgart|Baden-Württemberg|70###|17139200##|48.78|9.18
      Leipzig|Sachsen|04###|17139200##|51.34|12.37
      Dresden|Sachsen|01###|17139200##|51.05|13.74
      Hannover|Niedersachsen|30###|17139200##|52.37|9.73
      Bremen|Bremen|28###|176040690##|53.08|8.80
      Nürnberg|Bayern|90###|176040690##|49.45|11.08
      Freiburg im Breisgau|Baden-Württemberg|79###|176040690##|47.99|7.85
      Münster|Nordrhein-Westfalen|48###|176040690##|51.96|7.63
      Lübeck|Schleswig-Holstein|23###|176040690##|53.87|10.69
      Erfurt|Thüringen|99###|176040690##|50.98|11.03
      """,
    mobile: "176040690##", spare: "300#######",
    companies: """
      {last} GmbH; {last} & Söhne; {trade} {last}; {last} & {other} KG; Gebrüder {last}; {trade} {city} GmbH;
      {last} AG
      """,
    trades: """
      Bäckerei, Buchhandlung, Tischlerei, Brauerei, Druckerei, Feinkost, Autohaus, Gärtnerei, Maschinenbau,
      Möbelhaus
      """)
}
