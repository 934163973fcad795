/** Input of a library function: what its schema accepts, read-only all the way down. */
export type ReadonlyInput<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyInput<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyInput<T[Key]> }
    : T;
