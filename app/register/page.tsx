import { AuthLink } from '@/components/auth/auth-link'
import { AuthSheet } from '@/components/auth/auth-sheet'
import { RegisterForm } from '@/components/auth/register-form'

export default function RegisterPage() {
  return (
    <AuthSheet heading="Create account" footer={<AuthLink href="/">Log in</AuthLink>}>
      <RegisterForm />
    </AuthSheet>
  )
}
