import { AuthSheet } from '@/components/auth/auth-sheet'
import { RegisterForm } from '@/components/auth/register-form'

export default function RegisterPage() {
  return (
    <AuthSheet heading="Create account" link={{ href: '/', label: 'Log in' }}>
      <RegisterForm />
    </AuthSheet>
  )
}
