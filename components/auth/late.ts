import { late } from '@/components/ui/late'

export const LateForgotPasswordDialog = late(
  async () => (await import('./forgot-password-dialog')).ForgotPasswordDialog,
)
