export default function EmptyPage() {
  return <p>Nada</p>
}
