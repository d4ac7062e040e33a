import KartotekaModel
import Testing

@Suite("Typing errors between texts")
struct EditDistanceTests {
  @Test(
    "A letter too many, missing or wrong, and two exchanged, are one error each",
    arguments: [
      ("lisbon", "lisbon", 0), ("lisbno", "lisbon", 1), ("lisboon", "lisbon", 1), ("lsbon", "lisbon", 1),
      ("lizbon", "lisbon", 1), ("москва", "мосвка", 1), ("мсква", "москва", 1), ("ca", "abc", 3), ("", "abc", 3),
      ("abc", "", 3), ("kitten", "sitting", 3),
    ])
  func counts(_ text: String, _ other: String, _ errors: Int) {
    #expect(EditDistance.between(text, other, limit: 5) == errors)
    #expect(EditDistance.between(other, text, limit: 5) == errors)
    #expect(EditDistance.between(text, other, limit: errors) == errors)
    #expect(errors == 0 || EditDistance.between(text, other, limit: errors - 1) == nil)
  }

  @Test("Letters count, not bytes")
  func letters() {
    #expect(EditDistance.between("ж", "a", limit: 3) == 1)
    #expect(EditDistance.between("жу", "уж", limit: 3) == 1)
  }

  @Test("What somebody has begun to type is compared with the beginnings of the other text")
  func beginnings() {
    #expect(EditDistance.between("barceln", beginningOf: "barcelona", limit: 1) == 1)
    #expect(EditDistance.between("barc", beginningOf: "barcelona", limit: 1) == 0)
    #expect(EditDistance.between("brac", beginningOf: "barcelona", limit: 1) == 1)
    #expect(EditDistance.between("brca", beginningOf: "barcelona", limit: 1) == nil)
    #expect(EditDistance.between("barcelona", beginningOf: "barce", limit: 3) == nil)
  }

  @Test("Going back to what two texts begin with alike gives the same as beginning anew")
  func goesBack() {
    var distance = EditDistance(to: "lisbon", limit: 3)
    for letter in "lisboa".unicodeScalars { distance.append(letter) }
    #expect(distance.value == 1)
    distance.keep(2)
    #expect(distance.count == 2)
    for letter in "bson".unicodeScalars { distance.append(letter) }
    #expect(distance.value == EditDistance.between("lisbon", "libson", limit: 3))
    #expect(distance.value == 1)
  }

  @Test("Says as soon as it can that a text is out of reach")
  func outOfReach() {
    var distance = EditDistance(to: "lisbon", limit: 1)
    let isInReach = "lxx".unicodeScalars.map { distance.append($0) }
    #expect(isInReach == [true, true, false])
  }

  @Test("Short texts are forgiven nothing, longer ones one error or two")
  func forgiven() {
    #expect(["", "ab", "abc", "lisbnoa", "barcelno"].map { EditDistance.forgiven(in: $0) } == [0, 0, 1, 1, 2])
  }
}
