import Logging
import NIOSSL

/// The certificate with which a server answers HTTPS.
package enum ServerCertificate {}
