/** How a metric is shown and computed. */
interface ProcessDefinition {
  readonly label: string;
  /** In what it is counted; a share is shown in per cent. */
  readonly unit: 'share' | 'turns' | 'gold' | 'units' | 'tokens';
  readonly formula: string;
}

/** The metrics of how an agent plays, beside its score. The documents and pages show these words. */
export const processDefinitions = {
  state_checked: {
    label: 'Looked first',
    unit: 'share',
    formula: 'turns in which it asked for a state before its first action / turns with an action',
  },
  plans_carried_out: {
    label: 'Plans carried out',
    unit: 'share',
    formula: 'standing plans that ended done / standing plans that ended',
  },
  refusals_repeated: {
    label: 'Refusals repeated',
    unit: 'share',
    formula:
      'actions not done that are the same in each field as one not done in this turn or the one before / actions not done',
  },
  threat_turns: {
    label: 'Threat to answer',
    unit: 'turns',
    formula:
      'mean turns from the first turn that begins with a grave threat to a city to the first that begins without it, of threats that were averted',
  },
  threats_lost: {
    label: 'Threats lost',
    unit: 'share',
    formula: 'threats that ended with the loss of the city / threats that ended',
  },
  idle_gold: { label: 'Idle gold', unit: 'gold', formula: 'mean gold that is left when it ends its turn' },
  idle_units: {
    label: 'Idle units',
    unit: 'units',
    formula: 'mean own units without an order that can still move when it ends its turn',
  },
  turns_out_of_time: {
    label: 'Out of time',
    unit: 'share',
    formula: 'turns that ended because its time was up / turns whose end is known',
  },
  tokens_per_turn: {
    label: 'Tokens a turn',
    unit: 'tokens',
    formula: '(new input tokens + output tokens) / turns that its model has reported',
  },
} as const satisfies Readonly<Record<string, ProcessDefinition>>;

/** The name of a metric. */
export type ProcessMetric = keyof typeof processDefinitions;

/** All metrics, in the order in which they are shown. */
export const PROCESS_METRICS: readonly ProcessMetric[] = [
  'state_checked',
  'plans_carried_out',
  'refusals_repeated',
  'threat_turns',
  'threats_lost',
  'idle_gold',
  'idle_units',
  'turns_out_of_time',
  'tokens_per_turn',
];

/** A value in its unit: `42 %`, `1.5`; a dash where it is not known. */
export function processText(metric: ProcessMetric, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const { unit } = processDefinitions[metric];
  if (unit === 'share') return `${Math.round(value * 100)} %`;
  return unit === 'gold' || unit === 'tokens' ? String(Math.round(value)) : value.toFixed(1);
}
