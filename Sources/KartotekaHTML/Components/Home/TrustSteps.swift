import KartotekaModel

/// A step of a person on a device, with pictures of the screens where it is easy to get lost.
struct TrustStep: Component {
  let words: String
  let pictures: [StepPicture]

  init(_ words: String, _ pictures: StepPicture...) { (self.words, self.pictures) = (words, pictures) }

  func write(to html: inout HTMLWriter) {
    html.element(.li) { html in
      html.text(words)
      if !pictures.isEmpty {
        html.element(.div, .class("pictures")) { html in
          for picture in pictures { html.add(picture) }
        }
      }
    }
  }
}

extension TrustPage.Device {
  func title(_ say: Localizer) -> String {
    switch self {
    case .iPhone: say("iPhone, iPad")
    case .android: say("Android")
    case .windows: say("Windows")
    case .mac: say("Mac")
    case .others: say("Linux, and Firefox everywhere")
    }
  }

  /// The steps of the device; the names of menus are those of its system in the reader's language.
  /// - Parameter name: the name of the authority.
  func steps(_ name: String, _ say: Localizer) -> [TrustStep] {
    switch self {
    case .iPhone:
      [
        TrustStep(say("Open this page in Safari. Press “Load the profile”, then Allow.")),
        TrustStep(
          say("Open Settings. At the top press Profile Downloaded, then Install."),
          StepPicture(screen: .phone, rows: [.other, .here(say("Profile Downloaded"), .further), .other]),
          StepPicture(screen: .phone, rows: [.button(say("Install")), .other, .other])),
        TrustStep(
          say(
            "In Settings open General, About, Certificate Trust Settings, and switch “{name}” on.",
            ["name": .text(name)]),
          StepPicture(
            screen: .phone, rows: [.heading(say("Certificate Trust Settings")), .here(name, .switchedOn), .other])),
      ]
    case .android:
      [
        TrustStep(say("Press “Load the certificate”. If the phone asks, keep the file.")),
        TrustStep(
          say(
            "Open Settings and search for “CA certificate”; often it is under Security, Encryption & credentials, Install a certificate."
          ),
          StepPicture(
            screen: .phone,
            rows: [.heading(say("Install a certificate")), .here(say("CA certificate"), nil), .other, .other])),
        TrustStep(
          say("Press Install anyway, and choose the file authority.crt."),
          StepPicture(screen: .phone, rows: [.other, .other, .button(say("Install anyway"))])),
        TrustStep(
          say(
            "Firefox needs this, too: Settings, About Firefox, press the logo five times, go back, Secret Settings, Use third party CA certificates."
          )),
      ]
    case .windows:
      [
        TrustStep(say("Press “Load the certificate”, and open the file authority.crt.")),
        TrustStep(say("Press Install Certificate, choose Current User, Next.")),
        TrustStep(
          say(
            "Choose Place all certificates in the following store, Browse, Trusted Root Certification Authorities. Press OK, Next, Finish, Yes."
          ),
          StepPicture(
            screen: .window, rows: [.other, .here(say("Place all certificates in the following store"), .chosen)]),
          StepPicture(
            screen: .window, rows: [.other, .here(say("Trusted Root Certification Authorities"), nil), .other])),
      ]
    case .mac:
      [
        TrustStep(
          say(
            "Press “Load the certificate”, and open the file authority.crt. Keychain Access opens; add it to the login keychain."
          )),
        TrustStep(
          say("In Keychain Access open “{name}”, then Trust, and choose Always Trust.", ["name": .text(name)]),
          StepPicture(screen: .window, rows: [.heading(name), .here(say("Always Trust"), .tick), .other])),
      ]
    case .others:
      [
        TrustStep(
          say("Press “Load the certificate”. Firefox asks at once: tick Trust this CA to identify websites."),
          StepPicture(
            screen: .window, rows: [.other, .here(say("Trust this CA to identify websites"), .ticked), .other])),
        TrustStep(
          say(
            "Otherwise in Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import, and the file authority.crt."
          )),
        TrustStep(
          say(
            "In Chrome and Chromium: Settings, Privacy and security, Security, Manage certificates, Authorities, Import."
          )),
      ]
    }
  }
}
