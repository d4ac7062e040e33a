import Foundation
import KartotekaModel
import KartotekaScreens

struct Recipe: Entity {
  let name = Attribute<String>("Recipe", .required, .title)
  let tip = Attribute<Decimal>("Tip", .scale(2))
  let ingredients = ToMany<Ingredient>("Ingredients", inverse: \.recipe)

  init() {}
}

struct Ingredient: Entity {
  let recipe = ToOne<Recipe>("Recipe", required: true, onDelete: .cascade)
  let food = ToOne<Food>("Food", required: true)
  let grams = Attribute<Int>("Grams", .required)
  let price = Attribute<Decimal>("Price", .scale(2))
  let coarse = Attribute<Decimal>("Coarse discount", .scale(1))

  init() {}
}

struct Food: Entity {
  let name = Attribute<String>("Food", .required, .title)
  let price = Attribute<Decimal>("Price", .scale(2))
  let exactPrice = Attribute<Decimal>("Exact price", .scale(4))

  init() {}
}

/// Applications whose lines and documents aren't what their entities have, and one that is sound.
enum FaultyLines {
  static let sound = app { _ in }

  static let all: [FaultyApp] =
    [
      broken { $0.relationship = "steps" },
      broken { $0.item = "grams" },
      broken { $0.quantity = "pieces" },
      broken { $0.stock = "stock" },
      broken { $0.fields.append("cook") },
      broken { $0.extras.append("postage") },
      broken { $0.discount = "coarse" },
      broken { $0.itemPrice = "exactPrice" },
      broken { $0.quantity = "price" },
      broken { $0.price = "grams" },
      FaultyApp("lines-consistent", list { $0.documents.append(document(of: "cook")) }),
      FaultyApp(
        "lines-consistent",
        list {
          $0.documents.append(document(of: "name"))
          $0.documents[0].note = "Dear {cook}"
        }),
    ]
    + ["edit", "history", "past", "ingredients", "", "card", "a/b", "{id}"].map { name in
      FaultyApp(
        "record-addresses-differ",
        list {
          $0.documents = [document(of: "name"), document(of: "name")]
          $0.documents[1].name = name
        })
    }

  private static func document(of field: String) -> DocumentDescription {
    DocumentDescription(name: "card", title: "Card", sender: [], recipientTitle: "For", recipient: [[field]], facts: [])
  }

  private static func broken(_ change: (inout LinesDescription) -> Void) -> FaultyApp {
    FaultyApp("lines-consistent", app(change))
  }

  private static func app(_ change: (inout LinesDescription) -> Void) -> AppDescription {
    list { list in
      var lines = LinesDescription(relationship: "ingredients", item: "food", quantity: "grams")
      lines.price = "price"
      lines.itemPrice = "price"
      lines.extras = ["tip"]
      lines.fields = ["name"]
      change(&lines)
      list.lines = lines
      list.documents = [document(of: "name")]
    }
  }

  private static func list(_ change: (inout ListDescription) -> Void) -> AppDescription {
    var list = ListDescription(entity: "recipe", title: ["name"], subtitle: [])
    list.lines = LinesDescription(relationship: "ingredients", item: "food", quantity: "grams")
    change(&list)
    let tab = TabDescription(path: "recipes", title: "Recipes", symbol: .book, screen: .list(list))
    return AppDescription(
      name: "kitchen", title: "Kitchen", summary: "", symbol: .book, hue: 120,
      model: ModelDescription([Recipe.self, Ingredient.self, Food.self]), tabs: [tab])
  }
}
