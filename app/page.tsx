import { AuthLink } from '@/components/auth/auth-link'
import { AuthSheet } from '@/components/auth/auth-sheet'
import { LoginForm } from '@/components/auth/login-form'

export default function LoginPage() {
  return (
    <AuthSheet heading="Log in" footer={<AuthLink href="/register">Sign up</AuthLink>}>
      <LoginForm />
    </AuthSheet>
  )
}
