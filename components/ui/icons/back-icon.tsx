import { Icon, type IconProps } from './icon'

export function BackIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M17 10H3.5m5-5-5 5 5 5" />
    </Icon>
  )
}
