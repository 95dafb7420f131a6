/**
 * When the first frame was drawn in which a sight was there, on the page's own clock. Sights are looked for where a
 * frame begins; a message sent from there is taken up when the main thread has drawn that frame.
 */
export function painted(isThere: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(function look() {
      if (!isThere()) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  })
}
