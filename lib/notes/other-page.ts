import { OTHER_ORIGIN } from '@/lib/api/request'
import { FROM_NETWORK } from '@/lib/from-network'

/** Address at which whoever answers in place of the host can be met, such as the login of a proxy. */
export const otherPageUrl = OTHER_ORIGIN ? `${OTHER_ORIGIN}/` : FROM_NETWORK
