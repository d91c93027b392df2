/**
 * An SVG drawn as PNG, beside the event loop. Names need a font of the system; without one they are left out. The
 * renderer is resvg, a library of native code without a browser; it is loaded when the first map is drawn.
 */
export async function svgToPng(svg: string): Promise<Buffer> {
  return (await drawn(svg)).asPng();
}

/** An SVG drawn as pixels, row by row, four bytes each: red, green, blue and how opaque. */
export async function svgToPixels(svg: string): Promise<Buffer> {
  return (await drawn(svg)).pixels;
}

async function drawn(svg: string) {
  const { renderAsync } = await import('@resvg/resvg-js');
  return renderAsync(svg, { font: { loadSystemFonts: true } });
}
