import { ResetPasswordScreen } from '@/components/auth/reset-password-screen'

export default function ResetPasswordPage() {
  return <ResetPasswordScreen />
}
