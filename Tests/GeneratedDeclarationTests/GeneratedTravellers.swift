// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedTravellers {
  // Not declared here, because it is code: demo, rebuild-travellers, drop-tables.

  struct User: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...120), .aliases("user name", "user"))
    let cities = ToMany<City>("Cities", inverse: \.user)
  }

  struct City: Entity {
    let name = Attribute<String>("City", .required, .title, .length(1...120), .aliases("city name", "name"), .readOnlyAfterInsert)
    let user = ToOne<User>("User", required: true, aliases: ["user id", "user"])
  }

  struct Traveller: Entity {
    let userName = Attribute<String>("User", .required, .title, .length(1...120))
    let cityName = Attribute<String>("City", .required, .title, .length(1...120))
    let user = ToOne<User>("User number", required: true)

    static var derivation: DerivationDescription? {
      Derivation(of: Traveller.self, from: City.self)
        .taking(\.user, from: \.user)
        .taking(\.userName, from: \.user, \.name)
        .taking(\.cityName, from: \.name)
        .description
    }
  }

  static let travellers = App(
    "travellers", title: "Travellers",
    summary: "Who has been where",
    purpose: "Keeps people and cities, and shows who has been where.",
    symbol: .pin, hue: 50,
    entities: [User.self, City.self, Traveller.self],
    catalogues: [
      .polish: Data(
        #"""
        {
          "Cities": "Miasta",
          "City": "Miasto",
          "Keeps people and cities, and shows who has been where.": "Przechowuje osoby i miasta i pokazuje, kto gdzie był.",
          "Name": "Imię",
          "New city": "Nowe miasto",
          "New user": "Nowy użytkownik",
          "No cities yet": "Nie ma jeszcze miast",
          "No travellers yet": "Nie ma jeszcze podróżników",
          "No users yet": "Nie ma jeszcze użytkowników",
          "Rebuild Travellers": "Odbuduj zestawienie podróżników",
          "There is no user No. {number}": "Nie ma użytkownika nr {number}",
          "There is no user called “{title}”": "Nie ma użytkownika o imieniu „{title}”",
          "Travellers": "Podróżnicy",
          "User": "Użytkownik",
          "User number": "Nr użytkownika",
          "Users": "Użytkownicy",
          "Who has been where": "Kto gdzie był",
          "by name": "według imienia",
          "cities": "miasta",
          "city": "miasto",
          "traveller": "podróżnik",
          "travellers": "podróżnicy",
          "user": "użytkownik",
          "users": "użytkownicy",
          "{count} cities": { "few": "{count} miasta", "many": "{count} miast", "one": "{count} miasto" },
          "{count} travellers": { "few": "{count} podróżników", "many": "{count} podróżników", "one": "{count} podróżnik" },
          "{count} users": { "few": "{count} użytkowników", "many": "{count} użytkowników", "one": "{count} użytkownik" }
        }
        """#.utf8), 
      .russian: Data(
        #"""
        {
          "Cities": "Города",
          "City": "Город",
          "Keeps people and cities, and shows who has been where.": "Хранит людей и города и показывает, кто где побывал.",
          "Name": "Имя",
          "New city": "Новый город",
          "New user": "Новый пользователь",
          "No cities yet": "Городов пока нет",
          "No travellers yet": "Путешественников пока нет",
          "No users yet": "Пользователей пока нет",
          "Rebuild Travellers": "Перестроить сводку путешественников",
          "There is no user No. {number}": "Пользователя № {number} нет",
          "There is no user called “{title}”": "Пользователя с именем «{title}» нет",
          "Travellers": "Путешественники",
          "User": "Пользователь",
          "User number": "№ пользователя",
          "Users": "Пользователи",
          "Who has been where": "Кто где побывал",
          "by name": "по имени",
          "cities": "города",
          "city": "город",
          "traveller": "путешественник",
          "travellers": "путешественники",
          "user": "пользователь",
          "users": "пользователи",
          "{count} cities": { "few": "{count} города", "many": "{count} городов", "one": "{count} город" },
          "{count} travellers": {
            "few": "{count} путешественника",
            "many": "{count} путешественников",
            "one": "{count} путешественник"
          },
          "{count} users": { "few": "{count} пользователя", "many": "{count} пользователей", "one": "{count} пользователь" }
        }
        """#.utf8), 
      "de": Data(
        #"""
        {
          "Cities": "Städte",
          "City": "Stadt",
          "Keeps people and cities, and shows who has been where.": "Bewahrt Personen und Städte auf und zeigt, wer wo war.",
          "Name": "Name",
          "New city": "Neue Stadt",
          "New user": "Neuer Benutzer",
          "No cities yet": "Noch keine Städte",
          "No travellers yet": "Noch keine Reisenden",
          "No users yet": "Noch keine Benutzer",
          "Rebuild Travellers": "Reisende neu zusammenstellen",
          "There is no user No. {number}": "Es gibt keinen Benutzer Nr. {number}",
          "There is no user called “{title}”": "Kein Benutzer heißt „{title}“",
          "Travellers": "Reisende",
          "User": "Benutzer",
          "User number": "Nummer des Benutzers",
          "Users": "Benutzer",
          "Who has been where": "Wer wo war",
          "by name": "nach Name",
          "cities": "Städte",
          "city": "Stadt",
          "traveller": "Reisender",
          "travellers": "Reisende",
          "user": "Benutzer",
          "users": "Benutzer",
          "{count} cities": { "one": "{count} Stadt", "other": "{count} Städte" },
          "{count} travellers": { "one": "{count} Reisender", "other": "{count} Reisende" },
          "{count} users": { "one": "{count} Benutzer", "other": "{count} Benutzer" }
        }
        """#.utf8), 
      "uk": Data(
        #"""
        {
          "Cities": "Міста",
          "City": "Місто",
          "Keeps people and cities, and shows who has been where.": "Зберігає людей і міста та показує, хто де був.",
          "Name": "Ім’я",
          "New city": "Нове місто",
          "New user": "Новий користувач",
          "No cities yet": "Міст ще немає",
          "No travellers yet": "Мандрівників ще немає",
          "No users yet": "Користувачів ще немає",
          "Rebuild Travellers": "Відтворити мандрівників",
          "There is no user No. {number}": "Немає користувача № {number}",
          "There is no user called “{title}”": "Немає користувача на ім’я «{title}»",
          "Travellers": "Мандрівники",
          "User": "Користувач",
          "User number": "Номер користувача",
          "Users": "Користувачі",
          "Who has been where": "Хто де був",
          "by name": "за ім’ям",
          "cities": "міста",
          "city": "місто",
          "traveller": "мандрівник",
          "travellers": "мандрівники",
          "user": "користувач",
          "users": "користувачі",
          "{count} cities": { "few": "{count} міста", "many": "{count} міст", "one": "{count} місто" },
          "{count} travellers": { "few": "{count} мандрівники", "many": "{count} мандрівників", "one": "{count} мандрівник" },
          "{count} users": { "few": "{count} користувачі", "many": "{count} користувачів", "one": "{count} користувач" }
        }
        """#.utf8)]
  ) {
    Tab("Users", symbol: .person) {
      Table(User.self, columns: \.name)
        .filtering(containing: \.name)
    }
    Tab("Cities", symbol: .city) {
      Table(City.self, columns: \.name, \.user)
        .filtering(containing: \.name)
        .filtering(\.user)
    }
    Tab("Travellers", symbol: .map) {
      Table(Traveller.self, columns: \.user, \.userName, \.cityName)
        .filtering(containing: \.userName)
        .filtering(containing: \.cityName)
    }
  }
}
