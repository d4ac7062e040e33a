import Testing

@testable import KartotekaTLS

@Suite("The server's certificate") struct ServerCertificateTests {}
