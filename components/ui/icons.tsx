import type { ReactNode } from 'react'

type Props = { className?: string }

export function SearchIcon(props: Props) {
  return (
    <Icon {...props}>
      <circle cx="8.8" cy="8.8" r="5.3" />
      <path d="m12.8 12.8 4 4" />
    </Icon>
  )
}

export function CloseIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="m4.5 4.5 11 11m0-11-11 11" />
    </Icon>
  )
}

export function BackIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M17 10H3.5m5-5-5 5 5 5" />
    </Icon>
  )
}

export function PencilIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="m3.5 16.5.9-3.8 9-9a1.9 1.9 0 0 1 2.8 2.8l-9 9-3.7 1Zm8.3-11.2 2.9 2.9" />
    </Icon>
  )
}

export function BinIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M3.5 5.5h13M7.5 5.5v-2h5v2m-8 0 .8 11.5h9.4l.8-11.5M8.3 9v4.8m3.4-4.8v4.8" />
    </Icon>
  )
}

export function PlusIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M10 3.5v13M3.5 10h13" />
    </Icon>
  )
}

export function SignOutIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M8 3.5H4v13h4m0-6.5h9m-3.5-3.5L17 10l-3.5 3.5" />
    </Icon>
  )
}

export function WarningIcon(props: Props) {
  return (
    <Icon {...props}>
      <circle cx="10" cy="10" r="7.2" />
      <path d="M10 6.4v4.4m0 2.6v.1" />
    </Icon>
  )
}

function Icon({ className = 'size-5', children }: Props & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`icon shrink-0 ${className}`}>
      {children}
    </svg>
  )
}
