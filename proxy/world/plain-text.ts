/** Takes FreeCiv's markup out: `[c fg="#8B0000"]...[/c]`, and `[l tgt="city" id=7 name="Rome" /]` becomes Rome. */
export function plainText(text: string): string {
  return text
    .replace(/\[(?:l|link) [^\]]*?name="([^"]*)"[^\]]*\/\]/g, '$1')
    .replace(/\[(?:l|link) [^\]]*?x=(-?\d+) y=(-?\d+)[^\]]*\/\]/g, '($1, $2)')
    .replace(/\[\/?(?:b|bold|i|italic|s|strike|u|underline|c|color|l|link)(?: [^\]]*)?\]/g, '');
}
