/** Shorter names are only replaced where they are the whole text. */
const MIN_PART_LENGTH = 4;

/** Kernels by the names K1, K2 ... under which a model sees them. */
export class KernelAliases {
  readonly #aliasOf = new Map<string, string>();
  readonly #nameOf = new Map<string, string>();
  #byLength: readonly string[] = [];

  /** Gives each new name the next alias. */
  register(names: readonly string[]): void {
    for (const name of names) {
      if (name === '' || this.#aliasOf.has(name)) continue;
      const alias = `K${this.#aliasOf.size + 1}`;
      this.#aliasOf.set(name, alias);
      this.#nameOf.set(alias, name);
    }
    this.#byLength = [...this.#aliasOf.keys()]
      .filter((name) => name.length >= MIN_PART_LENGTH)
      .sort((left, right) => right.length - left.length || (left < right ? -1 : 1));
  }

  /** Text with aliases in the place of names; longer names first. */
  hide(text: string): string {
    const whole = this.#aliasOf.get(text);
    if (whole !== undefined) return whole;
    return this.#byLength.reduce(
      (result, name) => (result.includes(name) ? result.replaceAll(name, this.#aliasOf.get(name) ?? name) : result),
      text,
    );
  }

  /** Text with names in the place of aliases; an alias that was never given stays. */
  show(text: string): string {
    if (this.#nameOf.size === 0) return text;
    return text.replace(/(?<![A-Za-z0-9_])K\d+(?![A-Za-z0-9_])/g, (alias) => this.#nameOf.get(alias) ?? alias);
  }
}
