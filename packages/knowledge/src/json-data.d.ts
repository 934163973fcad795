/** The catalogues are data of unknown shape until their schema has checked them. */
declare module '*.json' {
  const data: unknown;
  export { data as default };
}
