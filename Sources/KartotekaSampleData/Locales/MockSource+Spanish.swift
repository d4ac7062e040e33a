extension MockSource {
  /// Spain.
  static let spanish = MockSource(
    code: "es-ES", country: "Spain", callingCode: "34", weight: 70,
    female: """
      Lucía, Sofía, Martina, María, Julia, Paula, Valeria, Emma, Daniela, Carla, Alba, Noa, Sara, Carmen,
      Laura, Marta, Claudia, Irene, Elena, Ana, Cristina, Isabel, Pilar, Dolores, Teresa, Josefa, Rosa,
      Antonia, Francisca, Mercedes, Raquel, Silvia, Nuria, Beatriz, Rocío, Inés, Eva, Patricia, Lorena,
      Mónica, Yolanda, Alicia, Susana, Montserrat, Concepción, Ángela, Encarnación, Itziar, Begoña, Amparo
      """,
    male: """
      Hugo, Mateo, Martín, Lucas, Leo, Daniel, Alejandro, Manuel, Pablo, Álvaro, Adrián, Enzo, Mario, Diego,
      David, Javier, Marcos, Izan, Sergio, Carlos, Iván, Miguel, Jorge, Antonio, José, Francisco, Juan, Luis,
      Ángel, Rafael, Fernando, Alberto, Ramón, Enrique, Vicente, Andrés, Joaquín, Santiago, Eduardo, Víctor,
      Roberto, Jaime, Ignacio, Salvador, Julio, Gonzalo, Emilio, Tomás, Agustín, Iker
      """,
    last: """
      García, Rodríguez, González, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Martín, Jiménez,
      Hernández, Ruiz, Díaz, Moreno, Muñoz, Álvarez, Romero, Gutiérrez, Alonso, Navarro, Torres, Domínguez,
      Ramos, Vázquez, Ramírez, Gil, Serrano, Morales, Molina, Blanco, Suárez, Castro, Ortega, Delgado, Ortiz,
      Marín, Rubio, Núñez, Medina, Sanz, Castillo, Iglesias, Cortés, Garrido, Santos, Guerrero, Lozano, Cano,
      Cruz, Méndez, Flores, Prieto, Herrera, Peña, León, Márquez, Cabrera, Gallego, Calvo, Vidal, Campos,
      Reyes, Vega, Fuentes, Carrasco, Díez, Aguilar, Caballero, Nieto, Santana, Vargas, Pascual, Giménez,
      Herrero, Hidalgo, Montero, Lorenzo, Santiago, Benítez, Durán, Ibáñez, Arias, Mora, Ferrer, Carmona,
      Vicente, Rojas, Soto, Crespo, Román, Pastor, Velasco, Parra, Sáez, Moya, Bravo, Rivera, Gallardo, Soler,
      Aranda, Echeverría, Urrutia, Bermúdez, Quintana, Villanueva, Zamora, Pizarro, Luque
      """,
    doubleFirst: (90, " "), doubleLast: (women: 550, men: 550, join: " "),
    streets: """
      Calle Mayor, Calle Real, Calle Nueva, Plaza de España, Calle del Sol, Avenida de la Constitución,
      Calle San Juan, Calle de la Iglesia, Calle Cervantes, Plaza Mayor, Calle del Carmen,
      Avenida de Andalucía, Calle de la Fuente, Calle San José, Paseo de la Alameda, Calle de las Flores,
      Calle Santa María, Calle del Río, Calle Ancha, Calle del Castillo, Calle Goya, Calle Velázquez,
      Ronda Norte, Calle de la Paz, Calle San Pedro, Calle Olivo, Calle del Mar, Camino Viejo, Calle Granada,
      Plaza del Mercado
      """,
    numbers: "{n}; {n}; {n}, {s}º A; {n}, {s}º B; {n}, {s}º C",
    address: "{street}, {number}, {code} {city}",
    cities: """
      Madrid|Madrid|2800%|910######|40.42|-3.70
      Madrid|Madrid|2801#|910######|40.43|-3.68
      Barcelona|Barcelona|0800%|930######|41.39|2.17
      Valencia|Valencia|4600%|960######|39.47|-0.38
      Sevilla|Sevilla|4100%|950######|37.39|-5.98
      Zaragoza|Zaragoza|5000%|976######|41.65|-0.89
      Málaga|Málaga|2900%|952######|36.72|-4.42
      Murcia|Murcia|3000%|968######|37.99|-1.13
      Palma|Illes Balears|0700%|971######|39.57|2.65
      Bilbao|Bizkaia|4800%|944######|43.26|-2.93
      Alicante|Alicante|0300%|965######|38.35|-0.48
      Córdoba|Córdoba|1400%|957######|37.89|-4.78
      Valladolid|Valladolid|4700%|983######|41.65|-4.72
      Vigo|Pontevedra|3620%|986######|42.24|-8.72
      Granada|Granada|1800%|958######|37.18|-3.60
      """,
    spare: "910######",
    companies: """
      {last} Hermanos; {trade} {last}; {last} e Hijos S.L.; {last} y {other} S.A.; {trade} {city};
      Grupo {last}
      """,
    trades: """
      Panadería, Librería, Bodegas, Talleres, Ferretería, Imprenta, Muebles, Conservas, Almacenes, Pastelería
      """)
}
