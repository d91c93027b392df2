interface PlanListProps {
  /** Standing plans in words. */
  readonly plans: readonly string[];
  /** Whose plans they are, for the name of the list. */
  readonly of: string;
}

/** The standing plans of one player; nothing without any. */
export function Plans({ plans, of }: PlanListProps) {
  if (plans.length === 0) return null;
  return (
    <>
      <h3>Plans</h3>
      <ul class="plans" aria-label={`Plans of ${of}`}>
        {plans.map((plan) => (
          <li key={plan}>{plan}</li>
        ))}
      </ul>
    </>
  );
}
