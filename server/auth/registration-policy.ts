export type RegistrationPolicy = 'open' | 'closed' | { domains: string[] }

export function mayRegister(policy: RegistrationPolicy, email: string | undefined): boolean {
  if (policy === 'open' || policy === 'closed') return policy === 'open'
  const domain = email?.split('@').at(-1)
  return domain !== undefined && policy.domains.includes(domain)
}
