import { AuthSheet } from '@/components/auth/auth-sheet'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'

export default function ResetPasswordPage() {
  return (
    <AuthSheet heading="Reset password" link={{ href: '/', label: 'Log in' }}>
      <ResetPasswordForm />
    </AuthSheet>
  )
}
