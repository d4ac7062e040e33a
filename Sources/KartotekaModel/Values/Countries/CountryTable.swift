/// What there is to know of every country and territory: made by `script/geodata` from GeoNames' countries and cities,
/// © GeoNames, CC BY 4.0, https://www.geonames.org. Not to be edited.
enum CountryTable {
  /// A line each: the two-letter and the three-letter code, GeoNames' continent, C for a country of its own or T for a
  /// territory, latitude and longitude of the capital (else of the largest place or the middle), the capital.
  static let lines = """
    AD AND EU C 42.5078 1.5211 Andorra la Vella
    AE ARE AS C 24.4512 54.3970 Abu Dhabi
    AF AFG AS C 34.5281 69.1723 Kabul
    AG ATG NA C 17.1210 -61.8433 Saint John’s
    AI AIA NA T 18.2170 -63.0578 The Valley
    AL ALB EU C 41.3274 19.8187 Tirana
    AM ARM AS C 40.1776 44.5126 Yerevan
    AO AGO AF C -8.8368 13.2343 Luanda
    AQ ATA AN T -78.1586 16.4063
    AR ARG SA C -34.6131 -58.3772 Buenos Aires
    AS ASM OC T -14.2781 -170.7025 Pago Pago
    AT AUT EU C 48.2085 16.3721 Vienna
    AU AUS OC C -35.2835 149.1281 Canberra
    AW ABW NA T 12.5240 -70.0270 Oranjestad
    AX ALA EU T 60.0973 19.9348 Mariehamn
    AZ AZE AS C 40.3777 49.8920 Baku
    BA BIH EU C 43.8486 18.3564 Sarajevo
    BB BRB NA C 13.1073 -59.6202 Bridgetown
    BD BGD AS C 23.7104 90.4074 Dhaka
    BE BEL EU C 50.8505 4.3488 Brussels
    BF BFA AF C 12.3657 -1.5339 Ouagadougou
    BG BGR EU C 42.6975 23.3241 Sofia
    BH BHR AS C 26.2279 50.5857 Manama
    BI BDI AF C -3.4271 29.9246 Gitega
    BJ BEN AF C 6.4965 2.6036 Porto-Novo
    BL BLM NA T 17.8962 -62.8498 Gustavia
    BM BMU NA T 32.2949 -64.7830 Hamilton
    BN BRN AS C 4.8903 114.9401 Bandar Seri Begawan
    BO BOL SA C -19.0333 -65.2627 Sucre
    BQ BES NA T 12.1500 -68.2667
    BR BRA SA C -15.7797 -47.9297 Brasília
    BS BHS NA C 25.0582 -77.3431 Nassau
    BT BTN AS C 27.4661 89.6419 Thimphu
    BV BVT AN T -54.4231 3.4132
    BW BWA AF C -24.6545 25.9086 Gaborone
    BY BLR EU C 53.9002 27.5665 Minsk
    BZ BLZ NA C 17.2538 -88.7640 Belmopan
    CA CAN NA C 45.4112 -75.6981 Ottawa
    CC CCK AS T -12.1568 96.8225 West Island
    CD COD AF C -4.3276 15.3136 Kinshasa
    CF CAF AF C 4.3612 18.5550 Bangui
    CG COG AF C -4.2661 15.2832 Brazzaville
    CH CHE EU C 46.9481 7.4474 Bern
    CI CIV AF C 6.8205 -5.2767 Yamoussoukro
    CK COK OC T -21.2075 -159.7755 Avarua
    CL CHL SA C -33.4569 -70.6483 Santiago
    CM CMR AF C 3.8667 11.5167 Yaoundé
    CN CHN AS C 39.9075 116.3972 Beijing
    CO COL SA C 4.6097 -74.0817 Bogotá
    CR CRI NA C 9.9339 -84.0849 San José
    CU CUB NA C 23.1330 -82.3830 Havana
    CV CPV AF C 14.9315 -23.5125 Praia
    CW CUW NA T 12.1225 -68.8864 Willemstad
    CX CXR OC T -10.4217 105.6791 Flying Fish Cove
    CY CYP EU C 35.1728 33.3540 Nicosia
    CZ CZE EU C 50.0880 14.4208 Prague
    DE DEU EU C 52.5244 13.4105 Berlin
    DJ DJI AF C 11.5890 43.1450 Djibouti
    DK DNK EU C 55.6759 12.5655 Copenhagen
    DM DMA NA C 15.3017 -61.3881 Roseau
    DO DOM NA C 18.4719 -69.8923 Santo Domingo
    DZ DZA AF C 36.7323 3.0875 Algiers
    EC ECU SA C -0.2298 -78.5250 Quito
    EE EST EU C 59.4370 24.7535 Tallinn
    EG EGY AF C 30.0626 31.2497 Cairo
    EH ESH AF C 27.1418 -13.1880 Laayoune
    ER ERI AF C 15.3381 38.9318 Asmara
    ES ESP EU C 40.4165 -3.7026 Madrid
    ET ETH AF C 9.0250 38.7469 Addis Ababa
    FI FIN EU C 60.1695 24.9354 Helsinki
    FJ FJI OC C -18.1368 178.4253 Suva
    FK FLK SA T -51.6938 -57.8570 Stanley
    FM FSM OC C 6.9248 158.1611 Palikir
    FO FRO EU T 62.0097 -6.7716 Tórshavn
    FR FRA EU C 48.8534 2.3488 Paris
    GA GAB AF C 0.3924 9.4536 Libreville
    GB GBR EU C 51.5085 -0.1257 London
    GD GRD NA C 12.0529 -61.7523 Saint George's
    GE GEO AS C 41.6914 44.8341 Tbilisi
    GF GUF SA T 4.9381 -52.3346 Cayenne
    GG GGY EU T 49.4598 -2.5353 Saint Peter Port
    GH GHA AF C 5.5560 -0.1969 Accra
    GI GIB EU T 36.1447 -5.3526 Gibraltar
    GL GRL NA T 64.1835 -51.7216 Nuuk
    GM GMB AF C 13.4527 -16.5780 Banjul
    GN GIN AF C 9.5380 -13.6773 Conakry
    GP GLP NA T 15.9971 -61.7321 Basse-Terre
    GQ GNQ AF C 1.5925 10.8236 Ciudad de la Paz
    GR GRC EU C 37.9838 23.7278 Athens
    GS SGS AN T -54.2811 -36.5092 Grytviken
    GT GTM NA C 14.6407 -90.5133 Guatemala City
    GU GUM OC T 13.4757 144.7489 Hagåtña
    GW GNB AF C 11.8636 -15.5977 Bissau
    GY GUY SA C 6.8045 -58.1553 Georgetown
    HK HKG AS T 22.2783 114.1747 Hong Kong
    HM HMD AN T -53.0818 73.5042
    HN HND NA C 14.0818 -87.2068 Tegucigalpa
    HR HRV EU C 45.8144 15.9780 Zagreb
    HT HTI NA C 18.5435 -72.3388 Port-au-Prince
    HU HUN EU C 47.4984 19.0404 Budapest
    ID IDN AS C -6.2146 106.8451 Jakarta
    IE IRL EU C 53.3331 -6.2489 Dublin
    IL ISR AS C 31.7690 35.2163 Jerusalem
    IM IMN EU T 54.1500 -4.4833 Douglas
    IN IND AS C 28.6214 77.2148 New Delhi
    IO IOT AS T -7.3133 72.4111
    IQ IRQ AS C 33.3406 44.4009 Baghdad
    IR IRN AS C 35.6944 51.4215 Tehran
    IS ISL EU C 64.1355 -21.8954 Reykjavík
    IT ITA EU C 41.8919 12.5113 Rome
    JE JEY EU T 49.1880 -2.1049 Saint Helier
    JM JAM NA C 17.9970 -76.7936 Kingston
    JO JOR AS C 31.9552 35.9450 Amman
    JP JPN AS C 35.6895 139.6917 Tokyo
    KE KEN AF C -1.2833 36.8167 Nairobi
    KG KGZ AS C 42.8700 74.5900 Bishkek
    KH KHM AS C 11.5625 104.9160 Phnom Penh
    KI KIR OC C 1.3278 172.9770 Tarawa
    KM COM AF C -11.7022 43.2551 Moroni
    KN KNA NA C 17.2955 -62.7250 Basseterre
    KP PRK AS C 39.0339 125.7543 Pyongyang
    KR KOR AS C 37.5660 126.9784 Seoul
    KW KWT AS C 29.3670 47.9743 Kuwait City
    KY CYM NA T 19.2866 -81.3744 George Town
    KZ KAZ AS C 51.1801 71.4460 Astana
    LA LAO AS C 17.9667 102.6000 Vientiane
    LB LBN AS C 33.8933 35.5016 Beirut
    LC LCA NA C 13.9957 -61.0061 Castries
    LI LIE EU C 47.1415 9.5215 Vaduz
    LK LKA AS C 6.9355 79.8487 Colombo
    LR LBR AF C 6.3005 -10.7969 Monrovia
    LS LSO AF C -29.3167 27.4833 Maseru
    LT LTU EU C 54.6892 25.2798 Vilnius
    LU LUX EU C 49.6098 6.1327 Luxembourg
    LV LVA EU C 56.9460 24.1059 Riga
    LY LBY AF C 32.8874 13.1873 Tripoli
    MA MAR AF C 34.0132 -6.8326 Rabat
    MC MCO EU C 43.7372 7.4215 Monaco
    MD MDA EU C 47.0090 28.8594 Chisinau
    ME MNE EU C 42.4412 19.2631 Podgorica
    MF MAF NA T 18.0682 -63.0830 Marigot
    MG MDG AF C -18.9137 47.5361 Antananarivo
    MH MHL OC C 7.0897 171.3803 Majuro
    MK MKD EU C 41.9965 21.4314 Skopje
    ML MLI AF C 12.6091 -7.9752 Bamako
    MM MMR AS C 19.7450 96.1297 Nay Pyi Taw
    MN MNG AS C 47.9077 106.8832 Ulan Bator
    MO MAC AS T 22.2006 113.5461 Macau
    MP MNP OC T 15.2123 145.7545 Saipan
    MQ MTQ NA T 14.6037 -61.0742 Fort-de-France
    MR MRT AF C 18.0858 -15.9785 Nouakchott
    MS MSR NA T 16.7055 -62.2129 Plymouth
    MT MLT EU C 35.8997 14.5148 Valletta
    MU MUS AF C -20.1619 57.4989 Port Louis
    MV MDV AS C 4.1752 73.5092 Male
    MW MWI AF C -13.9669 33.7873 Lilongwe
    MX MEX NA C 19.4285 -99.1277 Mexico City
    MY MYS AS C 3.1412 101.6865 Kuala Lumpur
    MZ MOZ AF C -25.9655 32.5832 Maputo
    NA NAM AF C -22.5594 17.0832 Windhoek
    NC NCL OC T -22.2741 166.4488 Nouméa
    NE NER AF C 13.5137 2.1098 Niamey
    NF NFK OC T -29.0546 167.9663 Kingston
    NG NGA AF C 9.0579 7.4951 Abuja
    NI NIC NA C 12.1328 -86.2504 Managua
    NL NLD EU C 52.3740 4.8897 Amsterdam
    NO NOR EU C 59.9127 10.7461 Oslo
    NP NPL AS C 27.7017 85.3206 Kathmandu
    NR NRU OC C -0.5508 166.9252 Yaren
    NU NIU OC T -19.0529 -169.9196 Alofi
    NZ NZL OC C -41.2866 174.7756 Wellington
    OM OMN AS C 23.5841 58.4078 Muscat
    PA PAN NA C 8.9936 -79.5197 Panama City
    PE PER SA C -12.0432 -77.0282 Lima
    PF PYF OC T -17.5347 -149.5684 Papeete
    PG PNG OC C -9.4772 147.1509 Port Moresby
    PH PHL AS C 14.6042 120.9822 Manila
    PK PAK AS C 33.7215 73.0433 Islamabad
    PL POL EU C 52.2298 21.0118 Warsaw
    PM SPM NA T 46.7791 -56.1773 Saint-Pierre
    PN PCN OC T -25.0660 -130.1015 Adamstown
    PR PRI NA T 18.4663 -66.1057 San Juan
    PS PSE AS C 31.7834 35.2339 East Jerusalem
    PT PRT EU C 38.7251 -9.1498 Lisbon
    PW PLW OC C 7.5006 134.6242 Ngerulmud
    PY PRY SA C -25.2865 -57.6470 Asunción
    QA QAT AS C 25.2855 51.5310 Doha
    RE REU AF T -20.8823 55.4504 Saint-Denis
    RO ROU EU C 44.4323 26.1063 Bucharest
    RS SRB EU C 44.8040 20.4651 Belgrade
    RU RUS EU C 55.7520 37.6178 Moscow
    RW RWA AF C -1.9500 30.0588 Kigali
    SA SAU AS C 24.6877 46.7219 Riyadh
    SB SLB OC C -9.4333 159.9500 Honiara
    SC SYC AF C -4.6200 55.4550 Victoria
    SD SDN AF C 15.5518 32.5324 Khartoum
    SE SWE EU C 59.3294 18.0687 Stockholm
    SG SGP AS C 1.2897 103.8501 Singapore
    SH SHN AF T -15.9249 -5.7182 Jamestown
    SI SVN EU C 46.0511 14.5051 Ljubljana
    SJ SJM EU T 78.2233 15.6469 Longyearbyen
    SK SVK EU C 48.1482 17.1067 Bratislava
    SL SLE AF C 8.4871 -13.2356 Freetown
    SM SMR EU C 43.9367 12.4464 San Marino
    SN SEN AF C 14.6937 -17.4441 Dakar
    SO SOM AF C 2.0371 45.3438 Mogadishu
    SR SUR SA C 5.8664 -55.1668 Paramaribo
    SS SSD AF C 4.8517 31.5825 Juba
    ST STP AF C 0.3376 6.7299 São Tomé
    SV SLV NA C 13.6893 -89.1872 San Salvador
    SX SXM NA T 18.0260 -63.0458 Philipsburg
    SY SYR AS C 33.5102 36.2913 Damascus
    SZ SWZ AF C -26.3167 31.1333 Mbabane
    TC TCA NA T 21.4612 -71.1419 Cockburn Town
    TD TCD AF C 12.1067 15.0444 N'Djamena
    TF ATF AN T -49.3492 70.2194 Port-aux-Français
    TG TGO AF C 6.1287 1.2215 Lomé
    TH THA AS C 13.7540 100.5014 Bangkok
    TJ TJK AS C 38.5358 68.7790 Dushanbe
    TK TKL OC T -9.2005 -171.8480
    TL TLS OC C -8.5586 125.5736 Dili
    TM TKM AS C 37.9500 58.3833 Ashgabat
    TN TUN AF C 36.8190 10.1658 Tunis
    TO TON OC C -21.1368 -175.2011 Nuku‘alofa
    TR TUR AS C 39.9199 32.8543 Ankara
    TT TTO NA C 10.6667 -61.5189 Port of Spain
    TV TUV OC C -8.5243 179.1942 Funafuti
    TW TWN AS C 25.0531 121.5264 Taipei
    TZ TZA AF C -6.1722 35.7395 Dodoma
    UA UKR EU C 50.4547 30.5238 Kyiv
    UG UGA AF C 0.3163 32.5822 Kampala
    UM UMI OC T 19.2796 166.6499
    US USA NA C 38.8951 -77.0364 Washington
    UY URY SA C -34.9033 -56.1882 Montevideo
    UZ UZB AS C 41.2647 69.2163 Tashkent
    VA VAT EU C 41.9027 12.4541 Vatican City
    VC VCT NA C 13.1553 -61.2274 Kingstown
    VE VEN SA C 10.4880 -66.8792 Caracas
    VG VGB NA T 18.4269 -64.6208 Road Town
    VI VIR NA T 18.3419 -64.9307 Charlotte Amalie
    VN VNM AS C 21.0245 105.8412 Hanoi
    VU VUT OC C -17.7365 168.3137 Port-Vila
    WF WLF OC T -13.2816 -176.1745 Mata-Utu
    WS WSM OC C -13.8333 -171.7667 Apia
    XK XKX EU C 42.6727 21.1669 Pristina
    YE YEM AS C 15.3545 44.2065 Sanaa
    YT MYT AF T -12.7823 45.2288 Mamoudzou
    ZA ZAF AF C -25.7449 28.1878 Pretoria
    ZM ZMB AF C -15.4067 28.2871 Lusaka
    ZW ZWE AF C -17.8277 31.0534 Harare
    """
}
