extension MockSource {
  /// Brazil.
  static let brazilian = MockSource(
    code: "pt-BR", country: "Brazil", callingCode: "55", weight: 60,
    female: """
      Helena, Alice, Laura, Maria, Sophia, Manuela, Maitê, Liz, Cecília, Isabella, Luísa, Eloá, Heloísa,
      Júlia, Ayla, Maísa, Elisa, Antonella, Valentina, Lívia, Ana, Beatriz, Mariana, Gabriela, Fernanda,
      Camila, Letícia, Larissa, Amanda, Bruna, Juliana, Patrícia, Aline, Adriana, Vanessa, Luciana, Sandra,
      Márcia, Francisca, Antônia, Tereza, Rosângela, Simone, Cláudia, Débora, Tatiane, Renata, Raquel, Sônia,
      Conceição
      """,
    male: """
      Miguel, Gael, Arthur, Heitor, Theo, Davi, Gabriel, Bernardo, Samuel, João, Enzo, Pedro, Lorenzo, Lucas,
      Benjamin, Nicolas, Rafael, Joaquim, Henrique, Isaac, Matheus, Gustavo, Felipe, Guilherme, Bruno, Thiago,
      Leonardo, Vinícius, Rodrigo, Eduardo, Marcelo, Fernando, Ricardo, André, Carlos, Paulo, José, Antônio,
      Francisco, Luiz, Marcos, Roberto, Sérgio, Cláudio, Fábio, Márcio, Diego, Caio, Otávio, Raimundo
      """,
    last: """
      Silva, Santos, Oliveira, Souza, Rodrigues, Ferreira, Alves, Pereira, Lima, Gomes, Costa, Ribeiro,
      Martins, Carvalho, Almeida, Lopes, Soares, Fernandes, Vieira, Barbosa, Rocha, Dias, Nascimento, Andrade,
      Moreira, Nunes, Marques, Machado, Mendes, Freitas, Cardoso, Ramos, Gonçalves, Santana, Teixeira, Araújo,
      Pinto, Moura, Campos, Cavalcanti, Monteiro, Correia, Batista, Castro, Borges, Melo, Pires, Azevedo,
      Duarte, Barros, Miranda, Medeiros, Nogueira, Fonseca, Farias, Cunha, Rezende, Viana, Peixoto, Guimarães,
      Tavares, Coelho, Xavier, Siqueira, Amaral, Brito, Macedo, Antunes, Sampaio, Braga, Bezerra, Pacheco,
      Assis, Aguiar, Leite, Leal, Prado, Paiva, Magalhães, Figueiredo, Queiroz, Matos, Toledo, Bastos, Franco,
      Vasconcelos, Lacerda, Fontes, Salgado, Quintela, da Silva, dos Santos, de Oliveira, de Souza, da Costa,
      de Almeida, do Nascimento, da Rocha, de Lima, de Castro
      """,
    doubleFirst: (180, " "), doubleLast: (women: 400, men: 350, join: " "),
    streets: """
      Rua das Flores, Avenida Brasil, Rua São José, Rua da Paz, Rua Sete de Setembro, Rua Quinze de Novembro,
      Avenida Paulista, Rua Santo Antônio, Rua Tiradentes, Rua São João, Avenida Getúlio Vargas,
      Rua Dom Pedro II, Rua Bela Vista, Rua das Palmeiras, Rua Rui Barbosa, Rua do Comércio,
      Avenida Atlântica, Rua Santa Luzia, Rua Marechal Deodoro, Rua Boa Vista, Rua das Acácias,
      Travessa da Liberdade, Rua José Bonifácio, Rua Amazonas, Rua Paraná, Rua São Paulo, Alameda Santos,
      Rua Tupi, Rua Castro Alves, Rua da Praia
      """,
    numbers: "{k}; {k}; {n}; {k}, apto. {f}; {n}, apto. {f}",
    address: "{street}, {number}, {city} - {region}, {code}",
    cities: """
      São Paulo|SP|010##-0##|110#######|-23.55|-46.63
      São Paulo|SP|041##-0##|110#######|-23.58|-46.64
      Rio de Janeiro|RJ|200##-0##|210#######|-22.91|-43.17
      Belo Horizonte|MG|301##-0##|310#######|-19.92|-43.94
      Brasília|DF|700##-0##|610#######|-15.79|-47.88
      Salvador|BA|400##-0##|710#######|-12.97|-38.50
      Fortaleza|CE|600##-0##|850#######|-3.73|-38.53
      Recife|PE|500##-0##|810#######|-8.05|-34.88
      Curitiba|PR|800##-0##|410#######|-25.43|-49.27
      Porto Alegre|RS|900##-0##|510#######|-30.03|-51.23
      Manaus|AM|690##-0##|920#######|-3.12|-60.02
      Belém|PA|660##-0##|910#######|-1.46|-48.49
      Goiânia|GO|740##-0##|620#######|-16.69|-49.26
      Florianópolis|SC|880##-0##|480#######|-27.60|-48.55
      """,
    spare: "110#######",
    companies: """
      {last} & Filhos Ltda.; {trade} {last}; {last} e {other} Ltda.; {trade} {city}; Irmãos {last};
      {last} S.A.
      """,
    trades: """
      Padaria, Livraria, Mercado, Móveis, Gráfica, Café, Oficina, Laticínios, Tecidos, Distribuidora, Farmácia
      """)
}
