import type { LockedPackage } from './locked-packages'

type Program = { name: string; version: string; license: string }

/** Software bill of materials in CycloneDX 1.6, as JSON: the packages that are in the release. */
export function sbom({ name, version, license }: Program, packages: LockedPackage[]): string {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': name,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: packages.map(componentOf),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function componentOf({ path, name, version, license, integrity = '' }: LockedPackage): object {
  const [algorithm, hash = ''] = integrity.split('-')
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}
