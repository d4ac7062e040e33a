import Kartoteka

struct Owner: Entity {
  let firstName = Attribute<String>("First name", .required, .title)
  let lastName = Attribute<String>("Last name", .required, .title)
  let phone = Attribute<String>("Phone", as: .phone, .required)
  let email = Attribute<String>("Email", as: .mail)
  let account = Attribute<IBAN>("Account", .aliases("IBAN"))
  let animals = ToMany<Animal>("Animals", inverse: \.owner)
}

struct Animal: Entity {
  enum Species: String, ChoiceValue { case dog, cat, rabbit, bird, other }

  let name = Attribute<String>("Name", .required, .title)
  let species = Attribute<Species>("Species", .required, .default(.dog))
  let bornOn = Attribute<CalendarDate>("Born on")
  let photo = Attribute<Data>("Photo", as: .picture)
  let owner = ToOne<Owner>("Owner", .required, .onDelete(.cascade))
  let allergies = ManyToMany<Allergy>("Allergies", inverse: \.animals)
  let appointments = ToMany<Appointment>("Appointments", inverse: \.animal)
  let vaccinations = ToMany<Vaccination>("Vaccinations", inverse: \.animal)

  let lastVisit = Computed<Animal, Date>("Last visit") {
    .greatest(\.appointments, of: \.starts, where: \.progress == .done)
  }
  let nextVaccination = Computed<Animal, CalendarDate>("Next vaccination") { .least(\.vaccinations, of: \.due) }
  let isAllergic = Computed<Animal, Bool>("Allergic") { .exists(\.allergies) }

  static var states: [StateDescription] {
    [StateDescription("allergic", "Allergic", tone: .care, when: \Animal.isAllergic == true)]
  }
}

struct Allergy: Entity {
  let name = Attribute<String>("Name", .required, .unique, .title)
  let animals = ManyToMany<Animal>("Animals")
}

struct Vaccination: Entity {
  let against = Attribute<String>("Against", .required, .title)
  let given = Attribute<CalendarDate>("Given on", .required, .default(.today))
  let months = Attribute<Int>("Lasts for months", .required, .default(12), .range(1...120))
  /// Computed and stored, so that lists sort by it and states compare it (``dueDate``).
  let due = Attribute<CalendarDate>("Due on", .readOnly)
  let animal = ToOne<Animal>("Animal", .required, .onDelete(.cascade))

  static let overdue = StateDescription("overdue", "Overdue", tone: .bad, when: \Vaccination.due < .today)
  static let soon = StateDescription("soon", "Due soon", tone: .care, when: \Vaccination.due < .today + 31.days)
  static let valid = StateDescription("valid", "Valid", tone: .good)
  static let states = [overdue, soon, valid]
}

/// The day a vaccination is due follows from the day it was given, however the record comes in.
let dueDate = Hook.beforeSaving(Vaccination.self) { change in
  guard let given = change.record.given, let months = change.record.months else { return }
  change.record.due = given.adding(months: months)
}

/// The inputs of a vaccination of today.
struct NewVaccination: ActionInput {
  let against = Attribute<String>("Against", .required)
  let animal = ToOne<Animal>("Animal", .required)
}

extension Action {
  /// In place of "+": a vaccination of today needs only the animal and what against.
  static let vaccinate = Action(
    "vaccinate", title: "Vaccinate", onAll: Vaccination.self, asking: NewVaccination.self
  ) { call, input in
    let outcome = try await call.perform { transaction in
      var vaccination = Record<Vaccination>()
      vaccination.animal = input.animal
      vaccination.against = input.against
      try transaction.insert(&vaccination)
    }
    return ActionResult("Vaccinated", changeSet: outcome.changeSet)
  }
  .placed(.new)
}

/// An animal is born before it is vaccinated.
let vaccinatedAfterBirth = Rule(for: Vaccination.self) { change in
  guard let born = try change.transaction.related(\.animal, of: change.record)?.bornOn,
    try change.record[\.given] < born
  else { return }
  throw FieldFault(\Vaccination.given, "The animal was not born then")
}
