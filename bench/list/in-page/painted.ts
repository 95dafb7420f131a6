/** Time of the first painted frame with the condition true: a message sent in a frame arrives after its painting. */
export function painted(isMet: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(function check() {
      if (!isMet()) return void requestAnimationFrame(check)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  })
}
