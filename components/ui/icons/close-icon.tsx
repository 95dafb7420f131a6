import { Icon, type IconProps } from './icon'

export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4.5 4.5 11 11m0-11-11 11" />
    </Icon>
  )
}
