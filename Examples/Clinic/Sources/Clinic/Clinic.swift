import Kartoteka

/// A veterinary clinic: owners, animals, vaccinations, appointments and their treatments.
let clinic = App(
  "clinic", title: "Clinic", summary: "Animals, appointments and vaccinations",
  purpose: "Keeps a veterinary clinic's animals, their owners, appointments and vaccinations.", symbol: .clock,
  hue: 180,
  entities: [
    Appointment.self, Animal.self, Owner.self, Vaccination.self, Vet.self, Treatment.self, Service.self, Allergy.self,
  ],
  catalogues: [.polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json")],
  actions: [.finish, .remind, .closeDay, .vaccinate, .calendarFile], jobs: [announce],
  rules: [noOverlap, vaccinatedAfterBirth],
  hooks: [dueDate, remindAgain, keepTreated], pages: [vetsToday], blocks: [visitsByYear],
  routes: [freeTimes, moveAppointment]
) {
  Tab("Today", symbol: .chart) {
    Overview {
      Figure("Appointments today", counting: today)
      Figure("Overdue vaccinations", counting: Subset(state: Vaccination.overdue, of: Vaccination.self), tone: .bad)
        .since(\.due)
      Watch("Appointments today", today, earliest: \.starts).telling(\.starts).telling(\.vet).offering("finish")
    }
  }
  Tab("Appointments", symbol: .clock) {
    List(Appointment.self, title: \.animal, subtitle: \.starts, \.vet).showing(\.total)
      .searching(\.animal, \.name).searching(\.vet, \.name).searching(\.reason).sorted(descendingBy: \.starts)
      .narrowing(to: today, Subset(state: Appointment.booked, of: Appointment.self))
      .withLines(
        Lines(\Appointment.treatments, choosing: \.service, quantity: \.count).priced(\.price, from: \.price)
          .asking(\.animal, \.vet, \.starts, \.minutes, \.progress, \.reason)
      )
      .withDocument(
        Document<Appointment>("invoice", title: "Invoice", from: "Veterinary clinic").addressed("For", \.animal)
          .stating(\.starts, \.vet))
  }
  Tab("Calendar", symbol: .calendar) {
    CalendarScreen(Appointment.self, at: \.starts, lasting: \.minutes, title: \.animal, subtitle: \.vet, \.reason)
  }
  Tab(waitingRoom).underMore()
  Tab("Animals", symbol: .paw) {
    List(Animal.self, title: \.name, subtitle: \.species, \.owner)
      .telling(\.nextVaccination, as: "vaccination {value}").searching(\.name).searching(\.owner, \.lastName)
      .sorted(by: \.name).withPictures(\.photo)
      .withSection(\.allergies, adding: "Choose allergies").withSection(\.appointments, offersNew: true)
      .withSection(\.vaccinations, offersNew: true)
  }
  Tab("Vaccinations", symbol: .check) {
    List(Vaccination.self, title: \.animal, subtitle: \.against, \.due).searching(\.against).sorted(by: \.due)
      .narrowing(
        to: Subset(state: Vaccination.overdue, of: Vaccination.self),
        Subset(state: Vaccination.soon, of: Vaccination.self))
  }
  .underMore()
  Tab("By vaccine", symbol: .check) { ListView(Vaccination.self).grouped(by: \.against).sorted(by: \.due) }
    .underMore()
  Tab("Owners", symbol: .people) {
    List(Owner.self, title: \.firstName, \.lastName, subtitle: \.phone).searching(\.firstName, \.lastName, \.phone)
      .sorted(by: \.lastName).withMonograms().withSection(\.animals, offersNew: true)
  }
  .underMore()
  Tab("Vets", symbol: .person) {
    List(Vet.self, title: \.name, subtitle: \.phone).searching(\.name).sorted(by: \.name)
      .withSection(\.appointments, offersNew: true)
  }
  .underMore()
  Tab("Services", symbol: .receipt) {
    List(Service.self, title: \.name).showing(\.price).searching(\.name).sorted(by: \.name)
  }
  .underMore()
  Tab("Allergies", symbol: .alert) {
    List(Allergy.self, title: \.name).searching(\.name).sorted(by: \.name).withSection(\.animals)
  }
  .underMore()
}

/// The appointments of today in the time zone of who looks.
private let today = Subset("today", "Today", where: \Appointment.starts == .today)

extension Symbol {
  /// A paw, drawn for the clinic.
  static let paw = Symbol("paw", svg: Embedded.text("paw.svg"))
}
