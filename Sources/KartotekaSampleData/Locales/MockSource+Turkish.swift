extension MockSource {
  /// Turkey.
  static let turkish = MockSource(
    code: "tr-TR", country: "Türkiye", callingCode: "90", weight: 25,
    female: """
      Zeynep, Elif, Defne, Asel, Asya, Nehir, Azra, Nil, Ebrar, Ayşe, Fatma, Emine, Hatice, Meryem, Şerife,
      Sultan, Hanife, Merve, Büşra, Esra, Kübra, Gizem, Tuğba, Özlem, Derya, Sevgi, Yasemin, Pınar, Selin,
      Ceren, Ebru, Gülşen, Nurcan, Songül, İrem, Aslı, Melek, Dilek, Hülya, Nazlı
      """,
    male: """
      Alparslan, Yusuf, Göktuğ, Ömer, Kerem, Miraç, Aras, Eymen, Mehmet, Mustafa, Ahmet, Ali, Hüseyin, Hasan,
      İbrahim, İsmail, Osman, Murat, Fatih, Emre, Burak, Can, Deniz, Serkan, Volkan, Hakan, Uğur, Tolga, Onur,
      Barış, Kaan, Selim, Cem, Orhan, Yavuz, Çağlar, Şükrü, Erdem, Umut, Tayfun
      """,
    last: """
      Yılmaz, Kaya, Demir, Çelik, Şahin, Yıldız, Yıldırım, Öztürk, Aydın, Özdemir, Arslan, Doğan, Kılıç,
      Aslan, Çetin, Kara, Koç, Kurt, Özkan, Şimşek, Polat, Korkmaz, Özcan, Erdoğan, Çakır, Yavuz, Can, Acar,
      Güneş, Aktaş, Şen, Güler, Yalçın, Tekin, Bulut, Keskin, Turan, Ünal, Avcı, Işık, Taş, Kaplan, Ateş,
      Köse, Sarı, Tunç, Duman, Uçar, Bozkurt, Gündoğdu, Karaca, Erdem, Toprak, Sönmez, Bayram, Coşkun, Akın,
      Başar, Özer, Ekinci, Karataş, Durmaz, Gül, Altun, Uysal, Kahraman, Dinçer, Ergin, Tosun, Özgür, Soylu,
      Baykal, Çevik, Akgül, Gürbüz, Oral, Sezer, Temiz, Varol, Yaman
      """,
    doubleFirst: (120, " "), doubleLast: (women: 80, men: 0, join: " "),
    streets: """
      Atatürk Caddesi, Cumhuriyet Caddesi, İstiklal Caddesi, İnönü Caddesi, Gazi Caddesi, Lale Sokak,
      Gül Sokak, Çınar Sokak, Bahar Sokak, Menekşe Sokak, Zafer Caddesi, Barış Sokak, Okul Sokak, Cami Sokak,
      Yeni Sokak, Papatya Sokak, Hürriyet Caddesi, Fatih Caddesi, Karanfil Sokak, Deniz Sokak, Güneş Sokak,
      Bağlar Caddesi, Değirmen Sokak, Sahil Yolu, Kavak Sokak
      """,
    numbers: "No: {n}; No: {n}/{f}; No: {n}/{f}",
    address: "{street} {number}, {code} {city}",
    cities: """
      İstanbul|İstanbul|34###|2120######|41.01|28.98
      İstanbul|İstanbul|34###|2160######|40.98|29.06
      Ankara|Ankara|06###|3120######|39.93|32.86
      İzmir|İzmir|35###|2320######|38.42|27.14
      Bursa|Bursa|16###|2240######|40.19|29.06
      Antalya|Antalya|07###|2420######|36.90|30.70
      Adana|Adana|01###|3220######|37.00|35.32
      Konya|Konya|42###|3320######|37.87|32.49
      Gaziantep|Gaziantep|27###|3420######|37.07|37.38
      Kayseri|Kayseri|38###|3520######|38.73|35.49
      Eskişehir|Eskişehir|26###|2220######|39.78|30.52
      Trabzon|Trabzon|61###|4620######|41.00|39.72
      """,
    spare: "2120######",
    companies: "{last} Ticaret; {last} {trade} A.Ş.; {last} Kardeşler; {city} {trade}; {last} ve Oğulları",
    trades: "Gıda, Tekstil, Kitabevi, Mobilya, Matbaa, Pazarlama, Fırını, Lokumları, Makina, Zeytincilik")
}
