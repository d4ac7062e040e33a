// What is sent again until the server is there.

import { guard } from './leaving.js'

let pauses = 0

/** Whether something waits for the server to come back. */
export const isHeldUp = () => pauses > 0

const comesBack = pause => new Promise(done => {
  const timer = setTimeout(done, pause)
  addEventListener('back', () => {
    clearTimeout(timer)
    done(undefined)
  }, { once: true })
})

/**
 * The answer, as soon as the server is there.
 * @type {<Value>(act: () => Promise<Value>) => Promise<Value>}
 */
export const insist = async act => {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 60_000)) {
    try {
      return await act()
    } catch (error) {
      if (error != 'away') throw error
      pauses++
      guard()
      await comesBack(pause)
      pauses--
      guard()
    }
  }
}
