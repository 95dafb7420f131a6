import { Icon, type IconProps } from './icon'

export function SignOutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3.5H4v13h4m0-6.5h9m-3.5-3.5L17 10l-3.5 3.5" />
    </Icon>
  )
}
