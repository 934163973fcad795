/** The package's own manifest, of which only the version is read. */
declare module '*/package.json' {
  const manifest: { readonly version: string };
  export { manifest as default };
}
