import Testing

@testable import KartotekaPeople

@Suite("People") struct PeopleTests {}
