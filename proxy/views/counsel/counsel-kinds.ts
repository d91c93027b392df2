import type { CounselLine } from '#shared/protocol/state/counsel.js';

type Kind = CounselLine['kind'];
type FigureOf<K extends Kind> = keyof Extract<CounselLine, { kind: K }>['figures'] & string;

/** What decides when a line of one kind is told again. */
export interface CounselKind<Figure extends string = string> {
  /** The figures that say what a line is about: among lines with the same ones the later replaces the earlier. */
  readonly subject: readonly Figure[];
  /** Figures that count down, or grow by themselves, while all goes as the line foretells. */
  readonly counting?: readonly Figure[];
  /** Set for what costs something every turn: it is told every turn. */
  readonly isUrgent?: true;
}

/** Every kind of counsel. The compiler demands a row, and that its figures exist. */
export const counselKinds: Readonly<Record<Kind, CounselKind>> = {
  government: { subject: ['government', 'tech'], counting: ['turns', 'bulbs'] },
  rates: { subject: [] },
  tile: { subject: ['city_id', 'from', 'to'] },
  research_switch: { subject: ['researching'], counting: ['turns', 'bulbs_lost'] },
  standing: { subject: [] },
  treaty: { subject: ['player_id', 'agreement'], counting: ['turns'] },
  famine: { subject: ['city_id'], counting: ['turns', 'stock'], isUrgent: true },
  disorder: { subject: ['city_id'], isUrgent: true },
  undefended: { subject: ['city_id'], isUrgent: true },
  settling: { subject: ['city_id'], counting: ['turns'] },
  tech: { subject: ['tech'], counting: ['turns', 'bulbs'] },
  wonder: { subject: ['wonder', 'city_id'], counting: ['turns', 'stock'] },
  tech_trade: { subject: ['player_id'], counting: ['bulbs'] },
} satisfies { readonly [K in Kind]: CounselKind<FigureOf<K>> };
