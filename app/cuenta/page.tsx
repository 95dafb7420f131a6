import { AccountScreen } from '@/components/account/account-screen'

export default function AccountPage() {
  return <AccountScreen version={process.env.NEXT_PUBLIC_VERSION ?? ''} />
}
