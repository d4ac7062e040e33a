import HummingbirdTLS
import Logging
import NIOSSL
import X509

/// The certificate with which a server answers HTTPS.
package enum ServerCertificate {}
