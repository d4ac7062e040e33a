extension MockSource {
  /// Japan, romanised (Hepburn without macrons, as in passports).
  static let japanese = MockSource(
    code: "ja-Latn-JP", country: "Japan", callingCode: "81", weight: 15,
    female: """
      Himari, Hina, Yua, Sakura, Ichika, Akari, Sara, Yui, Aoi, Rin, Mei, Koharu, Haruka, Misaki, Nanami,
      Ayaka, Emi, Yuko, Keiko, Kazuko, Sachiko, Yoshiko, Noriko, Tomoko, Akiko, Naoko, Mayumi, Kumiko, Reiko,
      Junko, Chiyo, Hanako, Mariko, Fumiko, Natsuki, Saki
      """,
    male: """
      Haruto, Sota, Minato, Yuto, Riku, Hinata, Itsuki, Asahi, Ren, Yuma, Takumi, Kaito, Daiki, Shota, Kenta,
      Tsubasa, Hiroshi, Takashi, Kenji, Akira, Satoshi, Makoto, Naoki, Kazuki, Tetsuya, Koji, Shinji, Osamu,
      Minoru, Masaru, Jiro, Taro, Isamu, Noboru, Yoshio, Ryo
      """,
    last: """
      Sato, Suzuki, Takahashi, Tanaka, Watanabe, Ito, Nakamura, Kobayashi, Kato, Yoshida, Sasaki, Matsumoto,
      Inoue, Kimura, Hayashi, Shimizu, Saito, Mori, Abe, Ikeda, Hashimoto, Ishikawa, Ogawa, Goto, Okada,
      Hasegawa, Kondo, Endo, Aoki, Sakamoto, Fukuda, Nishimura, Fujii, Okamoto, Matsuda, Miura, Kaneko, Wada,
      Shibata, Sakai, Miyazaki, Uchida
      """,
    lastParts: (
      "Yama, Naka, Taka, Matsu, Fuji, Ishi, Kita, Nishi, Mura, Kawa, Aki, Hira",
      "da, moto, mura, hara, yama, saki, no, oka"
    ),
    streets: """
      Honcho, Chuo, Sakuragaoka, Midoricho, Nishimachi, Higashimachi, Minamicho, Kitamachi, Asahicho,
      Sakaecho, Shinmachi, Hanazono, Wakabacho, Matsugaoka, Izumicho, Saiwaicho, Hondori, Nakamachi,
      Takaracho, Umegaoka
      """,
    numbers: "{s}-{d}-{d}; {s}-{d}-{d}; {s}-{d}-{d}; {s}-{d}-{d}-{f}",
    address: "{number} {street}, {city} {code}",
    cities: """
      Tokyo|Tokyo|1##-00##|30#######|35.68|139.69
      Yokohama|Kanagawa|22#-00##|450######|35.44|139.64
      Osaka|Osaka|53#-00##|60#######|34.69|135.50
      Nagoya|Aichi|46#-00##|520######|35.18|136.91
      Sapporo|Hokkaido|06#-00##|110######|43.06|141.35
      Fukuoka|Fukuoka|81#-00##|920######|33.59|130.40
      Kobe|Hyogo|65#-00##|780######|34.69|135.20
      Kyoto|Kyoto|60#-80##|750######|35.01|135.77
      Sendai|Miyagi|98#-00##|220######|38.27|140.87
      Hiroshima|Hiroshima|73#-00##|820######|34.39|132.46
      """,
    spare: "30#######",
    companies: "{last} Shoten; {last} {trade} K.K.; {city} {trade}; {last} Shokai; {last} Kogyo",
    trades: "Foods, Sake Brewery, Books, Ceramics, Tea, Confectionery, Printing, Paper, Fisheries")
}
