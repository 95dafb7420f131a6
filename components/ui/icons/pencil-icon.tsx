import { Icon, type IconProps } from './icon'

export function PencilIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m3.5 16.5.9-3.8 9-9a1.9 1.9 0 0 1 2.8 2.8l-9 9-3.7 1Zm8.3-11.2 2.9 2.9" />
    </Icon>
  )
}
