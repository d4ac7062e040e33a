// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedUsers {
  // Not declared here, because it is code: demo.

  struct User: Entity {
    static let nouns = Nouns("person", "people")
    static let hasNotes = true

    let firstName = Attribute<String>("First name", .required, .title, .length(1...80), .aliases("forename", "given name"))
    let lastName = Attribute<String>("Last name", .required, .title, .length(1...80), .aliases("surname", "family name"))
    let phone = Attribute<String>("Phone", as: .phone, .required, .aliases("phone number", "telephone"))
    let address = Attribute<String>("Address", .required, .length(1...200), .placeholder("Street, postcode, city"))
  }

  static let userscrud = App(
    "userscrud", title: "Address book",
    summary: "A thousand people, found by a syllable",
    purpose: "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.",
    symbol: .person, hue: 255,
    entities: [User.self],
    catalogues: [
      .polish: Data(
        #"""
        {
          "A thousand people, found by a syllable": "Tysiąc osób, każda do znalezienia po jednej sylabie",
          "Address": "Adres",
          "Address book": "Książka adresowa",
          "First name": "Imię",
          "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.": "Przechowuje imiona i nazwiska, numery telefonów i adresy, a każdego znajduje po kilku literach.",
          "Last name": "Nazwisko",
          "New person": "Nowa osoba",
          "No people yet": "Nie ma jeszcze nikogo",
          "People": "Osoby",
          "Phone": "Telefon",
          "Street, postcode, city": "Ulica, kod pocztowy, miejscowość",
          "by address": "według adresu",
          "by first name": "według imienia",
          "by last name": "według nazwiska",
          "by phone": "według telefonu",
          "people": "osoby",
          "person": "osoba",
          "{count} people": { "few": "{count} osoby", "many": "{count} osób", "one": "{count} osoba" }
        }
        """#.utf8), 
      .russian: Data(
        #"""
        {
          "A thousand people, found by a syllable": "Тысяча человек — любой находится по одному слогу",
          "Address": "Адрес",
          "Address book": "Адресная книга",
          "First name": "Имя",
          "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.": "Хранит имена, телефоны и адреса людей и находит каждого по нескольким буквам.",
          "Last name": "Фамилия",
          "New person": "Новый человек",
          "No people yet": "Здесь пока никого нет",
          "People": "Люди",
          "Phone": "Телефон",
          "Street, postcode, city": "Улица, дом, индекс, город",
          "by address": "по адресу",
          "by first name": "по имени",
          "by last name": "по фамилии",
          "by phone": "по телефону",
          "people": "люди",
          "person": "человек",
          "{count} people": { "few": "{count} человека", "many": "{count} человек", "one": "{count} человек" }
        }
        """#.utf8), 
      "de": Data(
        #"""
        {
          "A thousand people, found by a syllable": "Tausend Personen, gefunden durch eine Silbe",
          "Address": "Adresse",
          "Address book": "Adressbuch",
          "First name": "Vorname",
          "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.": "Bewahrt Namen, Telefonnummern und Adressen von Personen auf und findet jede durch wenige Buchstaben.",
          "Last name": "Nachname",
          "New person": "Neue Person",
          "No people yet": "Noch keine Personen",
          "People": "Personen",
          "Phone": "Telefon",
          "Street, postcode, city": "Straße, Postleitzahl, Ort",
          "by address": "nach Adresse",
          "by first name": "nach Vorname",
          "by last name": "nach Nachname",
          "by phone": "nach Telefon",
          "people": "Personen",
          "person": "Person",
          "{count} people": { "one": "{count} Person", "other": "{count} Personen" }
        }
        """#.utf8), 
      "uk": Data(
        #"""
        {
          "A thousand people, found by a syllable": "Тисяча людей, яких знаходить один склад",
          "Address": "Адреса",
          "Address book": "Адресна книга",
          "First name": "Ім’я",
          "Keeps people's names, telephone numbers and addresses, and finds anybody by a few letters.": "Зберігає імена, номери телефонів та адреси людей і знаходить будь-кого за кількома літерами.",
          "Last name": "Прізвище",
          "New person": "Нова людина",
          "No people yet": "Ще нікого немає",
          "People": "Люди",
          "Phone": "Телефон",
          "Street, postcode, city": "Вулиця, індекс, місто",
          "by address": "за адресою",
          "by first name": "за ім’ям",
          "by last name": "за прізвищем",
          "by phone": "за телефоном",
          "people": "люди",
          "person": "людина",
          "{count} people": { "few": "{count} людини", "many": "{count} людей", "one": "{count} людина" }
        }
        """#.utf8)]
  ) {
    Tab("People", symbol: .people) {
      List(User.self, title: \.firstName, \.lastName, subtitle: \.address)
        .searching(\.lastName)
        .searching(\.firstName)
        .searching(\.phone)
        .searching(\.address)
        .sorted(by: \.lastName)
        .sorted(by: \.firstName)
        .withMonograms()
        .withInitials()
        .locating(by: \.address)
    }
  }
}
