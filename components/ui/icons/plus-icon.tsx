import { Icon, type IconProps } from './icon'

export function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 3.5v13M3.5 10h13" />
    </Icon>
  )
}
