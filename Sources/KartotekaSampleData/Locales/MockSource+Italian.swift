extension MockSource {
  /// Italy. The leading zero belongs to the number, from abroad as well.
  static let italian = MockSource(
    code: "it-IT", country: "Italy", callingCode: "39", weight: 60,
    female: """
      Sofia, Aurora, Giulia, Ginevra, Vittoria, Beatrice, Alice, Ludovica, Emma, Matilde, Anna, Camilla,
      Chiara, Giorgia, Bianca, Nicole, Greta, Gaia, Martina, Azzurra, Arianna, Sara, Noemi, Rebecca, Isabella,
      Maria, Francesca, Elena, Paola, Laura, Silvia, Federica, Valentina, Alessandra, Roberta, Simona,
      Daniela, Cristina, Barbara, Patrizia, Antonella, Rosa, Angela, Lucia, Giovanna, Caterina, Teresa,
      Ilaria, Serena, Elisabetta
      """,
    male: """
      Leonardo, Francesco, Tommaso, Edoardo, Alessandro, Lorenzo, Mattia, Gabriele, Riccardo, Andrea, Diego,
      Matteo, Giuseppe, Antonio, Federico, Giovanni, Samuele, Pietro, Filippo, Davide, Marco, Luca, Michele,
      Nicolò, Giacomo, Simone, Emanuele, Salvatore, Vincenzo, Luigi, Mario, Roberto, Paolo, Stefano, Massimo,
      Claudio, Fabio, Daniele, Giorgio, Sergio, Maurizio, Enrico, Alberto, Domenico, Raffaele, Carlo, Bruno,
      Angelo, Dario, Ettore
      """,
    last: """
      Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Bruno, Gallo, Conti,
      De Luca, Mancini, Costa, Giordano, Rizzo, Lombardi, Moretti, Barbieri, Fontana, Santoro, Mariani,
      Rinaldi, Caruso, Ferrara, Galli, Martini, Leone, Longo, Gentile, Martinelli, Vitale, Lombardo, Serra,
      Coppola, De Santis, D'Angelo, Marchetti, Parisi, Villa, Conte, Ferraro, Ferri, Fabbri, Bianco, Marini,
      Grasso, Valentini, Messina, Sala, De Angelis, Gatti, Pellegrini, Palumbo, Sanna, Farina, Rizzi, Monti,
      Cattaneo, Morelli, Amato, Silvestri, Mazza, Testa, Grassi, Pellegrino, Carbone, Giuliani, Benedetti,
      Barone, Rossetti, Caputo, Montanari, Guerra, Palmieri, Bernardi, Martino, Fiore, De Rosa, Ferretti,
      Bellini, Basile, Riva, Donati, Piras, Vitali, Battaglia, Sartori, Neri, Costantini, Milani, Pagano,
      Ruggiero, Sorrentino, D'Amico, Orlando, Damico, Negri, Zanella, Tosi, Bertoli, Cavalli, Pavan, Zambon,
      Boschetti, Maggi, Bassi, Salvi, Locatelli, Tedesco, Fumagalli, Colonna, Molinari, Brambilla
      """,
    doubleFirst: (50, " "), doubleLast: (women: 15, men: 15, join: " "),
    streets: """
      Via Roma, Via Garibaldi, Via Marconi, Via Mazzini, Via Dante, Via Cavour, Via Verdi, Via Matteotti,
      Piazza Italia, Via Vittorio Veneto, Via della Chiesa, Via dei Mille, Corso Italia, Via Manzoni,
      Via Galilei, Via San Francesco, Via Leopardi, Viale della Stazione, Via del Mulino, Via degli Orti,
      Via San Giovanni, Via della Libertà, Via Trieste, Via Piave, Via delle Rose, Largo Colombo,
      Via del Porto, Via Kennedy, Via Pascoli, Via Monte Grappa
      """,
    numbers: "{n}; {n}; {n}; {n}/{a}; {n}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Roma|Lazio|001##|060#######|41.90|12.50
      Milano|Lombardia|201##|020#######|45.46|9.19
      Torino|Piemonte|101##|0110######|45.07|7.69
      Napoli|Campania|801##|0810######|40.85|14.27
      Bologna|Emilia-Romagna|401##|0510######|44.49|11.34
      Firenze|Toscana|501##|0550######|43.77|11.26
      Genova|Liguria|161##|0100######|44.41|8.93
      Palermo|Sicilia|901##|0910######|38.12|13.36
      Verona|Veneto|371##|0450######|45.44|10.99
      Venezia|Veneto|301##|0410######|45.44|12.32
      Bari|Puglia|701##|0800######|41.12|16.87
      Trieste|Friuli-Venezia Giulia|341##|0400######|45.65|13.78
      Cagliari|Sardegna|091##|0700######|39.22|9.12
      Perugia|Umbria|061##|0750######|43.11|12.39
      """,
    spare: "060#######",
    companies: """
      {last} & Figli S.r.l.; {trade} {last}; Fratelli {last}; {last} S.p.A.; {trade} {city}; {last} e {other}
      """,
    trades: """
      Panificio, Cantina, Libreria, Officina, Tipografia, Falegnameria, Caseificio, Pasticceria, Oleificio,
      Cartoleria
      """)
}
