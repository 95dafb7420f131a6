/** Query of a screen that the service worker asks the network for, where a proxy may have a page of its own. */
export const FROM_NETWORK = '?network'
