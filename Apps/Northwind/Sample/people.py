"""Names for the people and companies of the sample data. None of them is anybody; likenesses are chance."""

# By group of countries: given names, family names, what shops and kitchens call themselves.
NAMES = {
    "english": (
        ["Alice", "Brian", "Catherine", "Daniel", "Eleanor", "Frank", "Grace", "Howard", "Irene", "Jack", "Louise", "Martin", "Nora", "Oliver", "Ruth", "Simon"],
        ["Ashworth", "Bellamy", "Carver", "Dunmore", "Ellery", "Fairbank", "Garland", "Holloway", "Ingram", "Kendrick", "Lockhart", "Marlowe", "Prescott", "Thornbury", "Whitlock", "Yardley"],
        ["{f} & Sons", "The {w} Pantry", "{w} Provisions", "{f}'s Larder", "{w} Street Market", "Old {w} Stores"],
        ["Copper Kettle", "Lighthouse", "Hilltop", "Bay", "Orchard", "Cornerstone", "Juniper", "Riverside", "Granary", "Foxglove"]),
    "french": (
        ["Anaïs", "Bernard", "Céline", "Didier", "Élise", "Fabien", "Hélène", "Julien", "Margaux", "Olivier", "Sylvie", "Thierry"],
        ["Arnoult", "Besson", "Cordier", "Delmas", "Fontaine", "Gaillard", "Lemaître", "Marchand", "Perrault", "Rousseau", "Sabatier", "Vasseur"],
        ["Épicerie {f}", "Au {w}", "Traiteur {f}", "La Table du {w}", "Comptoir du {w}"],
        ["Vieux Pont", "Bon Panier", "Petit Moulin", "Grand Cerf", "Coq Bleu", "Marché Couvert"]),
    "german": (
        ["Anja", "Bernd", "Claudia", "Dieter", "Elke", "Florian", "Heike", "Jürgen", "Katrin", "Matthias", "Renate", "Stefan", "Uwe", "Verena"],
        ["Ahlers", "Brandner", "Dorfmeister", "Eichhorn", "Gruber", "Hagedorn", "Kastner", "Lindner", "Morgenroth", "Pfeiffer", "Rademacher", "Steinke", "Vogelsang", "Zeller"],
        ["Feinkost {f}", "Gasthof {w}", "{w} Lebensmittel", "{f} & Co. KG", "Hotel {w}"],
        ["Zum Hirschen", "Alte Mühle", "Goldener Löwe", "Seeblick", "Am Stadttor", "Lindenhof"]),
    "italian": (
        ["Alessia", "Bruno", "Chiara", "Dario", "Elena", "Fabio", "Giulia", "Lorenzo", "Marta", "Paolo"],
        ["Bellini", "Caruso", "De Santis", "Ferrante", "Galli", "Lombardi", "Moretti", "Pagani", "Ricci", "Vitale"],
        ["Salumeria {f}", "Trattoria {w}", "{f} Alimentari", "Bottega {w}"],
        ["La Pergola", "del Borgo", "Il Cortile", "Tre Archi", "San Marco"]),
    "iberian": (
        ["Adriana", "Bernardo", "Carmen", "Diego", "Elvira", "Fernando", "Gabriela", "Hugo", "Inés", "Joaquim", "Lucía", "Mateus", "Paula", "Rafael", "Teresa"],
        ["Almeida", "Barros", "Castaño", "Domingues", "Escobar", "Figueira", "Gallego", "Herrero", "Lacerda", "Montoya", "Navarro", "Ortega", "Peixoto", "Quintana", "Salgado"],
        ["Mercado {w}", "Casa {f}", "{f} Hermanos", "Delicias {w}", "Comércio {f}"],
        ["La Esquina", "El Faro", "Do Porto", "San Telmo", "Bom Dia", "La Ribera", "Tropical"]),
    "nordic": (
        ["Anders", "Birgit", "Christer", "Dagny", "Erik", "Frida", "Gunnar", "Helle", "Ingrid", "Jari", "Karin", "Lars", "Maarit", "Nils"],
        ["Bergström", "Dahl", "Enger", "Falk", "Hagen", "Isaksen", "Kivelä", "Lund", "Mattila", "Nyholm", "Rasmussen", "Sandvik", "Thorsen"],
        ["{f} Handel", "{w} Delikatesser", "Restaurang {w}", "{f} & Sønner", "{w} Mat"],
        ["Havnen", "Norrsken", "Fyret", "Gamla Torget", "Solsiden", "Pohjola"]),
    "polish": (
        ["Agnieszka", "Bartosz", "Dorota", "Grzegorz", "Halina", "Jacek", "Monika", "Paweł"],
        ["Bielecki", "Czajka", "Górski", "Jasiński", "Krawiec", "Milewska", "Sikora", "Zalewska"],
        ["Delikatesy {f}", "Restauracja {w}", "Sklep {w}"],
        ["Pod Kasztanem", "Stary Młyn", "Nad Wisłą", "U Zofii"]),
    "japanese": (
        ["Akiko", "Daisuke", "Emi", "Hiroshi", "Kenta", "Naomi", "Yuko"],
        ["Fujimoto", "Hayashi", "Kondo", "Matsuda", "Ogawa", "Takeda"],
        ["{f} Shoten", "{w} Foods"], ["Sakura", "Minato", "Aoba"]),
}

GROUPS = {
    "UK": "english", "USA": "english", "Canada": "english", "Ireland": "english", "France": "french", "Switzerland": "french",
    "Germany": "german", "Austria": "german", "Italy": "italian", "Spain": "iberian", "Portugal": "iberian", "Brazil": "iberian",
    "Argentina": "iberian", "Mexico": "iberian", "Sweden": "nordic", "Norway": "nordic", "Denmark": "nordic", "Finland": "nordic",
    "Poland": "polish", "Japan": "japanese",
}

# How many customers each country has: 90 in all.
CUSTOMERS = {
    "Germany": 11, "USA": 13, "France": 10, "UK": 8, "Brazil": 8, "Spain": 5, "Mexico": 5, "Italy": 4, "Canada": 4, "Argentina": 3,
    "Sweden": 3, "Switzerland": 2, "Denmark": 2, "Finland": 2, "Austria": 2, "Portugal": 2, "Poland": 3, "Ireland": 1, "Norway": 2,
}

TITLES = ["Owner", "Purchasing Manager", "Chef", "Sales Representative", "Marketing Manager", "Accounting Manager", "Order Administrator", "Sales Agent"]

# first name, last name, title, courtesy, born, hired, city with its place, extension, reports to, what there is to know
EMPLOYEES = [
    ("Margaret", "Ashdown", "Sales Manager", "Ms.", "1969-04-12", "2011-03-01", ("Seattle", "WA", "98122", "USA"), "3457", 0,
     "Began at the order desk and knows most customers by their voices. Speaks French and some Italian. Signs for discounts above 15 %."),
    ("Thomas", "Calloway", "Vice President, Sales", "Mr.", "1964-09-30", "2009-06-15", ("Seattle", "WA", "98105", "USA"), "5467", 0,
     "Founded the company's export business. Degree in trade from the University of Washington. Sits on the board of the local food bank."),
    ("Ingrid", "Solheim", "Inside Sales Coordinator", "Ms.", "1982-01-19", "2014-09-01", ("Redmond", "WA", "98052", "USA"), "2344", 2,
     "Plans who calls whom, and when. Speaks Norwegian, Swedish and Danish."),
    ("Rafael", "Montoya", "Sales Representative", "Mr.", "1987-11-03", "2016-02-08", ("Kirkland", "WA", "98033", "USA"), "428", 1,
     "Looks after Latin America. Worked in his family's grocery in Puebla before. Speaks Spanish and Portuguese."),
    ("Claire", "Dubreuil", "Sales Representative", "Mrs.", "1979-05-22", "2013-05-03", ("Tacoma", "WA", "98401", "USA"), "3355", 1,
     "Looks after France and Switzerland. Trained as a cook in Lyon, which customers with kitchens like."),
    ("Samuel", "Okafor", "Sales Representative", "Mr.", "1990-08-14", "2018-10-17", ("London", "", "SW1 8JR", "UK"), "5176", 3,
     "Opened the London office. Degree in economics from Leeds. Keeps the price list of the British Isles."),
    ("Hanna", "Brandner", "Sales Representative", "Ms.", "1985-03-27", "2015-01-02", ("London", "", "EC2 7JR", "UK"), "465", 3,
     "Looks after Germany and Austria. Speaks German, English and Polish."),
    ("Daniel", "Kowalczyk", "Warehouse Coordinator", "Mr.", "1993-12-09", "2020-03-05", ("Seattle", "WA", "98107", "USA"), "2361", 2,
     "Knows where everything stands and how much of it there is. Takes orders when all lines are busy."),
    ("Yuki", "Matsuda", "Sales Representative", "Ms.", "1995-07-02", "2022-11-15", ("London", "", "WG2 7LT", "UK"), "452", 3,
     "Looks after Scandinavia and Italy. Degree in nutrition from Kobe. Writes the company's newsletter."),
]
