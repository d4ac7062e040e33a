import Foundation
import Kartoteka
import Testing

@Suite("The language of the person at the terminal")
struct LanguageTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    "It is that of LC_ALL, else LC_MESSAGES, else LANG",
    arguments: [
      (["LC_ALL": "pl_PL.UTF-8", "LANG": "ru_RU.UTF-8"], "Błąd: Nie ma polecenia bogus"),
      (["LC_MESSAGES": "ru", "LANG": "pl_PL.UTF-8"], "Ошибка: Нет команды bogus"),
      (["LC_ALL": "", "LANG": "ru_RU.UTF-8"], "Ошибка: Нет команды bogus"),
      (["LC_ALL": "POSIX", "LANG": "pl_PL"], "Error: There is no command bogus"),
      (["LANG": "de_AT.UTF-8"], "Fehler: Es gibt keinen Befehl bogus"),
      (["LANG": "uk_UA.UTF-8"], "Помилка: Немає команди bogus"),
      (["LANG": "fr_FR.UTF-8"], "Error: There is no command bogus"),
      ([:], "Error: There is no command bogus"),
    ])
  func choice(environment: [String: String], first: String) async throws {
    let run = try await sandbox.kartoteka(["bogus"], environment: environment)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix(first + "\n"), "\(run.errors)")
  }

  @Test("ArgumentParser's own sentences are translated, too")
  func usage() async throws {
    let polish = try await sandbox.kartoteka("schema", "nope", language: "pl_PL.UTF-8")
    #expect(polish.status == 64)
    #expect(polish.errors.hasPrefix("Błąd: "))
    #expect(polish.errors.contains("Nie ma takiej aplikacji. Są: travellers, userscrud"))
    #expect(!polish.errors.contains("Usage"))
    let russian = try await sandbox.kartoteka("export", "userscrud", language: "ru_RU.UTF-8")
    #expect(russian.errors.hasPrefix("Ошибка: Не хватает аргумента '<entity>'\n"), "\(russian.errors)")
    let help = try await sandbox.kartoteka("--help", language: "ru_RU.UTF-8")
    #expect(help.output.hasPrefix("ОБЗОР:"))
    #expect(!help.output.contains("Show help"))
  }

  @Test("Errors of the data folder name their remedy in that language")
  func remedies() async throws {
    try sandbox.write("text", to: "data")
    let polish = try await sandbox.kartoteka("apps", language: "pl_PL.UTF-8")
    #expect(polish.status == 1)
    #expect(polish.errors.contains("jest plikiem"))
    #expect(polish.errors.contains("--data"))
    let russian = try await sandbox.kartoteka("apps", language: "ru_RU.UTF-8")
    #expect(russian.errors.contains("это файл"))
  }
}
