import { type FormEvent, useState } from 'react'
import { focusFirst, textIn } from './form'

type Errors<Values> = { [Field in keyof Values]?: string }

type Form<Values> = {
  summary?: string
  read: (textOf: (name: string) => string) => Values
  validate: (values: Values) => Errors<Values>
  send: (values: Values, form: HTMLFormElement) => Promise<unknown>
}

type Call = { isBusy: boolean; setFailure: (failure: string | null) => void }

/** Sends a form whose fields are right. Otherwise it shows what is wrong, and focuses the first wrong field. */
export function useForm<Values extends object>(
  { isBusy, setFailure }: Call,
  { summary, read, validate, send }: Form<Values>,
) {
  const [errors, setErrors] = useState<Errors<Values>>({})

  function showErrors(form: HTMLFormElement, wrong: Errors<Values>): boolean {
    const fields = Object.keys(wrong)
    setErrors(wrong)
    setFailure((fields.length > 0 && summary) || null)
    return focusFirst(form, fields)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const values = read((name) => textIn(form, name))
    if (!showErrors(form, validate(values))) await send(values, form)
  }

  return { errors, showErrors, submit }
}
