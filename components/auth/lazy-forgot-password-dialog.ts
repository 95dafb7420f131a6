import { lazyComponent } from '@/components/ui/lazy-component'

export const LazyForgotPasswordDialog = lazyComponent(
  async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog,
)
