extension MockTopic {
  /// Attributes of people.
  static let people: [MockTopic] = [
    MockTopic("first name, given name, forename, christian name, fname") { record, _ in
      record.person.firstName
    },
    MockTopic("last name, surname, family name, lname") { record, _ in record.person.lastName },
    MockTopic("middle name, second name") { record, random in
      random.pick(record.person.isFemale ? record.locale.female : record.locale.male).text
    },
    MockTopic(
      """
      full name, display name, person name, user name, contact name, customer name, client name,
      employee name, student name, member name, traveller name, guest name, patient name, contact
      """
    ) { record, _ in record.person.fullName },
    MockTopic(
      """
      author, photographer, manager, teacher, owner, editor, supervisor, assignee, reporter, creator,
      author name, teacher name, manager name, owner name, created by, updated by, approved by, artist,
      composer, director, lecturer
      """
    ) { record, random in MockPerson(record.locale, &random).fullName },
    MockTopic("initials") { record, _ in
      String(record.person.firstName.prefix(1) + record.person.lastName.prefix(1))
    },
    MockTopic("gender, sex") { record, _ in record.person.isFemale ? "female" : "male" },
    MockTopic("title of courtesy, salutation, honorific, courtesy") { record, random in
      record.person.courtesy(&random)
    },
    MockTopic("username, login, login name, nick, nickname, handle, account") { record, random in
      record.person.first.mail.prefix(1) + record.person.last.mail.prefix(8) + String(10 + random.below(90))
    },
    MockTopic("email, mail, email address, mail address, e mail, e mail address") { record, random in
      MockMail.address(record.person, &random, number: nil, maximumLength: nil)
    },
    MockTopic("phone, telephone, mobile, cell, fax, tel, phone number, telephone number, mobile number") {
      record, random in MockPhone.number(record.address, &random)
    },
    MockTopic("language, mother tongue", any: MockWords.languages),
  ]
}
