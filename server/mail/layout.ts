type Link = { label: string; url: string }

type MailText = { subject: string; text: string; html: string }

/** Must contain no text of the user, who may be a stranger. */
export function layOutMail(subject: string, paragraphs: (string | Link)[]): MailText {
  const asText = (part: string | Link) => (typeof part === 'string' ? part : `${part.label}:\n${part.url}`)
  const asHtml = (part: string | Link) =>
    typeof part === 'string' ? part : `<a href="${part.url}">${part.label}</a>`
  return {
    subject,
    text: paragraphs.map(asText).join('\n\n'),
    html: `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${paragraphs.map((part) => `<p>${asHtml(part)}</p>`).join('\n')}
</body>
</html>
`,
  }
}
