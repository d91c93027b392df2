/**
 * An SVG drawn as PNG, beside the event loop. Names need a font of the system; without one they are left out. The
 * renderer is resvg, a library of native code without a browser; it is loaded when the first map is drawn.
 */
export async function svgToPng(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, { font: { loadSystemFonts: true } });
  return image.asPng();
}
