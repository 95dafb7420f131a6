import { AuthLink } from '@/components/auth/auth-link'
import { AuthSheet } from '@/components/auth/auth-sheet'
import { ResetPasswordForm } from '@/components/auth/reset-password-form'

export default function ResetPasswordPage() {
  return (
    <AuthSheet heading="Reset password" footer={<AuthLink href="/">Log in</AuthLink>}>
      <ResetPasswordForm />
    </AuthSheet>
  )
}
