import type { TerrainMarks } from './palette.js';

type Pen = CanvasRenderingContext2D;

/** Small marks on a tile, around its middle; `size` is the room there is. All our own. */
export function drawMarks(pen: Pen, marks: TerrainMarks, size: number): void {
  pen.lineWidth = size / 14;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  switch (marks) {
    case 'none':
      return;
    case 'trees':
      for (const [x, y] of spots) tree(pen, x * size, y * size, size * 0.3);
      return;
    case 'palms':
      for (const [x, y] of spots) crown(pen, x * size, y * size, size * 0.2);
      return;
    case 'hills':
      hill(pen, -0.28 * size, 0.12 * size, size * 0.32);
      hill(pen, 0.25 * size, 0.3 * size, size * 0.36);
      return;
    case 'peaks':
      peak(pen, 0.3 * size, 0.4 * size, size * 0.42);
      peak(pen, -0.2 * size, 0.45 * size, size * 0.6);
      return;
    case 'reeds':
      for (const [x, y] of spots) reeds(pen, x * size, y * size, size * 0.16);
      return;
    case 'dunes':
      for (const [x, y] of spots) wave(pen, x * size, y * size, size * 0.24, '#bfa75c');
      return;
    case 'ice':
      for (const [x, y] of spots) wave(pen, x * size, y * size, size * 0.24, '#b9cbd6');
      return;
  }
}

const spots = [
  [-0.38, -0.25],
  [0.32, -0.35],
  [0, 0.1],
  [-0.4, 0.45],
  [0.42, 0.4],
] as const;

function tree(pen: Pen, x: number, y: number, size: number): void {
  pen.fillStyle = '#3a6b3b';
  pen.beginPath();
  pen.moveTo(x, y - size);
  pen.lineTo(x + size * 0.62, y + size * 0.5);
  pen.lineTo(x - size * 0.62, y + size * 0.5);
  pen.fill();
}

function crown(pen: Pen, x: number, y: number, size: number): void {
  pen.fillStyle = '#2f6640';
  pen.beginPath();
  pen.arc(x, y, size, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = '#3f7d4e';
  pen.beginPath();
  pen.arc(x - size * 0.3, y - size * 0.3, size * 0.5, 0, 2 * Math.PI);
  pen.fill();
}

function hill(pen: Pen, x: number, y: number, size: number): void {
  pen.fillStyle = '#8a8a4f';
  pen.beginPath();
  pen.ellipse(x, y, size, size * 0.75, 0, Math.PI, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = '#74743f';
  pen.stroke();
}

function peak(pen: Pen, x: number, y: number, size: number): void {
  pen.fillStyle = '#6f675c';
  pen.beginPath();
  pen.moveTo(x, y - size * 1.35);
  pen.lineTo(x + size * 0.8, y);
  pen.lineTo(x - size * 0.8, y);
  pen.fill();
  pen.fillStyle = '#f2f4f5';
  pen.beginPath();
  pen.moveTo(x, y - size * 1.35);
  pen.lineTo(x + size * 0.28, y - size * 0.88);
  pen.lineTo(x, y - size * 0.98);
  pen.lineTo(x - size * 0.28, y - size * 0.88);
  pen.fill();
}

function reeds(pen: Pen, x: number, y: number, size: number): void {
  pen.strokeStyle = '#4f6f57';
  pen.beginPath();
  for (const lean of [-1, 0, 1]) {
    pen.moveTo(x, y + size);
    pen.lineTo(x + lean * size * 0.8, y - size);
  }
  pen.stroke();
}

function wave(pen: Pen, x: number, y: number, size: number, color: string): void {
  pen.strokeStyle = color;
  pen.beginPath();
  pen.moveTo(x - size, y);
  pen.quadraticCurveTo(x - size / 2, y - size / 2, x, y);
  pen.quadraticCurveTo(x + size / 2, y + size / 2, x + size, y);
  pen.stroke();
}
