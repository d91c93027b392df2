/** The sections of a save of freeciv-server 3.0, each a text of `key=value` lines; read where they are needed only. */
export class SaveText {
  readonly #sections = new Map<string, string>();

  /** `text` with one character for each byte. */
  constructor(text: string) {
    const heads = [...text.matchAll(/^\[([a-z0-9_]+)\]$/gm)];
    for (const [i, head] of heads.entries()) {
      const from = head.index + head[0].length;
      this.#sections.set(head[1] ?? '', text.slice(from, heads[i + 1]?.index));
    }
  }

  /** The numbers N of the sections `nameN`, in their order. */
  numbered(name: string): number[] {
    const pattern = new RegExp(`^${name}(\\d+)$`);
    return [...this.#sections.keys()].flatMap((section) => {
      const number = pattern.exec(section)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }

  /** 0 where there is none: the server leaves out what nobody has. */
  number(section: string, key: string): number {
    return Number(this.#value(section, key) ?? 0);
  }

  isTrue(section: string, key: string): boolean {
    return this.#value(section, key) === 'TRUE';
  }

  text(section: string, key: string): string {
    const quoted = this.#value(section, key) ?? '""';
    const bytes = quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }

  /** What stands behind `key=`, as it is written. */
  #value(section: string, key: string): string | undefined {
    const text = this.#sections.get(section) ?? '';
    const at = text.indexOf(`\n${key}=`);
    if (at < 0) return undefined;
    const from = at + key.length + 2;
    return text.slice(from, text.indexOf('\n', from));
  }
}
