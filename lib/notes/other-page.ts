import { OTHER_ORIGIN } from '@/lib/api/request'
import { FROM_NETWORK } from '@/lib/from-network'

/** URL of the page that answers in place of the host, such as a proxy's login. */
export const otherPageUrl = OTHER_ORIGIN ? `${OTHER_ORIGIN}/` : FROM_NETWORK
