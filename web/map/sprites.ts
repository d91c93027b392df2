/** What draws on the screen, and beside it. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Something drawn once, with its origin in the middle. A bitmap: to copy a canvas costs several times as much. */
interface Sprite {
  readonly bitmap: ImageBitmap;
  /** Half its sides, at the size it was drawn for. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

export interface Drawing {
  /** The same for what looks the same. */
  readonly name: string;
  /** How much room it takes around the origin, in pixels. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  paint(pen: Pen): void;
}

/** More than a map of all kinds and nations needs. */
const MOST = 3_000;
/** Sizes for which things are drawn lie that far apart; between them the larger one is drawn smaller. */
const STEP = Math.SQRT2;

/** Shields, cities and names, each drawn once and then copied: shadows and text are what costs. */
export class Sprites {
  readonly #sprites = new Map<string, Sprite>();
  readonly #pixelRatio: number;

  constructor(pixelRatio: number) {
    this.#pixelRatio = pixelRatio;
  }

  /** The size for which it is drawn when it is wanted in that one. */
  sizeFor(size: number): number {
    return STEP ** Math.ceil(Math.log(size) / Math.log(STEP) - 1e-6);
  }

  /** Draws it at the pen's origin, `scale` times as large as it was made for. */
  draw(pen: Pen, drawing: Drawing, scale: number): void {
    const { bitmap, halfWidth, halfHeight } = this.#sprite(drawing);
    const [x, y] = [halfWidth * scale, halfHeight * scale];
    pen.drawImage(bitmap, -x, -y, 2 * x, 2 * y);
  }

  #sprite({ name, halfWidth, halfHeight, paint }: Drawing): Sprite {
    let sprite = this.#sprites.get(name);
    if (sprite !== undefined) return sprite;
    if (this.#sprites.size >= MOST) this.#sprites.clear();
    const ratio = this.#pixelRatio;
    const canvas = new OffscreenCanvas(Math.ceil(2 * halfWidth * ratio), Math.ceil(2 * halfHeight * ratio));
    const half = { halfWidth: canvas.width / ratio / 2, halfHeight: canvas.height / ratio / 2 };
    const pen = canvas.getContext('2d');
    pen?.scale(ratio, ratio);
    pen?.translate(half.halfWidth, half.halfHeight);
    if (pen !== null) paint(pen);
    sprite = { bitmap: canvas.transferToImageBitmap(), ...half };
    this.#sprites.set(name, sprite);
    return sprite;
  }
}
