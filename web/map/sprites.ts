/** A context to draw on the screen or off it. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A drawn bitmap with its origin in the middle. Copying a canvas instead of a bitmap costs several times as much. */
interface Sprite {
  readonly bitmap: ImageBitmap;
  /** Half its sides, at the size it was drawn for. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Something to be drawn once and copied. */
export interface Drawing {
  /** Cache key: equal for equal drawings. */
  readonly name: string;
  /** Size around the origin, in pixels. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  paint(pen: Pen): void;
}

/** More than a map with all kinds and nations needs. */
const MAX_SPRITES = 3_000;
/** Factor between two drawn sizes; sizes in between are scaled down from the larger one. */
const SIZE_STEP = Math.SQRT2;

/** Cache of drawn shields, cities and names: shadows and text are expensive to draw. */
export class Sprites {
  readonly #sprites = new Map<string, Sprite>();
  readonly #pixelRatio: number;

  constructor(pixelRatio: number) {
    this.#pixelRatio = pixelRatio;
  }

  /** The drawn size to use for a wanted size. */
  sizeFor(size: number): number {
    return SIZE_STEP ** Math.ceil(Math.log(size) / Math.log(SIZE_STEP) - 1e-6);
  }

  /** Draws at the pen's origin, scaled by `scale`. */
  draw(pen: Pen, drawing: Drawing, scale: number): void {
    const { bitmap, halfWidth, halfHeight } = this.#sprite(drawing);
    const [x, y] = [halfWidth * scale, halfHeight * scale];
    pen.drawImage(bitmap, -x, -y, 2 * x, 2 * y);
  }

  #sprite({ name, halfWidth, halfHeight, paint }: Drawing): Sprite {
    let sprite = this.#sprites.get(name);
    if (sprite !== undefined) return sprite;
    if (this.#sprites.size >= MAX_SPRITES) this.#sprites.clear();
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
