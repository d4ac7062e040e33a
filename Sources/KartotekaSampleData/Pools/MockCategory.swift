/// A category of products.
final class MockCategory: Sendable {
  let name: String
  let details: String
  let styles: [String]
  let things: [String]
  let packs: [String]

  private init?(_ line: String) {
    let cells = MockPool.list(line, separator: "|")
    guard cells.count == 5 else { return nil }
    name = cells[0]
    details = cells[1]
    styles = MockPool.list(cells[2])
    things = MockPool.list(cells[3])
    packs = MockPool.list(cells[4])
  }

  /// All categories.
  static let all = MockPool.list(rows.replacing("\\\n", with: " "), separator: "\n").compactMap {
    MockCategory($0)
  }

  private static let rows = #"""
    Drinks|Coffees, teas, juices, lemonades and ales\
      |Mountain, Harbour, Amber, Old Town, Sunrise, Winter, Orchard, Golden\
      |Coffee, Black Tea, Green Tea, Apple Juice, Lemonade, Pale Ale, Cider, Cocoa, Ginger Beer, Oat Drink\
      |bottles 0.5 l, bottles 1 l, boxes x 20 bags, tins 250 g
    Condiments|Sauces, relishes, spreads and seasonings\
      |Grandmother's, Farmhouse, Smoky, Sweet, Hot, Garden, Southern, Northern\
      |Mustard, Ketchup, Plum Chutney, Horseradish, Chilli Sauce, Apricot Jam, Honey, Pesto, Herb Salt, Syrup\
      |jars 200 g, jars 350 g, bottles 0.3 l
    Confectionery|Desserts, candies and sweet breads\
      |Dark, Milk, Hazelnut, Almond, Orange, Cherry, Vanilla, Salted\
      |Chocolate, Fudge, Nougat, Waffles, Biscuits, Gingerbread, Marzipan, Caramels, Shortbread, Truffles\
      |boxes x 12 pieces, bags 150 g, bars 100 g
    Dairy|Cheeses, butters and yoghurts\
      |Mountain, Valley, Meadow, Aged, Young, Smoked, Blue, Organic\
      |Cheddar, Gouda, Goat Cheese, Butter, Yoghurt, Quark, Cream, Cottage Cheese, Camembert, Sheep Cheese\
      |packs 500 g, packs 250 g, wheels 2 kg
    Grain|Breads, crackers, pasta and cereal\
      |Dark Rye, Whole Grain, Stone-ground, Country, Sourdough, Spelt, Fine, Crunchy\
      |Crispbread, Loaf, Tagliatelle, Penne, Muesli, Dumplings, Flour, Crackers, Bagels, Porridge Oats\
      |packs 500 g, bags 1 kg, boxes 400 g
    Meat|Prepared meats and poultry\
      |Smoked, Roast, Peppered, Cured, Country, Spiced, Lean, Alpine\
      |Ham, Sausage, Salami, Bacon, Turkey Breast, Duck Breast, Pâté, Beef Jerky, Chicken Pie, Meatballs\
      |packs 300 g, tins 400 g, pieces 1 kg
    Produce|Dried fruit, nuts, vegetables and bean curd\
      |Sun-dried, Organic, Roasted, Wild, Crisp, Early, Sweet, Garden\
      |Apples, Tomatoes, Mushrooms, Walnuts, Cranberries, Peppers, Beans, Figs, Tofu, Pumpkin Seeds\
      |bags 200 g, boxes 1 kg, nets 2 kg
    Seafood|Fish, shellfish and seaweed\
      |Smoked, Marinated, Atlantic, Baltic, Fjord, Pickled, Fresh, Peppered\
      |Salmon, Herring, Trout, Mackerel, Prawns, Mussels, Cod, Sardines, Crab, Seaweed\
      |tins 150 g, packs 300 g, jars 250 g
    Household|Things for the kitchen and the house\
      |Oak, Enamel, Linen, Copper, Glass, Stoneware, Bamboo, Cast-iron\
      |Bowl, Jug, Tray, Plate Set, Lamp, Candle Holder, Spoon Set, Bread Box, Coasters, Teapot\
      |pieces, boxes x 2 pieces
    Stationery|Paper, pens and everything for the desk\
      |Ruled, Squared, Recycled, Pocket, Desk, Travel, Classic, Coloured\
      |Notebook, Pencils, Fountain Pen, Index Cards, Envelopes, Folder, Calendar, Ink, Eraser Set, Sketchbook\
      |pieces, packs x 10
    """#
}
