import { Icon, type IconProps } from './icon'

export function WarningIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10" cy="10" r="7.2" />
      <path d="M10 6.4v4.4m0 2.6v.1" />
    </Icon>
  )
}
