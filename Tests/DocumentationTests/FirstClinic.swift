import Kartoteka

// Chapter 2 of docs/TUTORIAL.md. The chapters after it show parts of Examples/Clinic, which is where they lead.

struct Owner: Entity {
  let firstName = Attribute<String>("First name", .required, .title)
  let lastName = Attribute<String>("Last name", .required, .title)
  let phone = Attribute<String>("Phone", as: .phone, .required)
  let animals = ToMany<Animal>("Animals", inverse: \.owner)
}

struct Animal: Entity {
  enum Species: String, ChoiceValue { case dog, cat, rabbit, bird, other }

  let name = Attribute<String>("Name", .required, .title)
  let species = Attribute<Species>("Species", .required, .default(.dog))
  let owner = ToOne<Owner>("Owner", .required, .onDelete(.cascade))
}

let firstClinic = App(
  "clinic", title: "Clinic", summary: "Animals and their owners", symbol: .clock, hue: 180,
  entities: [Animal.self, Owner.self]
) {
  Tab("Animals", symbol: .list) {
    List(Animal.self, title: \.name, subtitle: \.species, \.owner).searching(\.name).sorted(by: \.name)
  }
  Tab("Owners", symbol: .people) {
    List(Owner.self, title: \.firstName, \.lastName, subtitle: \.phone).searching(\.lastName).sorted(by: \.lastName)
      .withMonograms().withSection(\.animals, offersNew: true)
  }
}
