import { Icon, type IconProps } from './icon'

export function BinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 5.5h13M7.5 5.5v-2h5v2m-8 0 .8 11.5h9.4l.8-11.5M8.3 9v4.8m3.4-4.8v4.8" />
    </Icon>
  )
}
