import { AuthSheet } from '@/components/auth/auth-sheet'
import { LoginForm } from '@/components/auth/login-form'

export default function LoginPage() {
  return (
    <AuthSheet heading="Log in" link={{ href: '/register', label: 'Sign up' }}>
      <LoginForm />
    </AuthSheet>
  )
}
