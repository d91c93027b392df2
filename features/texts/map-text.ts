import type { MapWindow } from '#shared/protocol/state/map-window.js';

/** A map window as text: a line for each row and entry. */
export function mapWindowText(window: Partial<MapWindow>): string {
  const {
    window: title = '',
    tile,
    columns = '',
    rows = [],
    legend = [],
    resources = [],
    more = {},
  } = window;
  const list = (name: 'cities' | 'units', heading: string) => {
    const lines = window[name] ?? [];
    const rest = more[name] === undefined ? [] : [`${more[name]} more (sections: ["${name}"])`];
    return lines.length === 0 ? [] : [`${heading}:`, ...lines, ...rest];
  };
  return [
    `Map, ${title}`,
    ...(tile === undefined ? [] : [tile]),
    columns,
    ...rows,
    ...(legend.length > 0 ? [`Legend: ${legend.join('; ')}`] : []),
    ...(resources.length > 0 ? [`Resources: ${resources.join('; ')}`] : []),
    ...list('cities', 'Cities, nearest first'),
    ...list('units', 'Units, nearest first'),
  ].join('\n');
}
