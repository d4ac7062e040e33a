import KartotekaModel
import KartotekaStore

/// The people of a server: who may sign in, and what they may do in which application.
package enum People {}
