extension MockSource {
  /// France. Telephone numbers: ARCEP, décision 2018-0881, the ranges kept for audiovisual works.
  static let french = MockSource(
    code: "fr-FR", country: "France", callingCode: "33", weight: 70,
    female: """
      Emma, Jade, Louise, Alice, Chloé, Lina, Léa, Rose, Anna, Mila, Ambre, Inès, Julia, Manon, Camille,
      Juliette, Zoé, Agathe, Jeanne, Éléonore, Margaux, Lucie, Charlotte, Sarah, Clémence, Marion, Nathalie,
      Isabelle, Sylvie, Catherine, Françoise, Martine, Monique, Christine, Valérie, Sandrine, Véronique,
      Céline, Stéphanie, Aurélie, Élodie, Hélène, Solène, Maëlle, Noémie, Océane, Pauline, Adèle, Colette,
      Geneviève
      """,
    male: """
      Gabriel, Léo, Raphaël, Louis, Arthur, Jules, Maël, Noé, Adam, Lucas, Hugo, Gabin, Sacha, Paul, Nathan,
      Aaron, Mohamed, Ethan, Tom, Théo, Antoine, Maxime, Clément, Alexandre, Baptiste, Valentin, Mathis, Rémi,
      Benoît, Étienne, Jean, Michel, Pierre, Philippe, Alain, Patrick, Jacques, Christophe, Laurent, Frédéric,
      Nicolas, Sébastien, Guillaume, Thierry, Stéphane, Bruno, Gérard, Yves, Loïc, Gaël
      """,
    last: """
      Martin, Bernard, Dubois, Thomas, Robert, Richard, Petit, Durand, Leroy, Moreau, Simon, Laurent,
      Lefebvre, Michel, Garcia, David, Bertrand, Roux, Vincent, Fournier, Morel, Girard, André, Lefèvre,
      Mercier, Dupont, Lambert, Bonnet, François, Martinez, Legrand, Garnier, Faure, Rousseau, Blanc, Guérin,
      Muller, Henry, Roussel, Nicolas, Perrin, Morin, Mathieu, Clément, Gauthier, Dumont, Lopez, Fontaine,
      Chevalier, Robin, Masson, Sanchez, Gérard, Nguyen, Boyer, Denis, Lemaire, Duval, Joly, Gautier, Roger,
      Roche, Roy, Noël, Meyer, Lucas, Meunier, Jean, Perez, Marchand, Dufour, Blanchard, Marie, Barbier, Brun,
      Dumas, Brunet, Schmitt, Leroux, Colas, Picard, Arnaud, Renard, Aubert, Rivière, Giraud, Caron, Lacroix,
      Charpentier, Vasseur, Carpentier, Guillaume, Berger, Olivier, Renaud, Marty, Bourgeois, Benoît,
      Delattre, Pelletier, Tessier, Hubert, Maillard, Baron, Moulin, Poirier, Cousin, Besson, Delaunay, Vidal,
      Leclercq, Collet, Bouvier, Bailly, Prévost, Millet, Perrot, Daniel, Le Gall, Germain, Breton, Grégoire,
      Hervé, Chauvin, Poulain, Langlois, Fabre, Coulon, Le Goff, Aubry, Pichon, Reynaud, Jacquet, Guyot
      """,
    doubleFirst: (60, "-"), doubleLast: (women: 50, men: 20, join: "-"),
    streets: """
      rue de l'Église, rue de la Mairie, Grande Rue, rue du Moulin, rue de la Gare, rue des Écoles,
      rue Pasteur, rue Victor-Hugo, place de la République, rue du Château, avenue de la Gare, rue des Lilas,
      rue du Stade, boulevard Gambetta, rue Jean-Jaurès, allée des Tilleuls, chemin des Vignes,
      rue de la Fontaine, rue des Roses, impasse du Lavoir, rue Voltaire, quai de la Rivière, rue des Jardins,
      rue du Marché, cours Saint-Louis, rue des Acacias, avenue Foch, rue de Bretagne, rue du Port,
      rue Saint-Martin
      """,
    numbers: "{n}; {n}; {n}; {n}; {n} bis",
    address: "{number} {street}, {code} {city}",
    cities: """
      Paris|Île-de-France|7500%|19900####|48.86|2.35
      Paris|Île-de-France|7501#|19900####|48.85|2.30
      Versailles|Île-de-France|78000|19900####|48.80|2.13
      Lyon|Auvergne-Rhône-Alpes|6900%|46571####|45.76|4.84
      Marseille|Provence-Alpes-Côte d'Azur|1300%|46571####|43.30|5.37
      Grenoble|Auvergne-Rhône-Alpes|38000|46571####|45.19|5.72
      Nice|Provence-Alpes-Côte d'Azur|06#00|46571####|43.70|7.27
      Toulouse|Occitanie|31#00|53649####|43.60|1.44
      Bordeaux|Nouvelle-Aquitaine|33#00|53649####|44.84|-0.58
      Limoges|Nouvelle-Aquitaine|87000|53649####|45.83|1.26
      Nantes|Pays de la Loire|44#00|26191####|47.22|-1.55
      Rennes|Bretagne|35#00|26191####|48.11|-1.68
      Rouen|Normandie|76000|26191####|49.44|1.10
      Lille|Hauts-de-France|59#00|35301####|50.63|3.06
      Strasbourg|Grand Est|67#00|35301####|48.57|7.75
      Dijon|Bourgogne-Franche-Comté|21000|35301####|47.32|5.04
      """,
    mobile: "63998####", spare: "199######",
    companies: """
      {last} et Fils; {trade} {last}; Établissements {last}; {last} & {other} SARL; {trade} de {city};
      Maison {last}
      """,
    trades: """
      Boulangerie, Librairie, Menuiserie, Imprimerie, Épicerie, Pâtisserie, Garage, Papeterie, Brasserie,
      Fromagerie
      """)
}
