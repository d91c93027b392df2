interface Color {
  readonly colorRed: number;
  readonly colorGreen: number;
  readonly colorBlue: number;
}

/** `#ff8800`. */
export function hexColor({ colorRed, colorGreen, colorBlue }: Color): string {
  return `#${[colorRed, colorGreen, colorBlue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
