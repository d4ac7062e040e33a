// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedCourses {
  // Not declared here, because it is code: demo.

  struct User: Entity {
    static let hasNotes = true

    let firstName = Attribute<String>("First name", .required, .title, .length(1...80), .aliases("forename", "given name"))
    let lastName = Attribute<String>("Last name", .required, .title, .length(1...80), .aliases("surname", "family name"))
    let email = Attribute<String>("Email", as: .mail, .required, .unique, .aliases("e-mail", "mail"))
    let teaches = ToMany<Course>("Courses taught", inverse: \.teacher)
    let studies = ManyToMany<Course>("Courses studied")
  }

  struct Course: Entity {
    static let hasNotes = true

    let name = Attribute<String>("Course name", .required, .title, .length(1...120), .aliases("name"))
    let subject = Attribute<String>("Subject", .required, .length(1...120))
    let branch = Attribute<String>("Branch", .length(0...120))
    let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
    let students = ManyToMany<User>("Students", inverse: \.studies)
  }

  static let courses = App(
    "courses", title: "Courses",
    summary: "Who teaches what, and to whom",
    purpose: "Keeps a school's people and courses: who teaches what, and who studies it.",
    symbol: .book, hue: 330,
    entities: [User.self, Course.self],
    catalogues: [
      .polish: Data(
        #"""
        {
          "Add students": "Dodaj uczestników",
          "Branch": "Dziedzina",
          "Choose a teacher": "Wybierz nauczyciela",
          "Course name": "Nazwa kursu",
          "Courses": "Kursy",
          "Courses studied": "Kursy, na które uczęszcza",
          "Courses taught": "Prowadzone kursy",
          "Email": "E-mail",
          "First name": "Imię",
          "Keeps a school's people and courses: who teaches what, and who studies it.": "Przechowuje osoby i kursy szkoły: kto czego uczy i kto się tego uczy.",
          "Last name": "Nazwisko",
          "New course": "Nowy kurs",
          "New user": "Nowa osoba",
          "No courses yet": "Nie ma jeszcze kursów",
          "No teachers yet": "Nikt jeszcze nie uczy",
          "No users yet": "Nie ma jeszcze nikogo",
          "Students": "Uczestnicy",
          "Subject": "Przedmiot",
          "Taking a student off leaves the person where they are.": "Usunięcie z kursu nie usuwa osoby.",
          "Teacher": "Nauczyciel",
          "Teachers": "Nauczyciele",
          "Users": "Osoby",
          "Who teaches what, and to whom": "Kto czego uczy i kogo",
          "by course name": "według nazwy kursu",
          "by email": "według adresu e-mail",
          "by first name": "według imienia",
          "by last name": "według nazwiska",
          "by subject": "według przedmiotu",
          "course": "kurs",
          "courses": "kursy",
          "teacher": "nauczyciel",
          "teachers": "nauczyciele",
          "user": "osoba",
          "users": "osoby",
          "{count} courses": { "few": "{count} kursy", "many": "{count} kursów", "one": "{count} kurs" },
          "{count} teachers": { "few": "{count} nauczycieli", "many": "{count} nauczycieli", "one": "{count} nauczyciel" },
          "{count} users": { "few": "{count} osoby", "many": "{count} osób", "one": "{count} osoba" }
        }
        """#.utf8), 
      .russian: Data(
        #"""
        {
          "Add students": "Добавить студентов",
          "Branch": "Отрасль",
          "Choose a teacher": "Выберите преподавателя",
          "Course name": "Название курса",
          "Courses": "Курсы",
          "Courses studied": "Изучает курсы",
          "Courses taught": "Ведёт курсы",
          "Email": "Эл. почта",
          "First name": "Имя",
          "Keeps a school's people and courses: who teaches what, and who studies it.": "Хранит людей и курсы школы: кто что преподаёт и кто этому учится.",
          "Last name": "Фамилия",
          "New course": "Новый курс",
          "New user": "Новый человек",
          "No courses yet": "Курсов пока нет",
          "No teachers yet": "Пока никто не преподаёт",
          "No users yet": "Пока никого нет",
          "Students": "Студенты",
          "Subject": "Предмет",
          "Taking a student off leaves the person where they are.": "Тот, кого убрали с курса, остаётся в списке людей.",
          "Teacher": "Преподаватель",
          "Teachers": "Преподаватели",
          "Users": "Люди",
          "Who teaches what, and to whom": "Кто что преподаёт и кому",
          "by course name": "по названию курса",
          "by email": "по эл. почте",
          "by first name": "по имени",
          "by last name": "по фамилии",
          "by subject": "по предмету",
          "course": "курс",
          "courses": "курсы",
          "teacher": "преподаватель",
          "teachers": "преподаватели",
          "user": "человек",
          "users": "люди",
          "{count} courses": { "few": "{count} курса", "many": "{count} курсов", "one": "{count} курс" },
          "{count} teachers": {
            "few": "{count} преподавателя",
            "many": "{count} преподавателей",
            "one": "{count} преподаватель"
          },
          "{count} users": { "few": "{count} человека", "many": "{count} человек", "one": "{count} человек" }
        }
        """#.utf8), 
      "de": Data(
        #"""
        {
          "Add students": "Teilnehmende hinzufügen",
          "Branch": "Bereich",
          "Choose a teacher": "Lehrkraft wählen",
          "Course name": "Name des Kurses",
          "Courses": "Kurse",
          "Courses studied": "Besuchte Kurse",
          "Courses taught": "Gelehrte Kurse",
          "Email": "E-Mail",
          "First name": "Vorname",
          "Keeps a school's people and courses: who teaches what, and who studies it.": "Bewahrt Personen und Kurse einer Schule auf: wer was lehrt und wer es lernt.",
          "Last name": "Nachname",
          "New course": "Neuer Kurs",
          "New user": "Neue Person",
          "No courses yet": "Noch keine Kurse",
          "No teachers yet": "Noch keine Lehrkräfte",
          "No users yet": "Noch keine Personen",
          "Students": "Teilnehmende",
          "Subject": "Fach",
          "Taking a student off leaves the person where they are.": "Wer vom Kurs genommen wird, bleibt als Person erhalten.",
          "Teacher": "Lehrkraft",
          "Teachers": "Lehrkräfte",
          "Users": "Personen",
          "Who teaches what, and to whom": "Wer was lehrt, und wen",
          "by course name": "nach Name des Kurses",
          "by email": "nach E-Mail",
          "by first name": "nach Vorname",
          "by last name": "nach Nachname",
          "by subject": "nach Fach",
          "course": "Kurs",
          "courses": "Kurse",
          "teacher": "Lehrkraft",
          "teachers": "Lehrkräfte",
          "user": "Person",
          "users": "Personen",
          "{count} courses": { "one": "{count} Kurs", "other": "{count} Kurse" },
          "{count} teachers": { "one": "{count} Lehrkraft", "other": "{count} Lehrkräfte" },
          "{count} users": { "one": "{count} Person", "other": "{count} Personen" }
        }
        """#.utf8), 
      "uk": Data(
        #"""
        {
          "Add students": "Додати учасників",
          "Branch": "Галузь",
          "Choose a teacher": "Виберіть викладача",
          "Course name": "Назва курсу",
          "Courses": "Курси",
          "Courses studied": "Курси, які відвідує",
          "Courses taught": "Курси, які викладає",
          "Email": "Ел. пошта",
          "First name": "Ім’я",
          "Keeps a school's people and courses: who teaches what, and who studies it.": "Зберігає людей і курси школи: хто чого навчає і хто цього вчиться.",
          "Last name": "Прізвище",
          "New course": "Новий курс",
          "New user": "Нова людина",
          "No courses yet": "Курсів ще немає",
          "No teachers yet": "Ще ніхто не викладає",
          "No users yet": "Ще нікого немає",
          "Students": "Учасники",
          "Subject": "Предмет",
          "Taking a student off leaves the person where they are.": "Вилучення з курсу не видаляє людини.",
          "Teacher": "Викладач",
          "Teachers": "Викладачі",
          "Users": "Люди",
          "Who teaches what, and to whom": "Хто чого навчає і кого",
          "by course name": "за назвою курсу",
          "by email": "за ел. поштою",
          "by first name": "за ім’ям",
          "by last name": "за прізвищем",
          "by subject": "за предметом",
          "course": "курс",
          "courses": "курси",
          "teacher": "викладач",
          "teachers": "викладачі",
          "user": "людина",
          "users": "люди",
          "{count} courses": { "few": "{count} курси", "many": "{count} курсів", "one": "{count} курс" },
          "{count} teachers": { "few": "{count} викладачі", "many": "{count} викладачів", "one": "{count} викладач" },
          "{count} users": { "few": "{count} людини", "many": "{count} людей", "one": "{count} людина" }
        }
        """#.utf8)]
  ) {
    Tab("Users", symbol: .people) {
      List(User.self, title: \.firstName, \.lastName, subtitle: \.email)
        .searching(\.firstName)
        .searching(\.lastName)
        .searching(\.email)
        .sorted(by: \.lastName)
        .sorted(by: \.firstName)
        .withMonograms()
        .withInitials()
        .withSection(\.teaches)
        .withSection(\.studies)
    }
    Tab("Courses", symbol: .book) {
      List(Course.self, title: \.name, subtitle: \.subject, \.teacher)
        .searching(\.name)
        .searching(\.subject)
        .searching(\.teacher, \.firstName)
        .searching(\.teacher, \.lastName)
        .sorted(by: \.name)
        .withSection(\.students, adding: "Add students", note: "Taking a student off leaves the person where they are.")
    }
    Tab("Teachers", symbol: .person, path: "teachers") {
      Groups(Course.self, by: \.subject, showing: \.teacher, as: Nouns("teacher", "teachers"))
    }
  }
}
