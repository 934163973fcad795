/** The package's own manifest, of which only the version is read; the build puts its content into the program. */
declare module '*/package.json' {
  const manifest: { readonly version: string };
  export { manifest as default };
}
