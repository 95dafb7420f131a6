import { Icon, type IconProps } from './icon'

export function AccountIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10" cy="6.8" r="3.3" />
      <path d="M3.5 16.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5" />
    </Icon>
  )
}
