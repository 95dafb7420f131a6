import { z } from '@hono/zod-openapi'
import { emptyFields, isEmail, type Registration, USER_NAME_MAX_LENGTH } from '@/lib/domain/credentials'
import * as authMessages from '@/lib/domain/messages/auth'
import { CONTENT_MAX_LENGTH, hasAtMost, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'
import * as messages from '../messages'
import { accountEmail } from '../store/users'

export const TOO_LONG = 'too-long'

export const credentials = object({
  email: text(messages.malformedRequest).overwrite(accountEmail),
  password: text(messages.malformedRequest),
}).openapi('Credentials')

export const registration = object({
  userName: text(authMessages.allFieldsRequired).trim(),
  email: text(authMessages.allFieldsRequired).overwrite(accountEmail),
  password: text(authMessages.allFieldsRequired),
})
  .superRefine((fields, context) => {
    const message = registrationError(fields)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .openapi('Registration')

export const onlyEmail = object({
  email: credentials.shape.email.refine((email) => email === '' || isEmail(email), authMessages.invalidEmail),
}).openapi('OnlyEmail')

export const newPassword = object({
  token: text(messages.malformedRequest),
  password: credentials.shape.password,
}).openapi('NewPassword')

export const account = z
  .strictObject({ email: z.string(), userName: z.string(), hasPassword: z.boolean() })
  .openapi('Account')

export const passwordChange = object({
  currentPassword: credentials.shape.password,
  newPassword: credentials.shape.password,
}).openapi('PasswordChange')

export const accountDeletion = object({
  password: credentials.shape.password.optional(),
  email: credentials.shape.email.optional(),
}).openapi('AccountDeletion')

export const othersEnding = object({ password: credentials.shape.password.optional() }).openapi(
  'OthersEnding',
)

export const livingSession = z
  .strictObject({
    id: z.string(),
    isCurrent: z.boolean(),
    createdAt: z.number(),
    lastUsedAt: z.number(),
    client: z.string(),
  })
  .openapi('LivingSession')

export const noteText = object({
  title: text(messages.malformedNote)
    .refine((title) => hasAtMost(TITLE_MAX_LENGTH, title), {
      error: messages.longTitle,
      params: { reason: TOO_LONG },
    })
    .openapi({ maxLength: TITLE_MAX_LENGTH }),
  content: text(messages.malformedNote)
    .refine((content) => hasAtMost(CONTENT_MAX_LENGTH, content), {
      error: messages.longContent,
      params: { reason: TOO_LONG },
    })
    .openapi({ maxLength: CONTENT_MAX_LENGTH }),
}).openapi('NoteText')

export const token = z.strictObject({ token: z.string() }).openapi('Token')

export const session = z.strictObject({ token: z.string(), email: z.string() }).openapi('Session')

export const frontEnd = z.object({
  return_to: text(messages.malformedRequest).openapi({ description: "The front end's address" }),
})

export const oidcStart = frontEnd.extend({
  challenge: text(messages.malformedRequest).regex(/^[\w-]{43}$/, messages.malformedRequest),
})

export const providerName = z.strictObject({ name: z.string() }).openapi('Provider')

export const loginCode = object({
  code: text(messages.malformedRequest),
  verifier: text(messages.malformedRequest),
}).openapi('SignInCode')

export const note = z
  .strictObject({ _id: z.string(), title: z.string(), content: z.string() })
  .openapi('Note')

const time = z.number().openapi({ description: 'In milliseconds since 1970' })

export const deletedNote = z.strictObject({ ...note.shape, deletedAt: time }).openapi('DeletedNote')

export const noteVersion = z
  .strictObject({ version: z.number(), title: z.string(), content: z.string(), savedAt: time })
  .openapi('NoteVersion')

export const params = z.object({ id: z.string() })

/** An id that no note can have fails as the id of no note does. */
export const noteParams = z.object({ id: z.string().refine(isNoteId) })

/** Parameters for the documentation alone: handlers read them themselves. */
export const noteId = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string' as const } }

export const ifMatch = { name: 'if-match', in: 'header' as const, schema: { type: 'string' as const } }

const KEY = /^[\x21-\x7e]{1,100}$/

export const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header' as const,
  description: 'With the same key as before, the note is not created again',
  schema: { type: 'string' as const, pattern: KEY.source },
}

export function isKey(text: string): boolean {
  return KEY.test(text)
}

export function isNoteId(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

export const notice = z.strictObject({ message: z.string() }).openapi('Notice')

export const failure = z.object({ message: z.string() }).openapi('Failure')

function object<Shape extends Parameters<typeof z.object>[0] & object>(shape: Shape) {
  return z.object(shape, { error: messages.malformedRequest })
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function text(message: string) {
  return z
    .string({ error: message })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), messages.invalidCharacters)
}

function registrationError(fields: Registration): string | undefined {
  if (emptyFields(fields).length > 0) return authMessages.allFieldsRequired
  if ([...fields.userName].length > USER_NAME_MAX_LENGTH) return messages.longUserName
  if (!isEmail(fields.email)) return authMessages.invalidEmail
  return undefined
}
